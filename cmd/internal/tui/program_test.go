package tui

import (
	"testing"

	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
)

// painted is a screen with a text.
type painted struct {
	tea.Model
	text string
}

func (p painted) View() string { return p.text }

// Only the theme gives a text a look; one that came with it is shown as it is.
func TestLooksAreOurOwn(t *testing.T) {
	th := look(setting{color: true})
	for text, want := range map[string]string{
		th.Bold.On("Sam"):                          "\x1b[1mSam\x1b[0m",
		th.Bold.On("S\x1b[8ma\x1b[0mm"):            "\x1b[1mS\uFFFD[8ma\uFFFD[0mm\x1b[0m",
		th.Fit("S\x1b[8mam\r\x1b[K", 6):            "S\uFFFD[8mam\uFFFD\uFFFD[K   ",
		texts.New("en").T("tui.result.won") + "\a": texts.New("en").T("tui.result.won") + "\uFFFD",
	} {
		assert.Equal(t, want, cleaned{Model: painted{text: text}}.View())
	}
}

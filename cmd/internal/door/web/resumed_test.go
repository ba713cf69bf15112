package web

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/door/web/webtest"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// starts starts the program of a person at home, and opens its pages.
func starts(t *testing.T, who HomePerson) (p *person, stop func()) {
	t.Helper()
	h, err := NewHome(chapters.Default(), texts.New("en"), who, -1)
	require.NoError(t, err)
	server, key, _ := strings.Cut(h.Link, "/?")
	p = &person{Browser: webtest.New(server), t: t}
	require.NoError(t, p.Open("/?"+key))
	return p, func() { assert.NoError(t, h.Close()) }
}

// choices waits until the person has a choice, and returns all that there are.
func (p *person) choices() (all []string) {
	p.t.Helper()
	require.Eventually(p.t, func() bool {
		p.reload()
		for _, b := range p.Buttons() {
			if b.Name == "decide" {
				all = append(all, b.ID)
			}
		}
		return len(all) > 0
	}, time.Minute, time.Millisecond)
	return all
}

// TestSoloGoesOn stops the program in the middle of a puzzle and of the first evening: when the page is opened again,
// the round goes on where it was, also with the decisions that were missed. A round that was left is gone.
func TestSoloGoesOn(t *testing.T) {
	t.Parallel()
	who := &alone{solo: saves.New(t.TempDir())}
	p, stop := starts(t, who)
	require.NoError(t, p.Open("/puzzles"))
	p.does("next")
	require.Equal(t, "/table/puzzle", p.URL.Path)
	p.press("act-hint")
	require.Eventually(t, func() bool {
		p.reload()
		return strings.Contains(p.Text(), "That counts as a mistake.")
	}, time.Minute, time.Millisecond)
	for _, b := range p.Buttons() {
		if b.Name == "decide" && !b.Refused {
			p.press(b.ID)
			p.reload()
			break
		}
	}
	before := p.choices()
	require.NoError(t, p.Open("/read/lesson"))
	p.does("lesson")
	require.Equal(t, "/table/lesson", p.URL.Path)
	lesson := p.Text()
	stop()

	p, stop = starts(t, who)
	require.NoError(t, p.Open("/table/lesson"))
	assert.Equal(t, lesson, p.Text())
	require.NoError(t, p.Open("/table/puzzle"))
	assert.Equal(t, before, p.choices())
	p.solves()
	assert.NotContains(t, p.Text(), "no mistakes", "what was missed before counts")
	stop()

	p, stop = starts(t, who)
	require.NoError(t, p.Open("/table/puzzle"))
	assert.Contains(t, p.Text(), "Solved: ")
	p.press("act-another")
	p.press("act-quit")
	require.NoError(t, p.Open("/table/puzzle"))
	assert.Equal(t, http.StatusNotFound, p.Status)
	stop()
}

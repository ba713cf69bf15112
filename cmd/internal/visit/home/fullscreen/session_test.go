package fullscreen

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/cells"
	_ "fellowship/cmd/internal/envtest" // the tests have an environment of their own
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/tui"
	"fellowship/cmd/internal/visit/home"
	"fellowship/cmd/internal/visit/home/console"
	"fellowship/solver/players"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the frames anew")

// evening is a session at home on a simulated terminal.
type evening struct {
	t testing.TB
	*Session
	quit bool
	// size is that of the window.
	size tea.WindowSizeMsg
	// msgs brings what was done beside the screen.
	msgs chan tea.Msg
}

// anEvening starts with the menu, in a language and with its own folders. There are two games: one that
// can be continued and one that was won. change may change what is there.
func anEvening(t testing.TB, lang string, change func(*Session)) *evening {
	t.Helper()
	for _, dir := range []string{"XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		t.(interface{ Setenv(key, value string) }).Setenv(dir, t.(interface{ TempDir() string }).TempDir())
	}
	wants := settings.Settings{Lang: lang}
	h := &home.Home{
		Person:  &home.Person{Load: func() settings.Settings { return wants }},
		Library: chapters.Default(), Saves: saves.Default(), Ctx: t.Context(),
		Computer: []string{players.Strongest}, HasMenu: true,
	}
	e := &evening{t: t, msgs: make(chan tea.Msg), size: tea.WindowSizeMsg{Width: 80, Height: 24}}
	e.Session, _ = start(h, &console.Console{Color: "never", In: strings.NewReader(""), Out: io.Discard})
	e.shell.Now = func() time.Time { return time.Date(2026, time.November, 26, 12, 0, 0, 0, time.UTC) }
	t.Cleanup(e.shell.Session.Shutdown)                                       // before its folder is gone
	yesterday := time.Date(2026, time.November, 25, 20, 15, 0, 0, time.Local) // it is shown in the person's own zone
	e.played.Games = []saves.Save{
		{Recorded: table.Recorded{Name: "c02p4s7-1", Modified: yesterday}, Stage: chapters.StagePlay, Tricks: 2, TrickTotal: 9},
		{Recorded: table.Recorded{Name: "c01p4s7-1", Modified: yesterday}, Result: chapters.Won, Finished: true},
	}
	if change != nil {
		change(e.Session)
	}
	e.shell.Stack.Push(e.menuSheet())
	return e
}

// keyTypes has the keys with a name.
var keyTypes = map[string]tea.KeyType{
	"enter": tea.KeyEnter, "esc": tea.KeyEsc, "left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp,
	"down": tea.KeyDown, "ctrl+c": tea.KeyCtrlC, "home": tea.KeyHome, "end": tea.KeyEnd, "tab": tea.KeyTab,
}

// press presses keys, one after the other, and waits for the background work of a sheet.
func (e *evening) press(keys ...string) {
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		if typ, ok := keyTypes[k]; ok {
			msg = tea.KeyMsg{Type: typ}
		}
		e.deliver(msg)
	}
}

// Update hands a message to the program, and keeps the size of the window.
func (e *evening) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		e.size = size
	}
	return e.shell.Session.Update(msg)
}

// deliver hands over a message, and the messages that follow from it.
func (e *evening) deliver(msg tea.Msg) {
	_, cmd := e.Update(msg)
	switch {
	case cmd == nil:
	case e.shell.Session.IsScriptRunning():
		e.runInBackground(cmd)
	default:
		switch msg := cmd().(type) {
		case tea.QuitMsg:
			e.quit = true
		case nil:
		default:
			e.deliver(msg)
		}
	}
}

// runInBackground runs a command in the background.
func (e *evening) runInBackground(cmd tea.Cmd) {
	if cmd != nil {
		go func() {
			msg := cmd()
			select {
			case e.msgs <- msg:
			case <-e.t.Context().Done():
			}
		}()
	}
}

// until waits until the screen shows all of some texts.
func (e *evening) until(says ...string) string {
	e.t.Helper()
	for {
		view := ansi.Strip(e.shell.Stack.View())
		there := true
		for _, s := range says {
			there = there && strings.Contains(view, s)
		}
		if there {
			return view
		}
		var msg tea.Msg
		select {
		case msg = <-e.msgs:
		case <-time.After(time.Minute):
			require.FailNow(e.t, "it does not come", "%v in\n%s", says, view)
		}
		switch msg := msg.(type) {
		case nil:
		case tea.BatchMsg:
			for _, cmd := range msg {
				e.runInBackground(cmd)
			}
		case tea.QuitMsg:
			e.quit = true
			require.FailNow(e.t, "the visit has ended", view)
		default:
			_, cmd := e.Update(msg)
			e.runInBackground(cmd)
		}
	}
}

// frame returns the window, and checks that it is filled exactly.
func (e *evening) frame() string {
	e.t.Helper()
	view := ansi.Strip(e.shell.Stack.View())
	lines := strings.Split(view, "\n")
	if len(lines) != e.size.Height {
		assert.Len(e.t, lines, e.size.Height, view)
	}
	for i, l := range lines {
		if cells.Width(l) != e.size.Width {
			assert.Failf(e.t, "line does not fit", "line %d is not %d wide: %q", i+1, e.size.Width, l)
		}
	}
	return view
}

// cut matches a text that was cut.
var cut = regexp.MustCompile(`[^\s.]\.\.(\s|$)`)

// sameAs compares a text with a file.
func sameAs(t testing.TB, file, text string) {
	t.Helper()
	file = filepath.Join("testdata", file)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	if string(want) != text {
		assert.Equal(t, string(want), text, file)
	}
}

// trimmed returns a frame without the blanks at the ends of its lines.
func trimmed(frame string) string {
	var b strings.Builder
	for l := range strings.Lines(frame + "\n") {
		b.WriteString(strings.TrimRight(l, " \n") + "\n")
	}
	return b.String()
}

func (e *evening) golden(name string) {
	e.t.Helper()
	sameAs(e.t, name+".txt", trimmed(e.frame()))
}

// setStyle changes the style and the size of the screen.
func (e *evening) setStyle(w, h int, style kit.TermProfile) {
	on := tui.Terminal{Reader: e.home.Person.Reader(), Style: style, Library: e.home.Library}
	on.ApplyTheme(e.shell.Stack)
	e.Update(tea.WindowSizeMsg{Width: w, Height: h})
}

// twoCampaigns returns two campaigns; the first has won some chapters and has begun a round.
func twoCampaigns(t testing.TB) []*saves.Table {
	t.Helper()
	lib := chapters.Default()
	shire, err := campaign.Read(lib, "shire", []byte(`campaign: 1
players: 3
humans: 1
by: ["human:Ann", fair, strong]
chapters:
- {chapter: 1, players: 3, rounds: 2, lost: 1, won: "2026-11-20", won_in: 2, cleared: true}
- {chapter: 2, players: 3, rounds: 2, lost: 1, won: "2026-11-20", won_in: 2, cleared: true}
- {chapter: 4, players: 3, rounds: 1, won: "2026-11-20", won_in: 1, cleared: true}
- {chapter: 5, players: 3, rounds: 1, won: "2026-11-20", won_in: 1, cleared: true}
- {chapter: 6, players: 3, rounds: 0}
- {chapter: 9, players: 3, rounds: 1, completed: [frodo, strider, sam]}
`))
	require.NoError(t, err)
	_, err = shire.Next(campaign.Choice{Chapter: "6", Players: 3, Seed: 7})
	require.NoError(t, err)
	two, err := campaign.New(lib, 2, 1)
	require.NoError(t, err)
	return []*saves.Table{{Name: "shire", Campaign: shire}, {Name: "two-of-us", Campaign: two}}
}

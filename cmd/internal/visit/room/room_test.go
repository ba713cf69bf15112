package room

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/door/terminal"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

// server is the server of a test, whose visitors use their rooms without a terminal. It lives in a synctest bubble.
type server struct {
	t    *testing.T
	ctx  context.Context
	opts *Options
	all  []*caller
}

// newServer opens a server. The test ends it by end.
func newServer(t *testing.T) (s *server, end func()) {
	files, err := folder.Open(folder.Options{Dir: t.TempDir(), Alone: true})
	require.NoError(t, err)
	var seed atomic.Uint64
	service := table.NewService(files, table.Options{
		Library: chapters.Default(), Thinkers: 1, Seed: func() uint64 { return seed.Add(1) },
	})
	ctx, cancel := context.WithCancel(t.Context())
	s = &server{t: t, ctx: ctx, opts: &Options{
		Service:       service,
		Sessions:      &guest.Sessions{},
		Library:       chapters.Default(),
		HealthError:   func() error { return nil },
		JoinLines:     func(code string) []string { return []string{"  ssh host " + code} },
		Beat:          -1,
		Leaving:       &sync.WaitGroup{},
		DecisionCount: &atomic.Int64{},
	}}
	return s, func() {
		cancel()
		s.opts.Leaving.Wait()
		service.Close()
		require.NoError(t, files.Close())
	}
}

// caller is a visitor in a room.
type caller struct {
	t    *testing.T
	room *Room
	// came holds the messages that the room has not received yet.
	came chan tea.Msg
	// ended receives the reason for which the session has ended.
	ended chan guest.EndReason
	// quit reports whether the visitor has left the server.
	quit bool
}

// come begins the session of a person with a key, who has typed a code; empty for none.
func (s *server) come(key, lang, code string) *caller {
	return s.comeAs(guest.Visitor{Person: guest.KeyHolder(key), Name: key, Lang: lang, Code: code})
}

// comeAs begins the session of a visitor.
func (s *server) comeAs(v guest.Visitor) *caller {
	c := &caller{t: s.t, came: make(chan tea.Msg, 1000), ended: make(chan guest.EndReason, 1)}
	run := func(ctx context.Context) guest.EndReason {
		c.room = New(ctx, &terminal.Terminal{Visitor: &v}, s.opts)
		<-ctx.Done()
		return guest.EndReasonOf(ctx)
	}
	go func() { c.ended <- s.opts.Sessions.Serve(s.ctx, &v, run, func(guest.EndReason) {}) }()
	synctest.Wait()
	s.all = append(s.all, c)
	c.start(c.room.Init())
	c.came <- tea.WindowSizeMsg{Width: 80, Height: 24}
	s.settle()
	return c
}

// settle waits until nothing changes any more for anybody.
func (s *server) settle() {
	for changed := true; changed; {
		synctest.Wait()
		changed = false
		for _, c := range s.all {
			for len(c.came) > 0 {
				changed = true
				c.receive(<-c.came)
			}
		}
	}
}

// wait lets a second pass, on the clock of the bubble.
func (s *server) wait() {
	time.Sleep(time.Second)
	s.settle()
}

// receive passes a message to the room, as bubbletea does.
func (c *caller) receive(msg tea.Msg) {
	switch msg.(type) {
	case nil:
		return
	case tea.QuitMsg:
		c.quit = true
		return
	}
	if cmds, ok := commandsOf(msg); ok {
		_, isBatch := msg.(tea.BatchMsg)
		if isBatch {
			for _, cmd := range cmds {
				c.start(cmd)
			}
			return
		}
		go func() { // one after the other
			for _, cmd := range cmds {
				if cmd != nil {
					c.came <- cmd()
				}
			}
		}()
		return
	}
	_, cmd := c.room.Update(msg)
	_ = c.room.View()
	c.start(cmd)
}

// commandsOf returns the commands of a message that is a list of commands.
func commandsOf(msg tea.Msg) (cmds []tea.Cmd, ok bool) {
	list := reflect.ValueOf(msg)
	if list.Kind() != reflect.Slice || list.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return nil, false
	}
	for i := range list.Len() {
		cmd, _ := list.Index(i).Interface().(tea.Cmd)
		cmds = append(cmds, cmd)
	}
	return cmds, true
}

// start runs a command in the background.
func (c *caller) start(cmd tea.Cmd) {
	if cmd != nil {
		go func() { c.came <- cmd() }()
	}
}

// sheet returns the sheet in front.
func (c *caller) sheet() *kit.Sheet {
	c.t.Helper()
	sheet, ok := c.room.session.shell.Stack.Top().(*kit.Sheet)
	require.True(c.t, ok, "there is no sheet in front")
	return sheet
}

// row returns the only row of the sheet in front whose label begins with a text.
func (c *caller) row(label string) *kit.Row {
	c.t.Helper()
	var found []*kit.Row
	content := c.sheet().Build()
	for i := range content.Rows {
		if strings.HasPrefix(content.Rows[i].Label, label) {
			found = append(found, &content.Rows[i])
		}
	}
	require.Len(c.t, found, 1, "%q in\n%s", label, textOf(c.sheet()))
	return found[0]
}

// field returns the text field of the sheet in front whose label begins with a text.
func (c *caller) field(label string) kit.TextField {
	c.t.Helper()
	field, isText := c.row(label).Control.(kit.TextField)
	require.True(c.t, isText, label)
	return field
}

// enter returns what Enter does on a row, nil for nothing.
func enter(row *kit.Row) func() tea.Cmd {
	switch control := row.Control.(type) {
	case kit.Button:
		return control
	case kit.Choice:
		return control.Enter
	case kit.TextField:
		return control.Enter
	}
	return nil
}

// choose activates a row of the sheet in front, and waits for what follows.
func (s *server) choose(c *caller, label string) {
	s.t.Helper()
	c.start(enter(c.row(label))())
	s.settle()
}

// write types a text into a row of the sheet in front, and activates it.
func (s *server) write(c *caller, label, text string) {
	s.t.Helper()
	*c.field(label).Text = text
	s.choose(c, label)
}

// press presses keys, and waits for what follows each of them.
func (s *server) press(c *caller, keys ...string) {
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		switch k {
		case "enter":
			msg = tea.KeyMsg{Type: tea.KeyEnter}
		case "esc":
			msg = tea.KeyMsg{Type: tea.KeyEsc}
		case "down":
			msg = tea.KeyMsg{Type: tea.KeyDown}
		case "tab":
			msg = tea.KeyMsg{Type: tea.KeyTab}
		case "backspace":
			msg = tea.KeyMsg{Type: tea.KeyBackspace}
		case "right":
			msg = tea.KeyMsg{Type: tea.KeyRight}
		case "end":
			msg = tea.KeyMsg{Type: tea.KeyEnd}
		}
		c.came <- msg
		s.settle()
	}
}

// randomCode matches a code, which is another one in each run.
var randomCode = regexp.MustCompile(`\b[0-9a-hjkmnp-tv-z]{3}(-[0-9a-hjkmnp-tv-z]{3}){2,3}\b`)

// textOf returns the content of a sheet as text: a line for each paragraph and each row. The row at the cursor is
// marked, and codes and the version of the program, which differ from run to run, are replaced.
func textOf(sheet *kit.Sheet) string {
	content := sheet.Build()
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
	}
	line("sheet %s", sheet.Name)
	line("title: %s", content.Title)
	line("state: %s", content.State)
	for _, text := range content.Header {
		line("above: %s", text)
	}
	for i, row := range content.Rows {
		if row.Group != "" {
			line("group: %s", row.Group)
		}
		mark := " "
		if i == sheet.Cursor {
			mark = ">"
		}
		parts := []string{row.Label}
		field, isText := row.Control.(kit.TextField)
		if isText {
			parts = append(parts, fmt.Sprintf("[%s]", *field.Text))
		}
		for _, part := range []string{row.Value, row.Note, row.Help} {
			if part != "" {
				parts = append(parts, part)
			}
		}
		if _, isChoice := row.Control.(kit.Choice); isChoice {
			parts = append(parts, "<>")
		}
		if enter(&row) == nil {
			parts = append(parts, "(no Enter)")
		}
		line("%s row: %s", mark, strings.Join(parts, " | "))
	}
	for _, text := range content.Footer {
		line("below: %s", text)
	}
	if content.EnterLabel != "" {
		line("enter: %s", content.EnterLabel)
	}
	line("leave: %s", map[bool]string{true: "no", false: "yes"}[sheet.NoBack])
	text := strings.ReplaceAll(b.String(), build.Version(), "VERSION")
	return randomCode.ReplaceAllString(text, "xxx-xxx-xxx")
}

// golden compares what the visitor sees in front with a file, to which -update writes it.
func (c *caller) golden(name string) {
	c.t.Helper()
	shown := textOf(c.sheet())
	if note := c.room.session.shell.Stack.Note; note != "" {
		shown += fmt.Sprintf("note: %s (bad: %t)\n", note, c.room.session.shell.Stack.Bad)
	}
	file := filepath.Join("testdata", name+".txt")
	if *update {
		require.NoError(c.t, os.MkdirAll("testdata", 0o755))
		require.NoError(c.t, os.WriteFile(file, []byte(shown), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(c.t, err)
	require.Equal(c.t, string(want), shown, file)
}

// serve runs a test in a bubble, in which a server is open.
func serve(t *testing.T, test func(t *testing.T, s *server)) {
	synctest.Test(t, func(t *testing.T) {
		s, end := newServer(t)
		defer end()
		test(t, s)
	})
}

// comeNamed begins the session of a person with a key, who comes for the first time and takes a name.
func (s *server) comeNamed(name, lang, code string) *caller {
	c := s.come(name, lang, code)
	require.Equal(s.t, "name", c.sheet().Name)
	c.start(enter(&c.sheet().Build().Rows[0])())
	s.settle()
	return c
}

// host begins the session of a person who has begun a table for two, and returns the code that leads there.
func (s *server) host(name string) (host *caller, code string) {
	host = s.comeNamed(name, "en", "")
	s.choose(host, "Open a table")
	s.press(host, "enter")
	return host, host.view().Codes[0].Code
}

// round begins a round of two people at a table.
func (s *server) round() (anna, ben *caller) {
	anna, code := s.host("Anna")
	ben = s.comeNamed("Ben", "en", code)
	for _, c := range []*caller{anna, ben} {
		s.choose(c, "I am ready")
	}
	s.closeChapter(anna, ben)
	require.True(s.t, anna.inRound())
	require.True(s.t, ben.inRound())
	return anna, ben
}

// closeChapter closes the page of the chapter, with which a round begins.
func (s *server) closeChapter(all ...*caller) {
	for _, c := range all {
		require.False(s.t, c.inRound())
		s.press(c, "enter")
	}
}

// view returns the table as the visitor sees it.
func (c *caller) view() *table.TableView { return &c.room.place.view }

// inRound reports whether the round is in front.
func (c *caller) inRound() bool {
	p := c.room.place
	return p != nil && p.live != nil && c.room.session.shell.Stack.Top() == p.live.screen
}

// client returns the visitor's place at the table.
func (c *caller) client() *table.Client { return c.room.place.client }

// playToTheEnd makes the first possible decision of whoever has to decide, until the round is over.
func (s *server) playToTheEnd(all ...*caller) {
	for all[0].view().Playing {
		for _, c := range all {
			snapshot := c.client().Look()
			if ask := snapshot.View.Ask; ask != nil && snapshot.Now == round.Turn {
				require.NoError(s.t, c.client().Decide(s.t.Context(), c.client().TableView().Revision, ask.Options[0]))
				s.settle()
			} else {
				c.client().GoOn()
			}
		}
		s.settle()
	}
}

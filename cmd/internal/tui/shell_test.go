package tui

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shellTest is a [Shell] on a simulated terminal, whose front end notes what it is asked for.
type shellTest struct {
	t *testing.T
	*Shell
	// asked is what the front end was asked for, last.
	asked  string
	frames txtar.Archive
}

// recordOf returns the record of a deal without a decision.
func recordOf(deal string, players ...string) chapters.Record {
	id, _ := chapters.ParseDealID(deal)
	position := chapters.Position{Deal: deal, Chapter: id.Chapter, Players: id.Players}
	return chapters.Record{Position: position, PlayerNames: players}
}

// someoneWhoPlayed has saved games, won chapters and statistics.
func someoneWhoPlayed() *saves.Played {
	yesterday := time.Date(2026, time.November, 25, 20, 15, 0, 0, time.Local) // it is shown in the person's own zone
	return &saves.Played{
		Games: []saves.Save{
			{
				Recorded: table.Recorded{Name: "c03p3s9-1", Modified: yesterday}, Record: recordOf("c03p3s9", "human", "human:Anna", "strong"),
				Decider: "human",
				Stage:   chapters.StagePlay, Tricks: 2, TrickTotal: 12,
				Cast: []string{"frodo", "pippin", "gildor"},
			},
			{
				Recorded: table.Recorded{Name: "c02p4s7-1", Modified: yesterday}, Record: recordOf("c02p4s7", "human", "strong", "strong", "fair"),
				Result: chapters.Won, Finished: true,
				Cast: []string{"frodo", "sam", "merry", "pippin"},
			},
			{
				Recorded: table.Recorded{Name: "c01p4s5-1", Modified: yesterday.AddDate(0, 0, -3)},
				Record:   recordOf("c01p4s5", "human", "human:Anna", "human:Ben", "strong"),
				Result:   chapters.Lost, Finished: true,
			},
			{Recorded: table.Recorded{Name: "broken-1", Modified: yesterday}, Err: errors.New("the file is gone")},
		},
		Stats: saves.Stats{
			Chapters: []saves.ChapterStats{
				{Chapter: "1", Players: 4, Tally: saves.Tally{Won: 3, Lost: 1}, Tries: 1, Unaided: true, Straight: true, Done: true, First: true},
				{Chapter: "2", Players: 4, Tally: saves.Tally{Won: 1, Lost: 4}, Tries: 3, Done: true},
				{Chapter: "3", Players: 3, Tally: saves.Tally{Lost: 2, Open: 1}},
			},
			Characters: []saves.CharacterStats{
				{Character: "frodo", Met: 5, Failed: 2},
				{Character: "sam", Met: 1, Failed: 3},
				{Character: "gandalf", Met: 2},
				{Character: "pippin", Failed: 1},
			},
			WinsInRow: 2, MostWinsInRow: 3,
		},
	}
}

// newShell returns the shell of a person in a window.
func newShell(t *testing.T, played *saves.Played) *shellTest {
	s := &shellTest{t: t}
	ask := func(format string, args ...any) tea.Cmd {
		s.asked = fmt.Sprintf(format, args...)
		return nil
	}
	terminal := Terminal{
		In: strings.NewReader(""), Out: io.Discard,
		Reader: reader.WithoutWishes(texts.New("en")), Style: kit.TermProfile{Colors: termenv.Ascii},
	}
	stack := terminal.Stack()
	s.Shell = &Shell{
		Session: NewSession(t.Context(), stack), Stack: stack, Library: chapters.Default(),
		Now: func() time.Time { return time.Date(2026, time.November, 26, 12, 0, 0, 0, time.UTC) },
		New: func(chapter string) *kit.Sheet {
			ask("new %s", chapter)
			return &kit.Sheet{Build: func() kit.Content { return kit.Content{Title: "new game of chapter " + chapter} }}
		},
		Lesson: func() tea.Cmd { return ask("lesson") },
		Today:  func() tea.Cmd { return ask("today") },
		Solve:  func(chapter, id string) tea.Cmd { return ask("solve %s of %s", id, chapter) },
		Stars:  func() map[string]int { return map[string]int{} },
		Played: func() *saves.Played { return played },
		AddGameActions: func(_ *saves.Played, g *saves.Save, c *kit.Content) {
			c.EnterLabel = "act on " + g.Name
			c.Enter = func() tea.Cmd { return ask("act on %s", g.Name) }
		},
		Client: settings.ScreenAtHome,
	}
	s.Change = func(change func(*settings.Settings)) tea.Cmd {
		change(&s.Settings)
		return nil
	}
	s.resize(80, 24)
	s.Stack.Push(&kit.Sheet{Name: "lobby.menu", Build: func() kit.Content {
		rows := MenuRows(s.MenuFacts().Menu(), s.Openings(Openings{"saved": s.OpensSheet(s.SavedSheet)}))
		return kit.Content{Title: s.T("lobby.menu"), Rows: rows, Draw: DrawMenu(rows, s.T("lobby.welcome"))}
	}})
	return s
}

func (s *shellTest) resize(w, h int) { s.deliver(tea.WindowSizeMsg{Width: w, Height: h}) }

// deliver hands over a message, and those that follow from it.
func (s *shellTest) deliver(msg tea.Msg) {
	for msg != nil {
		_, cmd := s.Session.Update(msg)
		if msg = nil; cmd != nil {
			msg = cmd()
		}
	}
}

// press presses keys.
func (s *shellTest) press(keys ...string) {
	types := map[string]tea.KeyType{
		"enter": tea.KeyEnter, "esc": tea.KeyEsc, "down": tea.KeyDown, "up": tea.KeyUp, "left": tea.KeyLeft,
		"right": tea.KeyRight, "end": tea.KeyEnd,
	}
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		if typ, ok := types[k]; ok {
			msg = tea.KeyMsg{Type: typ}
		}
		s.deliver(msg)
	}
}

// see adds the frame in windows of some sizes to the golden frames.
func (s *shellTest) see(name string, sizes ...[2]int) {
	s.t.Helper()
	for _, size := range sizes {
		s.resize(size[0], size[1])
		frame := s.Stack.View()
		(&still{s.t, frame, size[0], size[1]}).fits()
		s.frames.Files = append(s.frames.Files, txtar.File{
			Name: fmt.Sprintf("%s %dx%d", name, size[0], size[1]), Data: trimmed(frame),
		})
	}
	s.resize(80, 24)
}

// The sizes of windows: the smallest one for people with a desk, a large one, and that of a phone.
var (
	small = [2]int{80, 24}
	large = [2]int{132, 43}
	phone = [2]int{46, 30}
)

// TestShell walks through the menu and its sheets, and compares their frames with golden ones. It checks what the front
// end is asked for.
func TestShell(t *testing.T) {
	s := newShell(t, someoneWhoPlayed())
	s.see("menu", small, large, phone)
	s.press("h")
	assert.Equal(t, "today", s.asked)
	s.press("n")
	assert.Equal(t, "new 3", s.asked, "the next chapter")
	s.press("esc", "b", "r")
	assert.Equal(t, "new road", s.asked)

	s.press("esc", "esc", "b")
	s.see("book", small, large, phone)
	s.press("left")
	s.see("book of a chapter that is won", small)
	s.press("enter")
	s.see("chapter", small, large, phone)
	s.press("i")
	assert.Contains(t, s.Stack.View(), s.T("lobby.chapter"), "all about it")
	s.press("enter")
	assert.Equal(t, "new 2", s.asked)

	s.press("esc", "esc", "esc", "esc", "l")
	s.see("saved", small, large, phone)
	s.press("/", "w", "o", "n")
	s.see("saved, with a word", small, phone)
	assert.Contains(t, s.Stack.View(), "act on c02p4s7-1")
	s.press("q")
	s.see("saved, without any", small)
	s.press("esc", "down")
	assert.Contains(t, s.Stack.View(), "act on c02p4s7-1")
	s.press("enter")
	assert.Equal(t, "act on c02p4s7-1", s.asked)
	s.press("v")
	assert.Contains(t, s.Stack.View(), "act on c02p4s7-1", "its page")
	s.press("esc", "down", "down", "enter")
	assert.Contains(t, s.Stack.View(), "the file is gone")

	s.press("esc", "esc", "t")
	s.see("statistics", small, large, phone)
	s.press("down", "down", "down", "down")
	s.see("statistics of characters", small, phone)
	s.press("enter")
	assert.Contains(t, s.Stack.View(), "Frodo", "what the rules say of him")

	s.press("esc", "esc", "p")
	s.see("puzzles", small, large, phone)
	s.press("enter")
	assert.Regexp(t, `^solve c01\S+ of 1$`, s.asked, "the next one of the chapter")
	s.press("down", "right", "down")
	s.see("puzzles of a chapter", small, phone)
	s.press("enter")
	assert.Regexp(t, `^solve c02\S+ of 2$`, s.asked)
	s.press("t")
	assert.Regexp(t, "^solve .* of today$", s.asked)

	s.press("esc", "esc", "f")
	assert.Equal(t, "lesson", s.asked, "the round begins at once")
	s.press("e")
	s.see("settings", small, large)
	s.press("s", "n", "a")
	assert.Equal(t, settings.Settings{Still: true, NoTips: true, Auto: true}, s.Settings)
	goldenArchive(t, filepath.Join("testdata", "shell.txtar"), &s.frames)
}

// TestShellOfAStranger: who has played nothing is offered no games, no figures and the first chapter.
func TestShellOfAStranger(t *testing.T) {
	s := newShell(t, &saves.Played{})
	s.see("menu", small)
	s.press("l")
	s.see("saved", small)
	s.press("esc", "t")
	s.see("statistics", small)
	s.press("esc", "n")
	assert.Equal(t, "new 1", s.asked)
	goldenArchive(t, filepath.Join("testdata", "stranger.txtar"), &s.frames)
}

// TestCampaignSheet shows the book of a campaign: where it begins, what can be played, and that it is broken.
func TestCampaignSheet(t *testing.T) {
	s := newShell(t, someoneWhoPlayed())
	c, err := campaign.New(s.Library, 4, 1)
	require.NoError(t, err)
	var broken error
	b := &CampaignBook{
		Name: "evenings", Next: "3",
		Campaign: func() (*campaign.Campaign, error) { return c, broken },
		Play: func(chapter string) tea.Cmd {
			s.asked = "play " + chapter
			return nil
		},
		GiveUp: func() tea.Cmd {
			s.asked = "give up"
			return nil
		},
		More: func() []kit.Row { return []kit.Row{{Label: "Delete", Letter: 'd'}} },
	}
	s.Stack.Push(s.CampaignBook(b))
	s.see("campaign", small, large, phone)
	s.press("enter")
	assert.Equal(t, "play 3", s.asked, "the chapter that was chosen")
	s.press("p")
	assert.Equal(t, "play ", s.asked, "whatever is next")
	s.press("end", "up", "enter")
	s.see("the Road is closed", small)

	c.Playing = &campaign.Playing{Chapter: "2", Players: 4}
	s.Stack.Pop()
	s.Stack.Push(s.CampaignBook(b))
	s.see("a round has begun", small)
	s.press("g")
	assert.Equal(t, "give up", s.asked)

	b.Play = nil // the host decides
	b.GiveUp = nil
	s.Stack.Pop()
	s.Stack.Push(s.CampaignBook(b))
	s.see("the host decides", small)

	broken = errors.New("the file is gone")
	s.Stack.Pop()
	s.Stack.Push(s.CampaignBook(b))
	s.see("broken", small)
	goldenArchive(t, filepath.Join("testdata", "campaign.txtar"), &s.frames)
}

// TestGreeting: a new person sees the ring, the name of the game, a greeting and one row, in windows of all sizes.
func TestGreeting(t *testing.T) {
	s := newShell(t, &saves.Played{})
	rows := []kit.Row{{Label: s.T("lobby.greet.deal"), Note: s.T("lobby.greet.note")}}
	s.Stack.Push(&kit.Sheet{Name: "lobby.greet", Build: func() kit.Content {
		return kit.Content{Rows: rows, Draw: DrawGreeting(s.T("lobby.greet.above"), &rows[0])}
	}})
	s.see("greeting", small, large, phone)
	goldenArchive(t, filepath.Join("testdata", "greeting.txtar"), &s.frames)
}

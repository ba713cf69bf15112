package tui

import (
	"cmp"
	"context"
	"flag"
	"io"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/memory"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// screen is a model on a simulated terminal: messages arrive at once, and there is no clock.
type screen struct {
	t testing.TB
	*Model
	on   staged
	home *table.Home
	quit bool
}

func (s *screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) { return s.on.update(msg) }

func (s *screen) View() string { return s.on.View() }

// staged is the stack of a screen, over which sheets may lie.
type staged struct {
	*kit.Stack
	h *kit.ModelScreen
}

func stage(on *Terminal, m kit.GridModel) staged {
	s := on.Stack()
	h := &kit.ModelScreen{Model: m}
	s.Screens = []kit.Screen{h}
	return staged{s, h}
}

// View returns what is drawn, wherever it stands in the window.
func (s *staged) View() string { return s.Draw(s.Top()).String() }

// update hands a message to the screen, or to the stack if it is meant for that.
func (s *staged) update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m := s.h.Model
	switch msg := msg.(type) {
	case kit.ModelDoneMsg:
		return m, msg(s.Stack, s.h)
	case doneMsg, motionMsg:
		return m.Update(msg)
	case tea.KeyMsg:
		if len(s.Overlays) == 0 && msg.Type != tea.KeyCtrlC {
			return m.Update(msg)
		}
	case tea.MouseMsg:
		if len(s.Overlays) == 0 {
			return m.Update(msg)
		}
	}
	return m, s.Stack.Update(msg)
}

// runs delivers the messages of a command until there are none, and reports whether the screen
// has quit.
func (s *staged) runs(cmd tea.Cmd) (quit bool) {
	for all := []tea.Cmd{cmd}; len(all) > 0; all = all[1:] {
		if all[0] == nil {
			continue
		}
		switch msg := all[0]().(type) {
		case tea.QuitMsg:
			quit = true
		case tea.BatchMsg:
			all = append(all, msg...)
		default:
			_, cmd := s.update(msg)
			all = append(all, cmd)
		}
	}
	return quit || !slices.Contains(s.Screens, kit.Screen(s.h))
}

// newScreen shows a round at a table at home.
func newScreen(t testing.TB, keeper store.Store, rec chapters.Record, opts Options) *screen {
	t.Helper()
	home, err := table.NewHome(chapters.Default(), keeper, rec)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, home.Close()) })
	m := New(t.Context(), home, opts)
	return &screen{t: t, Model: m, on: stage(&opts.Terminal, m), home: home}
}

type setting struct {
	lang        string
	ascii       bool
	color, rich bool
	light       bool
	intro       bool
	humans      []tricks.Seat
	others      string // computer players, the random ones if empty
	w, h        int
	solve       func(context.Context) string
}

func style(set setting) kit.TermProfile {
	s := kit.TermProfile{Colors: termenv.Ascii, ASCII: set.ascii, Light: set.light}
	switch {
	case set.rich:
		s.Colors = termenv.TrueColor
	case set.color:
		s.Colors = termenv.ANSI
	}
	return s
}

// open shows a game after some decisions.
func open(t testing.TB, pos chapters.Position, made []chapters.Decision, set setting) *screen {
	t.Helper()
	by := slices.Repeat([]string{cmp.Or(set.others, "random")}, len(pos.Hands))
	for _, s := range set.humans {
		by[s] = round.Human
	}
	opts := Options{
		Terminal: Terminal{Reader: reader.WithoutWishes(texts.New(set.lang)), Style: style(set)}, Beat: -1,
		RoundOptions: play.RoundOptions{Solve: set.solve},
	}
	sc := newScreen(t, &memory.Store{}, chapters.Record{Position: pos, PlayerNames: by, Decisions: made}, opts)
	if set.w > 0 {
		sc.Update(tea.WindowSizeMsg{Width: set.w, Height: set.h})
	}
	sc.run(sc.Init())
	if set.intro {
		sc.on.PushOverlay(sc.introSheet(sc.on.Stack, sc.on.h))
	}
	return sc
}

// run delivers the messages of commands until there are none.
func (s *screen) run(cmd tea.Cmd) {
	s.quit = s.on.runs(cmd)
	if s.quit {
		s.Stop()
	}
}

// keyTypes has the keys with a name.
var keyTypes = map[string]tea.KeyType{
	"enter": tea.KeyEnter, "esc": tea.KeyEsc, "left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp,
	"down": tea.KeyDown, "ctrl+c": tea.KeyCtrlC, "home": tea.KeyHome, "end": tea.KeyEnd, "tab": tea.KeyTab,
}

// press presses keys, one after the other.
func (s *screen) press(keys ...string) {
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		if typ, ok := keyTypes[k]; ok {
			msg = tea.KeyMsg{Type: typ}
		}
		_, cmd := s.Update(msg)
		s.run(cmd)
	}
}

// now returns the current frame.
func (s *screen) now() *still { return &still{s.t, s.View(), s.w, s.h} }

func (s *screen) fits() {
	s.t.Helper()
	s.now().fits()
}

// whole checks the current frame as a still, and returns it.
func (s *screen) whole(name string) string {
	s.t.Helper()
	now := s.now()
	now.whole(name)
	return now.frame
}

func (s *screen) golden(name string) {
	s.t.Helper()
	s.now().golden(name)
}

// until plays deals of a chapter and table size until a condition of the test is met. The decisions do not
// come from the computer players, so that the frames do not change when those improve.
func until(t testing.TB, chapter string, players int,
	want func(*chapters.Game) bool,
) (chapters.Position, []chapters.Decision) {
	t.Helper()
	lib := chapters.Default()
	for seed := range uint64(500) {
		id, variant, _ := strings.Cut(chapter, "/") // such as 14/b
		variant, used := strings.CutSuffix(variant, "/used")
		deal := chapters.DealID{Chapter: id, Variant: variant, Players: players, Seed: seed}
		pos, err := lib.Deal(deal)
		require.NoError(t, err)
		if used { // the Mithril Shirt
			round := pos.Terms
			round.MithrilUsed = true
			pos, err = lib.DealRound(deal, round)
			require.NoError(t, err)
		}
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		for ; !want(g) && !g.IsOver(); err = g.Apply(anyOption(g)) {
			require.NoError(t, err)
		}
		if want(g) {
			return pos, g.Decisions()
		}
	}
	require.Fail(t, "no such game")
	return chapters.Position{}, nil
}

// anyOption returns an answer, a different one each time.
func anyOption(g *chapters.Game) chapters.Decision {
	ask := g.View(g.Due().Decider).Ask
	return ask.Options[len(g.Decisions())*7%len(ask.Options)]
}

// asks is a condition for until: a kind of decision at a seat.
func asks(kind chapters.DecisionKind, seat tricks.Seat, more ...func(*chapters.Game) bool) func(*chapters.Game) bool {
	return func(g *chapters.Game) bool {
		ask := g.View(g.Due().Decider).Ask
		return ask != nil && ask.Kind == kind && (seat == tricks.NoSeat || ask.Seat == seat) &&
			!slices.ContainsFunc(more, func(f func(*chapters.Game) bool) bool { return !f(g) })
	}
}

// sofar is met after at least some finished tricks and some cards in the current one, while the result is
// open.
func sofar(done, cards int) func(*chapters.Game) bool {
	return func(g *chapters.Game) bool {
		st := g.State()
		return g.Result() == chapters.Undecided && len(g.History()) >= done && st.Trick.Len() == cards
	}
}

// choosy is met by a seat that may not play all of its cards.
func choosy(g *chapters.Game) bool { return len(g.Refused()) > 0 && len(g.Options()) > 1 }

func over(g *chapters.Game) bool { return g.IsOver() }

var alone = []tricks.Seat{0}

func TestFrames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		chapter string
		players int
		when    func(*chapters.Game) bool
		setting
		keys []string
	}{
		{name: "draft", chapter: "2", players: 4, when: asks(chapters.Draft, 0)},
		{name: "draft-solo", chapter: "3", players: 1, when: asks(chapters.Draft, tricks.NoSeat)},
		{name: "draft-pyramid", chapter: "3", players: 2, when: asks(chapters.Draft, 0)},
		{name: "exchange-partner", chapter: "2", players: 4, when: asks(chapters.Exchange, 0)},
		{
			name: "exchange-card", chapter: "2", players: 4, when: asks(chapters.Exchange, 0),
			keys: []string{"enter", "right"},
		},
		{name: "return", chapter: "2", players: 4, when: asks(chapters.Return, 0)},
		{name: "give", chapter: "4", players: 4, when: asks(chapters.Give, 0)},
		{name: "play", chapter: "2", players: 4, when: asks(chapters.PlayCard, 0, sofar(2, 2), choosy)},
		{
			name: "play-refused", chapter: "2", players: 4, when: asks(chapters.PlayCard, 0, sofar(2, 2), choosy),
			keys: []string{"end", "enter"},
		},
		{
			name: "play-lead", chapter: "1", players: 3, when: asks(chapters.PlayCard, 0, sofar(1, 0), choosy),
			keys: []string{"r"},
		},
		{
			name: "play-german", chapter: "4", players: 3, when: asks(chapters.PlayCard, 0, sofar(2, 1), choosy),
			setting: setting{lang: "de"}, keys: []string{"home"},
		},
		{
			name: "play-ascii", chapter: "4", players: 3, when: asks(chapters.PlayCard, 0, sofar(2, 1), choosy),
			setting: setting{lang: "de", ascii: true}, keys: []string{"home"},
		},
		{
			name: "play-wide", chapter: "2", players: 4, when: asks(chapters.PlayCard, 0, sofar(4, 3)),
			setting: setting{w: 120, h: 36},
		},
		{
			name: "play-larger", chapter: "2", players: 4, when: asks(chapters.PlayCard, 0, sofar(4, 3)),
			setting: setting{w: 100, h: 30},
		},
		{
			name: "ring", chapter: "1", players: 4,
			when:    asks(chapters.PlayCard, tricks.NoSeat, sofar(0, 1), mayPlay(tricks.OneRing)),
			setting: setting{humans: []tricks.Seat{0, 1, 2, 3}}, keys: []string{"enter", "r", "1", "enter"},
		},
		{
			name: "trick-end", chapter: "2", players: 4, when: asks(chapters.PlayCard, 0, sofar(2, 3)),
			keys: []string{"enter"},
		},
		{name: "solo", chapter: "2", players: 1, when: asks(chapters.PlayCard, 2, sofar(3, 1))},
		{
			name: "pyramid", chapter: "2", players: 2, when: pyramidPlays, setting: setting{humans: []tricks.Seat{0, 1}},
			keys: []string{"enter"},
		},
		{
			name: "curtain", chapter: "2", players: 4, when: asks(chapters.PlayCard, 1, sofar(2, 2)),
			setting: setting{humans: []tricks.Seat{0, 1}},
		},
		{name: "result", chapter: "2", players: 4, when: over},
		{name: "result-won", chapter: "1", players: 4, when: won},
		{name: "help", chapter: "2", players: 4, when: asks(chapters.PlayCard, 0, sofar(2, 2)), keys: []string{"?"}},
		{
			name: "help-german", chapter: "2", players: 4, when: asks(chapters.PlayCard, 0, sofar(2, 2)),
			setting: setting{lang: "de"}, keys: []string{"?"},
		},
		{
			name: "help-keys", chapter: "2", players: 4, when: asks(chapters.PlayCard, 0, sofar(2, 2)),
			keys: []string{"?", "k", "e", "y", "s", "enter"},
		},
		{
			name: "help-rule", chapter: "2", players: 4, when: asks(chapters.PlayCard, 0, sofar(2, 2)),
			keys: []string{"?", "enter"},
		},
		{
			name: "help-search", chapter: "2", players: 4, when: asks(chapters.PlayCard, 0, sofar(2, 2)),
			setting: setting{lang: "de"}, keys: []string{"?", "t", "a", "u", "s", "c", "h"},
		},
		{name: "log", chapter: "2", players: 4, when: asks(chapters.PlayCard, 0, sofar(2, 2)), keys: []string{"l"}},
		{
			name: "won", chapter: "2", players: 4, when: asks(chapters.PlayCard, 0, sofar(4, 2)),
			keys: []string{"g", "tab"},
		},
		{name: "goals", chapter: "2", players: 4, when: asks(chapters.PlayCard, 0, sofar(2, 2)), keys: []string{"g"}},
		{name: "leave", chapter: "2", players: 4, when: asks(chapters.PlayCard, 0, sofar(2, 2)), keys: []string{"q"}},
		{name: "small", chapter: "2", players: 4, when: asks(chapters.Draft, 0), setting: setting{w: 39, h: 24}},
		{
			name: "list", chapter: "2", players: 4, when: asks(chapters.PlayCard, 0, sofar(2, 2)),
			setting: setting{w: 40, h: 16},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pos, made := until(t, tt.chapter, tt.players, tt.when)
			if tt.humans == nil {
				tt.humans = alone
			}
			s := open(t, pos, made, tt.setting)
			s.press(tt.keys...)
			s.golden(tt.name)
		})
	}
}

// TestOneRingOnTheTable checks that R1 played to win (T7) is shown in full.
func TestOneRingOnTheTable(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, asks(chapters.PlayCard, 0, sofar(1, 1), mayPlay(tricks.OneRing)))
	s := open(t, pos, made, setting{humans: alone})
	s.press("r", "1", "!")
	assert.Regexp(t, `║ 1! *R ║`, s.View())
	s.fits()
}

// mayPlay is met if a card can be played.
func mayPlay(card tricks.Card) func(*chapters.Game) bool {
	return func(g *chapters.Game) bool {
		return slices.ContainsFunc(g.Options(), func(d chapters.Decision) bool { return d.Card == card })
	}
}

// pyramidPlays is met by the pyramid's turn after some tricks (S9).
func pyramidPlays(g *chapters.Game) bool {
	ask := g.View(g.Due().Decider).Ask
	return ask != nil && ask.Kind == chapters.PlayCard && ask.Decider != ask.Seat && len(g.History()) >= 4
}

func won(g *chapters.Game) bool { return g.IsOver() && g.Result() == chapters.Won }

// TestColorsAreDecoration checks that the screen says the same without colors, with NO_COLOR and with
// TERM=dumb.
func TestColorsAreDecoration(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(2, 2), choosy))
	plain := open(t, pos, made, setting{humans: alone})
	colored := open(t, pos, made, setting{humans: alone, color: true})
	assert.NotEqual(t, plain.View(), colored.View())
	equalScenes(t, plain.scene(), colored.scene())
	colored.fits()
}

// equalScenes checks that two screens, whose readers have the same language and wishes, show the same.
func equalScenes(t *testing.T, want, got *scene.Scene) {
	t.Helper()
	seen := *got
	seen.Reader = want.Reader // each has texts of its own
	assert.Equal(t, want, &seen)
}

// TestStyleIsHandedIn checks that the look of a screen depends only on the style it was given, and on
// nothing in the process: one process draws for many terminals.
func TestStyleIsHandedIn(t *testing.T) {
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(2, 2), choosy))
	frames := func() (all []string) {
		for _, color := range []bool{true, false} {
			s := open(t, pos, made, setting{humans: alone, color: color})
			for _, keys := range [][]string{{}, {"g"}, {"esc", "?"}, {"esc", "g", "tab"}, {"esc", "l"}} {
				s.press(keys...)
				all = append(all, s.View())
			}
		}
		return all
	}
	before := lipgloss.DefaultRenderer()
	t.Cleanup(func() { lipgloss.SetDefaultRenderer(before) })
	var want []string
	for i, profile := range []termenv.Profile{termenv.TrueColor, termenv.Ascii} {
		t.Setenv("CLICOLOR_FORCE", "1")
		t.Setenv("COLORTERM", "truecolor")
		if profile == termenv.Ascii {
			t.Setenv("NO_COLOR", "1")
		}
		r := lipgloss.NewRenderer(io.Discard)
		r.SetColorProfile(profile)
		lipgloss.SetDefaultRenderer(r)
		if i == 0 {
			want = frames()
			assert.Contains(t, want[0], "\x1b[", "colours")
			assert.NotContains(t, strings.Join(want[len(want)/2:], ""), "\x1b[", "none")
			continue
		}
		assert.Equal(t, want, frames())
	}
}

// TestASCII checks that --ascii draws nothing else.
func TestASCII(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "4", 3, asks(chapters.PlayCard, 0, sofar(2, 1)))
	s := open(t, pos, made, setting{humans: alone, lang: "de", ascii: true})
	for _, keys := range [][]string{
		{},
		{"g"},
		{"esc", "?"},
		{"esc", "g", "tab"},
		{"esc", "l"},
		{"esc", "q"},
		{"n", "t"},
	} {
		s.press(keys...)
		for _, r := range s.View() {
			if r > 126 {
				assert.Failf(t, "not ASCII", "%q in\n%s", r, s.View())
				break
			}
		}
	}
}

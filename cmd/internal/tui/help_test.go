package tui

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/store/memory"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"
	"fellowship/tricks"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// begin opens a game of named people and computer players after some decisions.
func begin(t testing.TB, pos chapters.Position, made []chapters.Decision, lang string, by ...string) *screen {
	t.Helper()
	opts := Options{
		Terminal: Terminal{Reader: reader.WithoutWishes(texts.New(lang)), Style: style(setting{})}, Beat: -1,
		RoundOptions: play.RoundOptions{Solve: func(context.Context) string { return "winnable" }},
	}
	s := newScreen(t, &memory.Store{}, chapters.Record{Position: pos, PlayerNames: by, Decisions: made}, opts)
	s.run(s.Init())
	return s
}

var oneFair = []string{round.Human, "fair", "fair", "fair"}

func TestHelpFrames(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(6, 2), choosy))
	for _, tt := range []struct {
		name, lang string
		by         []string
		keys       []string
	}{
		{name: "know", by: oneFair, keys: []string{"k"}},
		{name: "know-german", lang: "de", by: oneFair, keys: []string{"k"}},
		{name: "open-warn", by: oneFair, keys: []string{"o"}},
		{name: "open-answer", by: oneFair, keys: []string{"o", "o"}},
		{name: "curtain-names", by: []string{"human:Anna", "fair", "human:Ben", "fair"}},
		{name: "curtain-names-german", lang: "de", by: []string{"human:Anna", "fair", "human:Ben", "fair"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := begin(t, pos, made, tt.lang, tt.by...)
			s.press(tt.keys...)
			s.golden(tt.name)
		})
	}
}

// TestOpenCards checks that the first press only explains, and that the record notes the help before it is
// given.
func TestOpenCards(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(6, 2), choosy))
	s := begin(t, pos, made, "en", oneFair...)
	s.press("o")
	assert.Empty(t, s.home.Round().Record().Assisted, "nothing was asked yet")
	s.press("o")
	assert.Contains(t, s.View(), "Open cards:")
	assert.Equal(t, []int{len(made)}, s.home.Round().Record().Assisted)
	s.press("enter")
	assert.Equal(t, []int{len(made)}, s.home.Round().Record().Assisted, "it stays in the record")
}

// TestWhy checks that a computer player that thinks again arrives at the card it played, and explains it
// in a line.
func TestWhy(t *testing.T) {
	t.Parallel()
	s := begin(t, deal(t, "1", 4), nil, "en", oneFair...)
	s.press("k", "tab")
	assert.Contains(t, s.View(), s.viewer.theme.Texts.T("why.none"))
	for range 40 {
		if s.round.phase == trickEnd {
			break
		}
		s.press("enter")
	}
	require.Equal(t, trickEnd, s.round.phase)
	play, thought, err := s.home.Round().LastCard(1)
	require.NoError(t, err)
	d, reason, err := thought.Explain(t.Context())
	require.NoError(t, err)
	assert.Equal(t, play, d.Play())
	s.press("k", "tab")
	assert.Equal(t, s.viewer.theme.Texts.Round(&s.round.view).HeardReason(play, reason.Heard()), s.note.text)
	assert.Contains(t, s.note.text, play.Move.String())
	s.fits()
}

// TestThinkingStops checks that leaving and undoing stop a computer player that thinks, and that its later
// answer changes nothing.
func TestThinkingStops(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, asks(chapters.PlayCard, 0, sofar(1, 1)))
	for _, keys := range [][]string{{"u"}, {"ctrl+c"}} {
		s := begin(t, pos, made, "en", oneFair...)
		s.home.Pace(time.Hour, false)
		s.proceed()
		cmd := s.decide(s.answers.choice.Items[s.answers.choice.Cursor].Decision)
		require.Equal(t, waiting, s.round.phase)
		require.True(t, s.thinking.isRunning())
		assert.Contains(t, s.View(), "is thinking")
		s.press(keys...)
		assert.False(t, s.thinking.isRunning())
		late := cmd()
		require.IsType(t, doneMsg(nil), late)
		before := s.home.Round().Decisions()
		s.run(func() tea.Msg { return late })
		assert.Equal(t, before, s.home.Round().Decisions())
		assert.NoError(t, s.leaving.err)
	}
}

// TestUndoAmongPeople checks that among several people each can take back only their own last card, and
// only before the next person has looked.
func TestUndoAmongPeople(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(2, 1)))
	people := []string{"human:Anna", "human:Ben", "human:Cem", "human:Dora"}
	s := begin(t, pos, made, "en", people...)
	require.Equal(t, curtain, s.round.phase)
	s.press("enter")
	for s.round.phase == notice {
		s.press("enter")
	}
	require.Equal(t, choosing, s.round.phase)
	s.press("enter")
	require.Equal(t, curtain, s.round.phase, "the next one has not looked")
	s.press("u")
	assert.Equal(t, len(made), s.home.Round().Decisions())
	require.Equal(t, curtain, s.round.phase, "whoever pressed the key, the hand is Anna's")
	assert.Contains(t, s.View(), "Anna")
	assert.Contains(t, s.View(), s.viewer.theme.Texts.T("undo.done"), "and all are told")

	s.press("enter", "enter", "enter")
	require.NotEqual(t, tricks.Seat(0), s.round.client.LastSnapshot.Viewer)
	n := s.home.Round().Decisions()
	wrote := s.home.TableView().Event
	s.press("u")
	assert.Equal(t, n, s.home.Round().Decisions(), "Ben cannot take back Anna's card")
	assert.Equal(t, wrote, s.home.TableView().Event)
	assert.Contains(t, s.flat(), "your own last decision")
	s.fits()
}

// TestCurtainWaits checks that only Enter lifts a curtain: no time, no click and
// no other key.
func TestCurtainWaits(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 1, sofar(2, 2)))
	s := begin(t, pos, made, "en", "human:Anna", "human:Ben", "fair", "fair")
	s.wishes(settings.Settings{Mouse: true, Auto: true})
	for _, k := range []string{"x", "k", "l", "g", "tab", "o", "right", "h"} {
		s.press(k)
		require.Equal(t, curtain, s.round.phase, k)
		s.curtained()
	}
	s.Update(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionPress, X: 40, Y: 12})
	s.Update(doneMsg(s.autoContinue(s.round.turn)))
	assert.Equal(t, curtain, s.round.phase)
	assert.NotContains(t, s.View(), "[")
	s.press("enter")
	assert.NotEqual(t, curtain, s.round.phase)
}

// TestMouse clicks on each answer: the first click selects it, the second takes it.
func TestMouse(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(2, 2), choosy))
	for _, size := range [][2]int{{46, 30}, {80, 24}, {100, 30}, {130, 40}} {
		s := begin(t, pos, made, "en", oneFair...)
		s.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		click := func(x, y int) {
			_, cmd := s.Update(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionPress, X: x, Y: y})
			s.run(cmd)
		}
		place := func(item int) (x, y int) {
			s.View()
			i := slices.IndexFunc(s.answers.areas, func(h felt.HitArea) bool { return h.Item == item })
			require.GreaterOrEqual(t, i, 0, "every card is drawn")
			h := s.answers.areas[i]
			code := s.answers.choice.Items[item].Label
			lines := strings.Split(s.View(), "\n")
			assert.Contains(t, cardsIn(strings.Join(cellsOf(lines[h.Y+1])[h.X:h.X+h.W], "")), code,
				"the card is where the mouse hits it")
			return h.X + 1, h.Y + 1
		}
		at := s.answers.choice.Cursor
		click(place(at))
		assert.Equal(t, len(made), s.home.Round().Decisions(), "without the mouse switched on nothing happens")
		s.wishes(settings.Settings{Mouse: true})
		for item := range s.answers.choice.Items {
			s.answers.choice.Cursor = at
			x, y := place(item)
			if item == at {
				continue
			}
			click(x, y)
			assert.Equal(t, item, s.answers.choice.Cursor)
		}
		s.answers.choice.Cursor = at
		click(place(at))
		assert.Greater(t, s.home.Round().Decisions(), len(made), "a click on the cursor takes the card")
	}
}

// cellsOf returns the cells of a line without wide characters.
func cellsOf(line string) []string { return strings.Split(line, "") }

// TestMouseInLists clicks on a character in the draft.
func TestMouseInLists(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.Draft, 0))
	s := begin(t, pos, made, "en", oneFair...)
	s.wishes(settings.Settings{Mouse: true})
	s.View()
	at := s.answers.areas[slices.IndexFunc(s.answers.areas, func(h felt.HitArea) bool { return h.Item == 1 })]
	s.Update(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionPress, X: at.X + 8, Y: at.Y})
	assert.Equal(t, 1, s.answers.choice.Cursor)
}

// TestOtherKeys checks that a key can be another one, and that the help says so.
func TestOtherKeys(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(1, 2)))
	s := begin(t, pos, made, "en", oneFair...)
	s.acts = play.Bind(s.viewer.theme.Texts, map[string][]string{"goals": {"z"}}, newBoardActs(s.viewer.theme.Texts)...)
	s.press("g")
	assert.Empty(t, s.on.Overlays)
	s.press("z")
	assert.NotEmpty(t, s.on.Overlays)
	s.press("esc", "?", "k", "e", "y", "s", "enter")
	assert.Contains(t, s.View(), "z goals")
}

// TestSpaceTurnsPages checks that a space turns the pages of the rules, and skips nothing.
func TestSpaceTurnsPages(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, asks(chapters.PlayCard, 0, sofar(1, 1)))
	s := begin(t, pos, made, "en", oneFair...)
	s.press("?", "k", "e", "y", "s", "enter")
	more := s.viewer.theme.Texts.T("page.more")
	require.Contains(t, s.View(), more)
	before := s.home.TableView().Event
	s.press(" ")
	assert.NotContains(t, s.View(), more)
	s.press(" ")
	assert.NotEmpty(t, s.on.Overlays)
	s.press("esc", "esc", "esc")
	assert.Empty(t, s.on.Overlays)
	assert.Equal(t, before, s.home.TableView().Event, "nothing was taken")
}

// TestResultSolves checks that after a loss the result says whether the deal was winnable, without being
// asked.
func TestResultSolves(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, func(g *chapters.Game) bool { return g.IsOver() && g.Result() == chapters.Lost })
	s := open(t, pos, made, setting{humans: alone, solve: func(context.Context) string {
		return "It was winnable.\nHow"
	}})
	assert.Contains(t, s.View(), "It was winnable.")
	assert.Empty(t, s.on.Overlays, "nobody asked for the page")
	s.opts.Next = "fellowship play --chapter 3"
	s.opts.Replayable = true
	s.opts.Replay = func() error { return nil }
	s.golden("result-solved")
	s.press("v")
	assert.True(t, s.quit)
	assert.NotNil(t, s.leaving.interlude)
}

// TestHint checks that a hint is the decision of the strongest computer player at the same place, that the
// record counts it but not as open cards, and that it changes nothing else. Asked again, it tells its numbers.
func TestHint(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(6, 2), choosy))
	for _, lang := range []string{"en", "de"} {
		s := begin(t, pos, made, lang, oneFair...)
		s.press("d")
		assert.Equal(t, []int{len(made)}, s.home.Round().Record().Hints)
		first := s.note.text
		v := s.round.client.Look().View
		strongest, err := players.New(players.Strongest)
		require.NoError(t, err)
		d, r, err := strongest.Think(t.Context(), &v, players.Source(0, len(made)), true)
		require.NoError(t, err)
		assert.Equal(t, s.viewer.theme.Texts.Round(&v).Hint(d, r), first)
		assert.NotContains(t, first, "%!")
		assert.Contains(t, v.Ask.Options, d)
		s.whole("hint-" + lang)
		s.golden("hint-" + lang)
		s.press("d")
		numbers := s.viewer.theme.Texts.Round(&v).HintNumbers(d, r)
		assert.NotEqual(t, first, numbers)
		assert.Equal(t, numbers, s.note.text)
		s.golden("hint-numbers-" + lang)
		record := s.home.Round().Record()
		assert.Equal(t, []int{len(made)}, record.Hints, "the numbers are no further hint")
		assert.Empty(t, record.Assisted)
		assert.Equal(t, choosing, s.round.phase)
	}
}

// TestHintIsTaken checks that Enter plays the card of a hint, also after several hints.
func TestHintIsTaken(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(6, 2), choosy))
	s := begin(t, pos, made, "en", oneFair...)
	s.press("d", "d", "k", "tab", "d")
	advice := *s.answers.advice
	for s.home.Round().Decisions() == len(made) {
		s.press("enter") // the One Ring asks more
	}
	assert.Equal(t, advice, s.home.Round().Reveal().Decisions()[len(made)])
}

// TestHintStays checks that a hint for the second part of an answer keeps that part. A hint for each part
// is taken with one Enter each.
func TestHintStays(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.Exchange, 0, func(g *chapters.Game) bool {
		all := g.Options()
		return slices.ContainsFunc(all, func(d chapters.Decision) bool { return d.Target != all[0].Target })
	}))
	s := begin(t, pos, made, "en", oneFair...)
	for _, to := range []string{"left", "right", "right"} { // whatever partner was chosen before
		s.press(to, "enter", "d")
		assert.NotEqual(t, scene.Opening, s.answers.choice.Step)
		assert.Equal(t, *s.answers.advice, s.answers.choice.Selected().Decision)
		s.press("esc")
	}
	s.press("d", "enter", "d")
	advice := *s.answers.advice
	s.press("enter")
	assert.Equal(t, advice, s.home.Round().Reveal().Decisions()[len(made)])
}

// TestHintToExchangeWithNobody checks that a hint to decline an exchange leads back from the question which
// card to pass.
func TestHintToExchangeWithNobody(t *testing.T) {
	t.Parallel()
	declines := func(d chapters.Decision) bool { return d.Target == tricks.NoSeat }
	pos, made := until(t, "8", 1, func(g *chapters.Game) bool {
		all := g.Options()
		return g.Due().Kind == chapters.Exchange && len(all) > 1 && slices.ContainsFunc(all, declines)
	})
	s := open(t, pos, made, setting{humans: alone})
	s.press("enter")
	require.NotEqual(t, scene.Opening, s.answers.choice.Step)
	options := s.round.view.Ask.Options
	s.answers.selectAdvice(&options[slices.IndexFunc(options, declines)])
	assert.Equal(t, scene.Opening, s.answers.choice.Step)
	assert.Equal(t, *s.answers.advice, s.answers.choice.Selected().Decision)
}

// TestHintIsReadInFull checks that a hint is shown in full in any window and for any kind of decision:
// below the cards if there is room, otherwise on its own page.
func TestHintIsReadInFull(t *testing.T) {
	t.Parallel()
	for _, at := range []struct {
		chapter string
		players int
		kind    chapters.DecisionKind
	}{
		{"2", 4, chapters.Draft},
		{"2", 4, chapters.Exchange},
		{"2", 4, chapters.PlayCard},
		{"2", 2, chapters.PlayCard},
		{"1", 1, chapters.Exchange},
		{"1", 1, chapters.PlayCard},
	} {
		pos, made := until(t, at.chapter, at.players, func(g *chapters.Game) bool {
			a := g.View(g.Due().Decider).Ask
			return a != nil && a.Kind == at.kind && a.Decider == 0 && len(a.Options) > 1
		})
		for _, lang := range []string{"en", "de"} {
			for _, size := range [][2]int{{46, 30}, {80, 24}, {130, 40}} {
				for _, long := range []bool{false, true} {
					s := begin(t, pos, made, lang, oneFair[:len(pos.Hands)]...)
					s.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					v := s.round.client.Look().View
					// As if somebody had thought so.
					o := v.Ask.Options
					r := players.Reason{
						Options: len(o), Worlds: 24, Won: 18, Best: players.Judged{Decision: o[0], Won: 18},
						Second: &players.Judged{Decision: o[len(o)-1], Won: 19},
					}
					if long {
						r.Key = &players.KeyCard{
							Card: 3, Seat: tricks.Seat(len(v.Seats) - 1), HeldWorlds: 12,
							HeldWins: 10, OtherWorlds: 12, OtherWins: 8,
						}
					}
					s.run(s.showAnswer(s.viewer.theme.Texts.Round(&v).Hint(o[0], r), "tui.page.answer"))
					s.fits()
					words := strings.Join(strings.Fields(s.viewer.theme.Texts.Round(&v).Hint(o[0], r)), " ")
					assert.Contains(t, strings.Join(strings.Fields(s.View()), " "), words, "%v", at)
					s.press("esc")
					assert.Empty(t, s.on.Overlays)

					// What the solver says is read in full, too.
					opened := s.viewer.theme.Texts.Round(&v).OpenCards(o[:min(len(o), 12)], o[:1], len(o)+12)
					s.run(s.showAnswer(opened, "tui.page.answer"))
					s.fits()
					assert.Contains(t, strings.Join(strings.Fields(s.View()), " "),
						strings.Join(strings.Fields(opened), " "), "%v", at)
					s.press("esc")
					assert.Empty(t, s.on.Overlays)
				}
			}
		}
	}
}

// TestHintInATinyWindow checks that an answer that arrives while the window is too small for the table
// waits on a page until there is room.
func TestHintInATinyWindow(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(6, 2), choosy))
	s := begin(t, pos, made, "en", oneFair...)
	s.Update(tea.WindowSizeMsg{Width: 40, Height: 10})
	s.press("d")
	s.fits()
	s.Update(tea.WindowSizeMsg{Width: kit.MinWidth, Height: kit.MinHeight})
	words := strings.Join(strings.Fields(s.note.text), " ")
	require.NotEmpty(t, words)
	assert.Contains(t, strings.Join(strings.Fields(s.View()), " "), words)
}

// TestAnswerAtTheEnd checks that a long answer is shown in full on the page of the result, too.
func TestAnswerAtTheEnd(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, func(g *chapters.Game) bool { return g.IsOver() })
	s := begin(t, pos, made, "de", "fair", "fair", "fair", "fair")
	require.Equal(t, finished, s.round.phase)
	d := made[len(made)-1]
	r := players.Reason{
		Options: 2, Worlds: 24, Won: 18, Best: players.Judged{Decision: d, Won: 18},
		Second: &players.Judged{Decision: made[len(made)-2], Won: 19},
	}
	reason := s.viewer.theme.Texts.Round(&s.round.view).Hint(d, r)
	s.run(s.showAnswer(reason, ""))
	assert.Contains(t, strings.Join(strings.Fields(s.View()), " "), reason)
	s.fits()
}

// TestHelpColumns checks that the columns of the help are aligned in ASCII, too, which writes some letters
// as two.
func TestHelpColumns(t *testing.T) {
	t.Parallel()
	bind := func(k, does string) key.Binding { return key.NewBinding(key.WithKeys(k), key.WithHelp(k, does)) }
	th := kit.NewTheme(texts.New("de"), kit.TermProfile{Colors: termenv.Ascii, ASCII: true})
	lines := th.HelpColumns([][]key.Binding{
		{bind("w", "jede Möglichkeit"), bind("f", "suchen")},
		{bind("q", "verlassen"), bind("l", "Log")},
	}, 60)
	require.Len(t, lines, 2)
	assert.Contains(t, lines[0], "Moeglichkeit")
	assert.Equal(t, strings.Index(lines[0], "q verlassen"), strings.Index(lines[1], "l Log"))
}

// TestKeysWithInk checks that the page of keys is complete with colors, on a narrow screen as well: it has
// no character that a terminal does not show, and no column is left out.
func TestKeysWithInk(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, func(g *chapters.Game) bool { return g.Stage() == chapters.StagePlay })
	for _, lang := range []string{"en", "de"} {
		for _, size := range [][2]int{{46, 30}, {80, 24}, {120, 40}} {
			s := begin(t, pos, made, lang, "human", "fair", "fair", "fair")
			s.viewer.theme = kit.NewTheme(texts.New(lang), kit.TermProfile{Colors: termenv.ANSI})
			s.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			drawn := texts.Clean(strings.Join(s.helpText(size[0]-4), "\n"))
			require.NotContains(t, drawn, "\ufffd")
			shown := ansi.Strip(drawn)
			for _, column := range s.acts.Columns(s.Model) {
				for _, key := range column {
					require.Contains(t, shown, key.Label, "%s %v", lang, size)
				}
			}
		}
	}
}

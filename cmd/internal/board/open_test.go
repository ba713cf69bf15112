package board

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/felt/felttest"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// windows are those that everything has to be seen in.
var windows = [][2]int{{40, 22}, {60, 20}, {46, 30}, {60, 34}, {80, 24}, {99, 26}, {100, 30}, {120, 40}, {200, 60}}

// opened is a round with open cards, seen from a seat, with nothing on it in words, so that no card's
// code stands there but for the card itself.
func opened(g *chapters.Game, bottom tricks.Seat) *scene.Scene {
	v := hindsight.View(g)
	if v.Seats[bottom].Rows != nil {
		bottom = (bottom + 1) % tricks.Seat(len(v.Seats))
	}
	b := scene.New(reader.WithoutWishes(texts.New("en")), &v, bottom)
	s := b.Scene()
	if v.Stage == chapters.StageDraft {
		b.AddPool(s)
	}
	for i := range s.Seats {
		s.Seats[i].WantedCard = tricks.NoCard
		s.Seats[i].Goal = "a goal of some words"
	}
	s.Facts = []string{"a fact"}
	s.News = []string{"news"}
	s.Prompt = "a question that is asked?"
	s.Remark, s.Coach = strings.Repeat("words ", 20), strings.Repeat("advice ", 15)
	s.Cursor = 0
	return s
}

// lying returns the cards of the chips in a frame, each of them as often as it stands there.
func lying(frame string) map[string]int {
	out := map[string]int{}
	for _, word := range strings.FieldsFunc(frame, func(r rune) bool {
		return !(r >= '0' && r <= '9' || r >= 'A' && r <= 'Z')
	}) {
		if len(word) > 1 && strings.ContainsRune("HMFSRVB", rune(word[0])) {
			for _, rank := range word[1:] {
				if rank >= '1' && rank <= '9' {
					out[word[:1]+string(rank)]++
				}
			}
		}
	}
	for row := range strings.FieldsFuncSeq(frame, func(r rune) bool { return r == '\n' || r == '│' || r == '║' }) {
		rank := ""
		for suit := range strings.FieldsSeq(row) { // the row of a card has its rank and its suit
			if len(rank) == 1 && rank >= "1" && rank <= "9" && strings.ContainsAny(suit[:1], "HMFSRVB") {
				out[suit[:1]+rank]++
			}
			rank = suit
		}
	}
	return out
}

// seen checks that every card that lies open is on the board, in the windows whose turn it is.
func seen(t *testing.T, name string, s *scene.Scene, turn int) {
	t.Helper()
	th := kit.NewTheme(texts.New("en"), kit.TermProfile{Colors: termenv.Ascii})
	for at := turn % 3; at < len(windows); at += 3 {
		w := windows[at]
		g, _ := Draw(th, s, []felt.Key{{Name: "enter", Label: "play"}}, w[0], w[1])
		frame := g.Plain()
		chips := lying(frame)
		for i := range s.Things {
			for _, c := range s.Things[i].Cards {
				if c.Valid() && chips[c.String()] == 0 {
					assert.Failf(t, "a card is not seen", "%s at %dx%d: %s %s\n%s", name, w[0], w[1],
						s.Things[i].Name, c, frame)
					return
				}
			}
		}
		for _, seat := range s.Seats {
			cards := slices.Concat(append([][]tricks.Card{seat.Open, seat.Extra}, seat.Rows...)...)
			for _, c := range cards {
				if c.Valid() && chips[c.String()] == 0 {
					assert.Failf(t, "a card is not seen", "%s at %dx%d: %s's %s\n%s", name, w[0], w[1], seat.Name, c,
						frame)
					return
				}
			}
		}
	}
}

// TestOpenHandsAreSeen checks that every card of an open hand and every card on the felt is drawn: in each
// chapter from the draft to the last trick, and in each puzzle. Each scene is drawn in a third of the windows.
func TestOpenHandsAreSeen(t *testing.T) {
	lib := chapters.Default()
	all, err := puzzle.All()
	require.NoError(t, err)
	for i := range all {
		g, err := lib.NewGame(all[i].Position())
		require.NoError(t, err)
		seen(t, fmt.Sprint("puzzle ", all[i].ID), opened(g, max(g.Due().Seat, 0)), i)
	}
	for i, id := range lib.DealIDs(3) {
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		for n := 0; !g.IsOver(); n++ {
			if n%5 == 0 && g.Stage() == chapters.StagePlay || g.Stage() == chapters.StageDraft {
				seen(t, id.String(), opened(g, 0), i+n)
			}
			options := g.Options()
			require.NoError(t, g.Apply(options[n*7%len(options)]))
			if t.Failed() {
				return
			}
		}
	}
}

// TestBoardsCanBeRead: on a dark and on a light terminal, in all colours and in 256, every cell of a
// board is painted and every text on it can be read.
func TestBoardsCanBeRead(t *testing.T) {
	lib := chapters.Default()
	for i, id := range lib.DealIDs(4) {
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		for n := 0; !g.IsOver(); n++ {
			if n%11 == i%11 {
				v := g.View(max(g.Due().Decider, 0))
				s := scene.New(reader.WithoutWishes(texts.New("de")), &v, v.Player).Scene()
				s.Coach = "advice"
				s.Remark = "a warning"
				s.Tone = scene.Warning
				if v.Ask != nil {
					q := scene.Question{Reader: reader.WithoutWishes(texts.New("de")), View: &v, Ask: v.Ask}
					c := q.Chooser()
					s.AddQuestion(&c)
				}
				w := windows[n%len(windows)]
				th := kit.NewTheme(texts.New("de"),
					kit.TermProfile{Colors: []termenv.Profile{termenv.TrueColor, termenv.ANSI256}[n%2], Light: n%4 > 1})
				frame, _ := Draw(th, s, []felt.Key{{Name: "enter", Label: "play"}}, w[0], w[1])
				felttest.Legible(t, frame.String())
			}
			options := g.Options()
			require.NoError(t, g.Apply(options[n*5%len(options)]))
			if t.Failed() {
				t.Fatal(id)
			}
		}
	}
}

// TestNothingMovesWithTheCursor checks that only the row of cards and the remark below it change while the
// person moves from card to card.
func TestNothingMovesWithTheCursor(t *testing.T) {
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "2", Players: 4, Seed: 7})
	require.NoError(t, err)
	g, err := chapters.Default().NewGame(pos)
	require.NoError(t, err)
	th := kit.NewTheme(texts.New("en"), kit.TermProfile{Colors: termenv.TrueColor})
	s := opened(g, 0)
	s.List = false
	s.Answers = nil
	for _, w := range windows {
		above := ""
		for i := range s.Hand {
			s.Cursor = i
			s.Remark = strings.Repeat("words ", 1+3*i)
			for k := range s.Hand {
				s.Hand[k].Detail = strings.Repeat("words ", 1+3*k)
				s.Hand[k].Ok = k%2 == 0
			}
			frame, _ := Draw(th, s, nil, w[0], w[1])
			rail, _, _ := strings.Cut(frame.Plain(), "a question")
			if above == "" {
				above = rail
			}
			assert.Equal(t, above, rail, "%v", w)
		}
	}
}

// TestGoalsGiveUpTheirRows checks that a narrow window shows the goals in words as long as it has room for the whole
// remark, and that a longer remark then has their rows.
func TestGoalsGiveUpTheirRows(t *testing.T) {
	id, err := chapters.ParseDealID("c12p2s4")
	require.NoError(t, err)
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	g, err := chapters.Default().NewGame(pos)
	require.NoError(t, err)
	for g.Stage() != chapters.StagePlay {
		require.NoError(t, g.Apply(g.Options()[0]))
	}
	th := kit.NewTheme(texts.New("en"), kit.TermProfile{Colors: termenv.Ascii})
	s := opened(g, 0)
	s.List, s.Setup, s.Answers = false, false, nil
	s.Coach = ""
	for words := 1; words < 200; words++ {
		s.Remark = strings.Repeat("words ", words) + "finish"
		frame, _ := Draw(th, s, nil, 46, 30)
		if !strings.Contains(frame.Plain(), "a goal of some words") {
			assert.Contains(t, frame.Plain(), "finish", "the remark is shown to its end")
			return
		}
		require.Contains(t, frame.Plain(), "finish", "the goals have their rows although the remark lacks one")
	}
	require.Fail(t, "the goals never gave up their rows")
}

// TestPeopleAreNamed checks that a seat shows the name of its person, and leaves out the number of cards if
// there is no room for both.
func TestPeopleAreNamed(t *testing.T) {
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "2", Players: 4, Seed: 7})
	require.NoError(t, err)
	g, err := chapters.Default().NewGame(pos)
	require.NoError(t, err)
	th := kit.NewTheme(texts.New("en"), kit.TermProfile{Colors: termenv.Ascii})
	s := opened(g, 0)
	for _, name := range []string{"Ann", "Bernhard", "Bernadette"} {
		s.Seats[0].Name = "Gandalf"
		s.Seats[0].Role = name
		s.Seats[0].Cards = 10
		s.Seats[0].Open = nil
		frame, _ := Draw(th, s, nil, 80, 24)
		assert.Contains(t, frame.Plain(), "Gandalf ("+name+")")
		s.Setup, s.List = false, false
		frame, _ = Draw(th, s, nil, 46, 30)
		s.Setup, s.List = true, true
		assert.Contains(t, frame.Plain(), name)
	}
	s.Seats[0].Role = "Bernadette-Marie of the Bree-land"
	s.Setup = false
	s.List = false
	for _, why := range []string{"", s.Remark} { // with the facts of the seats and without
		s.Remark = why
		frame, _ := Draw(th, s, nil, 46, 30)
		assert.Contains(t, frame.Plain(), "Bernadet", "of a name that is too long there is the beginning")
	}
}

// TestFitsInNoWindow checks [Fits] in windows that are too small for any board. An answer may come while the
// window is that small.
func TestFitsInNoWindow(t *testing.T) {
	th := kit.NewTheme(texts.New("en"), kit.TermProfile{Colors: termenv.TrueColor})
	for w := range 4 {
		assert.False(t, Fits(th, &scene.Scene{}, w, w))
	}
}

// besides are the letters right before and behind a word, wherever it stands.
func besides(frame, word string) string {
	var out []rune
	parts := strings.Split(frame, word)
	for i, part := range parts {
		last, _ := utf8.DecodeLastRuneInString(part)
		if i < len(parts)-1 {
			out = append(out, last)
		}
		if first, _ := utf8.DecodeRuneInString(part); i > 0 && first != '.' {
			out = append(out, first)
		}
	}
	return string(out)
}

// glued is a letter that makes one word of two.
func glued(r rune) bool { return r == '.' || unicode.IsLetter(r) || unicode.IsNumber(r) }

// TestWordsOfASeatAreApart: between how many tricks a seat has and how its goal stands is a blank, for all goals,
// in both languages and in windows of all sizes, a third of them for each number by turns.
func TestWordsOfASeatAreApart(t *testing.T) {
	lib := chapters.Default()
	for _, lang := range []string{"en", "de"} {
		words := texts.New(lang)
		th := kit.NewTheme(words, kit.TermProfile{Colors: termenv.TrueColor})
		for _, id := range lib.DealIDs(1) {
			pos, err := lib.Deal(id)
			require.NoError(t, err)
			g, err := lib.NewGame(pos)
			require.NoError(t, err)
			for g.Stage() != chapters.StagePlay {
				require.NoError(t, g.Apply(g.Options()[0]))
			}
			v := g.View(max(g.Due().Decider, 0))
			for _, n := range []int{0, 3, 8, 13} {
				s := scene.New(reader.WithoutWishes(words), &v, v.Player).Scene()
				status := scene.Met
				word := words.T("scene.met")
				if n%2 > 0 {
					status = scene.Lost
					word = words.T("scene.lost")
				}
				s.Me.Status = status
				s.Me.StatusWord = word
				s.Me.Tricks = n
				for i := range s.Seats {
					s.Seats[i].Status = status
					s.Seats[i].StatusWord = word
					s.Seats[i].Tricks = n
				}
				for at := n % 3; at < len(windows); at += 3 {
					w := windows[at]
					frame, _ := Draw(th, s, nil, w[0], w[1])
					if beside := besides(frame.Plain(), word); strings.ContainsFunc(beside, glued) {
						assert.Fail(t, "nothing is between", "%s %s %v: %q beside %s in\n%s", lang, id, w, beside,
							word, frame.Plain())
						return
					}
				}
			}
		}
	}
}

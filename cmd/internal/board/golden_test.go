package board

import (
	"fmt"
	"strings"
	"testing"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/felt/felttest"
	"fellowship/cmd/internal/goldentest"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/share"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cardsOf returns the cards of codes such as "H3 M7".
func cardsOf(t *testing.T, codes string) (out []tricks.Card) {
	t.Helper()
	for _, code := range strings.Fields(codes) {
		c, err := tricks.ParseCard(code)
		require.NoError(t, err)
		out = append(out, c)
	}
	return out
}

// itemsOf returns items for cards. Cards before a question mark may not be chosen.
func itemsOf(t *testing.T, codes string) (out []scene.Item) {
	t.Helper()
	for _, code := range strings.Fields(codes) {
		name, refused := strings.CutSuffix(code, "?")
		out = append(out, scene.Item{Label: name, Card: cardsOf(t, name)[0], Ok: !refused})
	}
	return out
}

// wordsOf returns answers in words.
func wordsOf(labels ...string) (out []scene.Item) {
	for _, label := range labels {
		out = append(out, scene.Item{Label: label, Card: tricks.NoCard, Ok: true})
	}
	return out
}

// trickScene is a scene in the middle of a trick: one seat has an open goal, one has met its goal, one has lost it,
// and the person chooses one of seven cards.
func trickScene(t *testing.T) *scene.Scene {
	t.Helper()
	return &scene.Scene{
		Title: "2  The Shadow of the Past", Number: "Chapter 2", Stage: "trick 3 of 9", Brief: "trick 3/9",
		Done: 2, TrickCount: 9, States: []string{"saved", "s"},
		Seats: []scene.Seat{
			{
				Index: 1, ID: "frodo", Name: "Frodo", Letters: "F", Goal: "win at least 2 Rings",
				WantedCard: tricks.NoCard, Count: scene.Count{Reached: 1, Need: 2, Most: 2}, Cards: 7, Tricks: 1,
				Leads: true,
			},
			{
				Index: 2, ID: "sam", Name: "Sam", Letters: "S", Role: "Ann", Goal: "", WantedCard: cardsOf(t, "H3")[0],
				Status: scene.Met, StatusWord: "met", Cards: 7, Tricks: 1, Facts: []string{"threat 3"},
			},
			{
				Index: 3, ID: "pippin", Name: "Pippin", Letters: "P", Goal: "fewest tricks", WantedCard: tricks.NoCard,
				Status: scene.Lost, StatusWord: "lost", Cards: 7, Tag: "thinks", Turn: true,
				Facts: []string{"threat 7", "Hills open"},
			},
		},
		Me: scene.Seat{
			ID: "merry", Name: "Merry", Letters: "M", Role: "you", Goal: "1 or 2 tricks", WantedCard: tricks.NoCard,
			Count: scene.Count{Need: 1, Most: 2}, Cards: 7,
		},
		Plays: []scene.Play{
			{Seat: 1, Name: "Frodo", Card: cardsOf(t, "M3")[0], Led: true},
			{Seat: 2, Name: "Sam", Card: cardsOf(t, "M7")[0], Best: true},
			{Seat: 3, Name: "Pippin", Card: tricks.NoCard, Turn: true},
			{Name: "you", Card: tricks.NoCard, Me: true},
		},
		Things: []scene.Thing{{Name: "lost card", Cards: cardsOf(t, "F4")}},
		Facts:  []string{"Rings may be led"},
		News:   []string{"Sam's goal is met."},
		Ended: []scene.EndedTrick{
			{Number: 2, Cards: cardsOf(t, "H1 H3 H2 F8"), Best: 1, Winner: "Sam", ID: "sam", Letters: "S"},
			{Number: 1, Cards: cardsOf(t, "S1 S3 R1 S8"), Best: 2, Winner: "Frodo", ID: "frodo", Letters: "F"},
		},
		Prompt: "Your turn: follow with Mountains (T4).", IsAsked: true,
		Hand: itemsOf(t, "H4? H7? M1 M5 F2? S6? R2?"), Cursor: 3, Hint: cardsOf(t, "M1")[0], Chosen: tricks.NoCard,
		Remark: "M7 is higher: M5 cannot win this trick.", Coach: "You must follow with Mountains.",
	}
}

// pyramidScene is a scene for two players with the pyramid at a seat (S9).
func pyramidScene(t *testing.T) *scene.Scene {
	t.Helper()
	s := trickScene(t)
	s.Seats = s.Seats[:2]
	s.Seats[1].Role = "pyramid"
	s.Seats[1].Rows = [][]tricks.Card{
		{cardsOf(t, "H8")[0], tricks.Closed},
		{tricks.Closed, tricks.NoCard, cardsOf(t, "F1")[0]},
		cardsOf(t, "S1 S2 R4 M8"),
	}
	s.Seats[1].Extra = cardsOf(t, "F7 F8")
	s.Plays = []scene.Play{s.Plays[0], {Seat: 2, Name: "Sam", Card: tricks.Closed, SaidSuit: tricks.Mountains}, s.Plays[3]}
	return s
}

// draftScene is a scene in which a character is chosen (S4).
func draftScene(t *testing.T) *scene.Scene {
	t.Helper()
	s := trickScene(t)
	s.Stage, s.Brief = "draft", "draft"
	s.Done, s.TrickCount = 0, 0
	s.Setup, s.List = true, true
	s.Plays, s.Ended = nil, nil
	s.Prompt = "Which character do you take?"
	s.Answers = []scene.Item{
		{
			Label: "Bilbo", ID: "bilbo", Card: tricks.NoCard, Ok: true, Digit: '1', Note: "win exactly 3 tricks",
			ShortNote: "exactly 3 tricks", IsRequired: true, Letters: "B",
			Setup: "draw a threat card, then exchange with Merry",
		},
		{
			Label: "Gandalf", ID: "gandalf", Card: tricks.NoCard, Ok: true, Digit: '2', Note: "win at least one trick",
			ShortNote: "1 trick", Letters: "G",
		},
		{
			Label: "Merry", ID: "merry", Card: tricks.NoCard, Digit: '3', Note: "win one or two tricks",
			ShortNote: "1 or 2 tricks", Letters: "M",
		},
	}
	s.Cursor = 1
	return s
}

// setupScene is a scene before the first trick with answers in words.
func setupScene(t *testing.T) *scene.Scene {
	t.Helper()
	s := trickScene(t)
	s.Stage, s.Brief = "setup", "setup"
	s.Done, s.TrickCount = 0, 0
	s.Setup = true
	s.Plays, s.Ended = nil, nil
	s.News = []string{"Sam drew the threat 3.", "Frodo passed a card to Sam."}
	s.Prompt = "With whom do you exchange?"
	s.Answers = wordsOf("1 Frodo", "2 Sam", "3 Pippin", "no exchange")
	s.Answers[2].Ok = false
	s.Cursor = 1
	return s
}

// passScene is a scene before the first trick in which a card is passed on.
func passScene(t *testing.T) *scene.Scene {
	t.Helper()
	s := setupScene(t)
	s.Answers = nil
	s.Prompt = "Which card do you pass to Sam?"
	s.Receiver = "Sam"
	s.Cursor = 2
	return s
}

// ringScene is a scene that asks whether R1 is to win (T7), with the hand above the answers.
func ringScene(t *testing.T) *scene.Scene {
	t.Helper()
	s := trickScene(t)
	s.Hand = itemsOf(t, "H4? M1? R1 R2?")
	s.Chosen = tricks.OneRing
	s.Answers = wordsOf("win the trick", "lose it")
	s.Cursor = 0
	s.Hint = tricks.NoCard
	return s
}

// openScene is a scene in which all hands lie open, as in solo and puzzles.
func openScene(t *testing.T) *scene.Scene {
	t.Helper()
	s := trickScene(t)
	for i, hand := range []string{"H1 H2 H5 M2 R3", "H6 H8 M4 M6 M8 F1 F3 S1 S2 S3 S5", "V1"} {
		s.Seats[i].Open = cardsOf(t, hand)
		s.Seats[i].Cards = len(s.Seats[i].Open)
	}
	s.OwnHand = cardsOf(t, "H3 S4")
	s.Owner = "Sam"
	return s
}

// longNames is a scene with names, goals and facts that are too long for their places.
func longNames(t *testing.T) *scene.Scene {
	t.Helper()
	s := trickScene(t)
	s.Title = "12  A Chapter With a Title That Does Not End Before the Window Does, Nor Long Behind It"
	for i := range s.Seats {
		s.Seats[i].Name = "Barliman Butterbur of Bree"
		s.Seats[i].Role = "Bernadette-Marie of the Bree-land"
		s.Seats[i].Goal = "win exactly as many tricks as the seats to the left and right together"
		s.Seats[i].Facts = []string{"threat 5", "the Horn: Hills and Mountains", "a fact that is told in many words"}
		s.Plays[i].Name = "Barliman Butterbur of Bree"
	}
	s.Me.Name = "Barliman Butterbur of Bree"
	s.Me.Goal = "win exactly as many tricks as the seats to the left and right together"
	s.Prompt = strings.Repeat("A question that takes more than one row. ", 3)
	s.Remark = strings.Repeat("A remark that takes more than one row. ", 3)
	return s
}

// bridgeScene is a scene with a side deck whose sum must be reached (C14).
func bridgeScene(t *testing.T) *scene.Scene {
	t.Helper()
	s := trickScene(t)
	s.Things = []scene.Thing{
		{Name: "Balrog", Cards: cardsOf(t, "H2 H6 F5"), Sum: 10, Least: 13, Bad: true},
		{Name: "pile", Cards: []tricks.Card{tricks.Closed}, Count: 12},
	}
	s.Facts = []string{"Rings may not be led", "the trick needs a sum of 13"}
	return s
}

// trackScene is a replayed round: its tricks take the place of the hand.
func trackScene(t *testing.T) *scene.Scene {
	t.Helper()
	s := trickScene(t)
	s.IsAsked = false
	s.Prompt = "Trick 2 of 9: Sam won it."
	s.Hand, s.Cursor = nil, -1
	for i := range 9 {
		tile := s.Ended[i%2]
		tile.Number = i + 1
		if i == 4 {
			tile.StatusWord = "lost"
			tile.Status = scene.Lost
		}
		s.Track = append(s.Track, tile)
	}
	s.ShownTrick = 2
	return s
}

// goldenKeys are the keys of every golden frame.
var goldenKeys = []felt.Key{{Name: "enter", Label: "play"}, {Name: "?", Label: "help"}, {Name: "esc", Label: "menu"}}

// plainTheme is a theme without colours.
func plainTheme(ascii bool) *kit.Theme {
	return kit.NewTheme(texts.New("en"), kit.TermProfile{Colors: termenv.Ascii, ASCII: ascii})
}

// compareFrame compares a frame with its golden file.
func compareFrame(t *testing.T, name string, g *felt.Grid) {
	t.Helper()
	goldentest.Compare(t, name+".txt", g.Plain()+"\n")
}

// TestFrames compares the frames of scenes of all kinds with golden files, in windows of all shapes.
func TestFrames(t *testing.T) {
	for _, tt := range []struct {
		name    string
		scene   func(*testing.T) *scene.Scene
		windows [][2]int
	}{
		{"trick", trickScene, [][2]int{{80, 24}, {46, 30}, {100, 30}, {120, 40}, {200, 50}, {40, 18}}},
		{"pyramid", pyramidScene, [][2]int{{80, 24}, {46, 30}, {120, 40}, {40, 22}}},
		{"draft", draftScene, [][2]int{{80, 24}, {46, 30}, {40, 18}, {120, 40}}},
		{"setup", setupScene, [][2]int{{80, 24}, {46, 30}, {120, 40}}},
		{"pass", passScene, [][2]int{{80, 24}, {46, 30}, {120, 40}}},
		{"ring", ringScene, [][2]int{{80, 24}, {46, 30}, {40, 18}}},
		{"open", openScene, [][2]int{{80, 24}, {46, 30}, {120, 40}}},
		{"long", longNames, [][2]int{{80, 24}, {46, 30}, {40, 22}}},
		{"bridge", bridgeScene, [][2]int{{80, 24}, {46, 30}, {120, 40}}},
		{"track", trackScene, [][2]int{{80, 24}, {46, 30}}},
	} {
		for _, w := range tt.windows {
			g, _ := Draw(plainTheme(false), tt.scene(t), goldenKeys, w[0], w[1])
			compareFrame(t, fmt.Sprintf("%s-%dx%d", tt.name, w[0], w[1]), g)
		}
	}
	g, _ := Draw(plainTheme(true), trickScene(t), goldenKeys, 80, 24)
	compareFrame(t, "ascii-80x24", g)
	for _, r := range g.Plain() {
		require.Less(t, r, rune(0x80), "in ASCII there are no other characters")
	}
}

// testBlock returns a block of nine tiles.
func testBlock() *share.Block {
	frodo := share.Seat{ID: "frodo", Name: "Frodo", Letters: "F"}
	sam := share.Seat{ID: "sam", Name: "Sam", Letters: "S"}
	block := &share.Block{Name: "c02p4s7", Line: "c02p4s7 · won · 1 hint · no undo"}
	for n := range 9 {
		tile := share.Tile{Number: n + 1, Played: true, Winner: frodo}
		if n%3 == 1 {
			tile.Winner = sam
		}
		block.Tiles = append(block.Tiles, tile)
	}
	block.Tiles[2].Met = []share.Seat{sam}
	block.Tiles[8].Met = []share.Seat{frodo, sam}
	block.Tiles[4].Failed = []share.Seat{frodo}
	return block
}

// TestEndFrames compares the pages at the end of a round with golden files.
func TestEndFrames(t *testing.T) {
	seats := trickScene(t)
	page := func(change func(*scene.End)) *scene.End {
		e := &scene.End{
			Title: "2  The Shadow of the Past", States: []string{"trick 9 of 9", "trick 9/9"}, BreakingCard: -1,
			RevealedGoals: 4, Next: "Play chapter 3",
			Lines: []string{"It took ten minutes, and two cards could have been played otherwise."},
		}
		for _, seat := range append([]scene.Seat{seats.Me}, seats.Seats...) {
			e.Seats = append(e.Seats, scene.Outcome{
				Seat: seat, Verdict: "met", Progress: []string{"Rings 2 of 2  tricks 3", "2 of 2", "3 tricks"},
			})
		}
		change(e)
		return e
	}
	for _, tt := range []struct {
		name    string
		page    *scene.End
		windows [][2]int
	}{
		{"end-won", page(func(e *scene.End) {
			e.Won = true
			e.Banner = "You have won!"
			e.Stars = stars.Of(true, false, true, true)
			e.Wish = "The second star: win without a hint."
			e.Block = testBlock()
			e.BlockWords = scene.BlockWords{Won: "won by", Met: "goals", Lost: "lost"}
		}), [][2]int{{80, 24}, {46, 30}, {120, 40}}},
		{"end-lost", page(func(e *scene.End) {
			e.Banner = "The round is lost."
			e.More = []string{"Sam won trick 3, and Pippin's goal was out of reach."}
			e.Trick = seats.Plays
			e.Trick[2].Card = cardsOf(t, "R1")[0]
			e.BreakingCard = 2
			e.Seats[3].Verdict = "lost"
			e.Block = testBlock()
			e.BlockWords = scene.BlockWords{Won: "won by", Met: "goals", Lost: "lost"}
			share.MarkLost(e.Block.Tiles, 6)
		}), [][2]int{{80, 24}, {46, 30}, {120, 40}}},
		{"end-open", page(func(e *scene.End) {
			e.Open = true
			e.Banner = "The round was stopped."
			e.RevealedGoals = 0
		}), [][2]int{{80, 24}, {46, 30}}},
	} {
		for _, w := range tt.windows {
			compareFrame(t, fmt.Sprintf("%s-%dx%d", tt.name, w[0], w[1]),
				DrawEnd(plainTheme(false), tt.page, goldenKeys, w[0], w[1]))
		}
	}
}

// TestCurtainFrames compares curtains with golden files: with a known and an unknown person, with and without news, and
// with a question in place of the button.
func TestCurtainFrames(t *testing.T) {
	curtain := &Curtain{
		Title: "2  The Shadow of the Past", States: []string{"trick 3 of 9"}, ID: "sam", Letters: "S", Name: "Ben",
		Lines: []string{"plays Sam", "Only Ben should see these cards."}, Button: "I am Ben: show my cards",
	}
	news := *curtain
	news.News = []string{"Frodo won trick 2:", "H1 H3 H2 F8"}
	news.Note = "Ann has taken a card back."
	question := *curtain
	question.Button = ""
	question.Note = "Leave the game? It is saved."
	question.Name = "seat 3"
	question.ID = ""
	for name, c := range map[string]*Curtain{"": curtain, "-news": &news, "-question": &question} {
		for _, w := range [][2]int{{80, 24}, {46, 30}, {100, 30}, {40, 18}} {
			for _, ascii := range []bool{false, true} {
				g := DrawCurtain(plainTheme(ascii), c, goldenKeys, w[0], w[1])
				if !ascii {
					compareFrame(t, fmt.Sprintf("curtain%s-%dx%d", name, w[0], w[1]), g)
				}
				text := strings.Join(strings.Fields(g.Plain()), " ")
				for _, line := range append(c.Lines, c.News...) {
					assert.Contains(t, strings.ReplaceAll(text, "| ", ""), line)
				}
				assert.Contains(t, text, c.Name)
				assert.Contains(t, text, c.Button)
				assert.Contains(t, text, c.Note)
			}
		}
	}
	for _, light := range []bool{false, true} {
		for _, colors := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256} {
			th := kit.NewTheme(texts.New("en"), kit.TermProfile{Colors: colors, Light: light})
			for _, w := range [][2]int{{80, 24}, {46, 30}} {
				felttest.Legible(t, DrawCurtain(th, &news, goldenKeys, w[0], w[1]).String())
			}
		}
	}
}

// TestBoardsOfTheDraft checks that a large window shows the characters as boards beside each other, the chosen one in a
// golden frame, and that they give way to the list where they would not fit.
func TestBoardsOfTheDraft(t *testing.T) {
	theme := kit.NewTheme(texts.New("en"), kit.TermProfile{Colors: termenv.TrueColor})
	s := draftScene(t)
	g, areas := Draw(theme, s, goldenKeys, 120, 40)
	require.Len(t, areas, 3)
	rows := strings.Split(g.Plain(), "\n")
	for i, area := range areas {
		assert.Equal(t, areas[0].Y, area.Y)
		assert.Equal(t, 20, area.W)
		assert.Equal(t, 12, area.H)
		above := string([]rune(rows[area.Y-1])[area.X : area.X+area.W])
		assert.Equal(t, i == s.Cursor, above == strings.Repeat("▄", 20), "the chosen one is framed: %q", above)
	}
	assert.Contains(t, g.Plain(), "must be in")

	for len(s.Answers) < 9 {
		s.Answers = append(s.Answers, s.Answers[2])
	}
	_, areas = Draw(theme, s, goldenKeys, 120, 40)
	require.Len(t, areas, 9)
	assert.Equal(t, 1, areas[0].H, "nine boards need more rows than the felt has")
}

// TestSpotsAreWhatCanBeChosen checks that each card or answer to choose from has an area for the mouse, inside the
// window and apart from all others.
func TestSpotsAreWhatCanBeChosen(t *testing.T) {
	for name, tt := range map[string]struct {
		scene *scene.Scene
		count int
	}{
		"cards":   {trickScene(t), 7},
		"draft":   {draftScene(t), 3},
		"answers": {setupScene(t), 4},
		"ring":    {ringScene(t), 2},
		"track":   {trackScene(t), 0},
	} {
		for _, w := range [][2]int{{80, 24}, {46, 30}, {120, 40}, {40, 18}} {
			_, areas := Draw(plainTheme(false), tt.scene, goldenKeys, w[0], w[1])
			require.Len(t, areas, tt.count, "%s in %v", name, w)
			taken := map[[2]int]int{}
			for i, area := range areas {
				assert.Equal(t, i, area.Item, "%s in %v", name, w)
				assert.GreaterOrEqual(t, area.X, 0)
				assert.GreaterOrEqual(t, area.Y, 0)
				assert.LessOrEqual(t, area.X+area.W, w[0], "%s in %v", name, w)
				assert.LessOrEqual(t, area.Y+area.H, w[1], "%s in %v", name, w)
				taken[[2]int{area.X, area.Y}]++
			}
			assert.Len(t, taken, tt.count, "%s in %v: two areas begin at the same cell", name, w)
		}
	}
}

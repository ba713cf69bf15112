package plain_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/plain"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/store/memory"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// begin starts a game in which the first seats are people's. The computers
// play at random, so that a better computer player changes no golden file.
func begin(t require.TestingT, deal string, people int) *atHome {
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	by := slices.Repeat([]string{"random"}, len(pos.Hands))
	for s := range people {
		by[s] = round.Human
	}
	return at(t, chapters.Record{Position: pos, PlayerNames: by, Seed: &id.Seed})
}

// atHome is a table at home, and the round there as it is now.
type atHome struct{ *table.Home }

func at(t require.TestingT, record chapters.Record) *atHome {
	home, err := table.OpenUnsaved(chapters.Default(), record)
	require.NoError(t, err)
	return &atHome{home}
}

func (r *atHome) Over() bool                            { return r.Round().IsOver() }
func (r *atHome) Stopped() bool                         { return r.Round().EndedEarly() }
func (r *atHome) Decisions() int                        { return r.Round().Decisions() }
func (r *atHome) Record() chapters.Record               { return r.Round().Record() }
func (r *atHome) View(player tricks.Seat) chapters.View { return r.Round().View(player) }

// say plays with the given lines as input and returns what was printed.
func say(t require.TestingT, s *atHome, lang string, lines ...string) string {
	var out bytes.Buffer
	_, err := plain.Run(context.Background(), s.Home, plain.Options{
		In: strings.NewReader(strings.Join(lines, "\n") + "\n"), Out: &out,
		Reader: reader.WithoutWishes(texts.New(lang)), RoundOptions: play.RoundOptions{Continue: "fellowship play"},
	})
	require.NoError(t, err)
	require.NotContains(t, out.String(), "%!", "a text and its values do not fit")
	return out.String()
}

// enough returns an answer so often that it ends every round.
func enough(answer string) []string { return slices.Repeat([]string{answer}, 100) }

func TestWholeRounds(t *testing.T) {
	for _, tt := range []struct {
		name, deal string
		people     int
		lang       string
		lines      []string
	}{
		{"chapter1", "c01p4s7", 1, "en", enough("1")},
		{"chapter2-german", "c02p3s2", 1, "de", enough("1")},
		{"chapter3-two", "c03p2s1", 2, "en", slices.Repeat([]string{"", "1"}, 100)},
		{"chapter4-solo", "c04p1s3", 1, "en", append([]string{"2", "1", "1", "hand", "table"}, enough("1")...)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := begin(t, tt.deal, tt.people)
			got := say(t, s, tt.lang, tt.lines...)
			require.True(t, s.Over())
			file := filepath.Join("testdata", tt.name+".txt")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}

// toPlay answers until the first card is due.
var toPlay = []string{"pippin", "1", "1", "1"}

func TestAnswers(t *testing.T) {
	// In c01p4s7 seat 3 is Frodo, so seat 0 takes a character first. Its hand:
	// H4 M478 F78 S78 R2.
	for _, tt := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"number", []string{"1"}, []string{"Seat 1 takes Bilbo."}},
		{
			"number out of range",
			[]string{"4", "0", "-1"},
			[]string{"Type a number from 1 to 3 or a name, such as bilbo."},
		},
		{"id in capitals", []string{"  PIPPIN  "}, []string{"Seat 1 takes Pippin."}},
		{"somebody else's", []string{"frodo"}, []string{"Frodo is already taken (S4)."}},
		{"nobody's", []string{"sauron"}, []string{"Type a number from 1 to 3 or a name"}},
		{"a card in the draft", []string{"H4"}, []string{"Type a number from 1 to 3 or a name"}},
		{"exchange", []string{"pippin", "frodo m8"}, []string{"Pippin passes M8 to Frodo."}},
		{"exchange, name behind", []string{"pippin", "M8 Frodo"}, []string{"Pippin passes M8 to Frodo."}},
		{"exchange, only a card", []string{"pippin", "mountains 8"}, []string{"Pippin passes M8 to Frodo."}},
		{"exchange, not held", []string{"pippin", "h8"}, []string{"Pippin does not hold H8."}},
		{"exchange, none", []string{"pippin", "none"}, []string{"Choose a card here."}},
		{"why", []string{"why frodo", "why bilbo", "why", "why x"}, []string{
			"Frodo is already taken (S4).", "You can choose that.", "Type \"why\" and a card or a character",
		}},
		{"help", []string{"help", "?"}, []string{"undo     take your last decision back", "Cards are H (Hills)"}},
		{"table before play", []string{"table"}, []string{"The lost card is H3 (Hills 3).", "Seat 1", "holds 9 cards"}},
		{
			"nothing to show",
			[]string{"last", "goals", "log", "hand"},
			[]string{"No trick has ended yet", "Seat 4 takes Frodo."},
		},
		{"nothing to undo", []string{"undo"}, []string{"You have made no decision to take back."}},
		{
			"undo",
			[]string{"pippin", "undo", "bilbo"},
			[]string{"Your last decision is taken back.", "Seat 1 takes Bilbo."},
		},
		{"too early to stop", []string{"stop"}, []string{"only once its result is settled (T11)"}},
		{"quit", []string{"quit", "pippin"}, []string{"The game is saved. Continue with: fellowship play"}},
		{"end of input", nil, []string{"The game is saved. Continue with: fellowship play"}},
		{"a very long line", []string{strings.Repeat("x", 100_000)}, []string{"Type a number from 1 to 3 or a name"}},
		{"no text", []string{"\x00\xff\xfe"}, []string{"Type a number from 1 to 3 or a name"}},
	} {
		got := say(t, begin(t, "c01p4s7", 1), "en", tt.lines...)
		for _, want := range tt.want {
			assert.Contains(t, strings.ToLower(got), strings.ToLower(want), tt.name)
		}
	}
}

// TestToRead checks that the pages are printed in both languages.
func TestToRead(t *testing.T) {
	for lang, words := range map[string][]string{"en": {"chapter", "won"}, "de": {"kapitel", "gewonnen"}} {
		out := say(t, begin(t, "c01p4s7", 1), lang, "1", words[0], words[1])
		said := texts.New(lang)
		assert.Contains(t, out, said.T("chapter.title", "1", chapters.Default().Chapters[0].Title.In(lang)), lang)
		assert.Contains(t, out, said.T("intro.win"), lang)
		assert.Equal(t, 4, strings.Count(out, "\n  "+said.T("hand.nothing")+"\n"), lang)
	}
}

// TestRefusals checks the refusals of T4 and T6, and the answers to the question why.
func TestRefusals(t *testing.T) {
	s := begin(t, "c01p4s7", 1)
	say(t, s, "en", toPlay...)
	v := s.View(0)
	for v.Led != tricks.NoSuit { // until this player leads
		say(t, s, "en", "1")
		v = s.View(0)
	}
	require.False(t, v.RingsBroken, "take another deal: Rings may be led here")
	assert.Contains(t, say(t, s, "en", "r2"), "Rings may not be led until one was played in an earlier trick (T6).")
	assert.Contains(t, say(t, s, "en", "why r2"), "(T6).")
	assert.Contains(t, say(t, s, "de", "warum ring 2"), "Ringe dürfen erst angespielt werden")
	for s.View(0).Led == tricks.NoSuit {
		say(t, s, "en", "1")
	}
	v = s.View(0)
	require.NotEmpty(t, v.Ask.Refused, "take another deal: nothing has to be followed here")
	card := v.Ask.Refused[0].Card.String()
	assert.Contains(t, say(t, s, "en", card),
		" were led, so follow suit with "+v.Seats[0].Hand.OfSuit(v.Led).String()+" (T4).")
	assert.Contains(t, say(t, s, "en", "why "+v.Ask.Options[0].Card.String()), "You can choose that.")
}

// TestTheOneRing checks T7: R1 is played to win or not, in several spellings.
func TestTheOneRing(t *testing.T) {
	for spelling, toWin := range map[string]bool{
		"R1": false, "rings 1": false, "r1!": true, "R1 win": true, "r1 wins": true, "Rings 1 !": true,
	} {
		s := begin(t, "c01p1s3", 1) // solo: this player holds R1 for sure
		for s.View(0).Ask != nil && !slices.ContainsFunc(s.View(0).Ask.Options, func(d chapters.Decision) bool {
			return d.ToWin
		}) {
			say(t, s, "en", "1")
		}
		require.NotNil(t, s.View(0).Ask)
		assert.Contains(t, say(t, s, "en", ""), "R1! plays the One Ring to win the trick")
		say(t, s, "en", spelling)
		made := s.Round().Reveal().Decisions()
		i := slices.IndexFunc(made, func(d chapters.Decision) bool {
			return d.Kind == chapters.PlayCard && d.Card == tricks.OneRing
		})
		require.NotEqual(t, -1, i, spelling)
		assert.Equal(t, toWin, made[i].ToWin, spelling)
	}
	s := begin(t, "c01p4s7", 1)
	say(t, s, "en", toPlay...)
	first := s.View(0).Ask.Options[0].Card.String()
	assert.Contains(t, say(t, s, "en", first+"!"), "Type a number from 1 to", "only R1 can be played to win (T7)")
}

// TestEndingEarly checks T11: once the result is settled people may stop or go on.
func TestEndingEarly(t *testing.T) {
	settled := func() *atHome {
		for seed := 1; ; seed++ { // not every round is settled before its end
			s := begin(t, fmt.Sprintf("c01p4s%d", seed), 1)
			for !s.Over() && s.View(0).Result == chapters.Undecided {
				say(t, s, "en", "1")
			}
			if !s.Over() {
				return s
			}
		}
	}
	s := settled()
	out := say(t, s, "en", "stop")
	assert.Contains(t, out, "Type \"stop\" to end the round here, or press Enter to play on.")
	assert.Contains(t, out, "The deal was c01p4s")
	assert.Contains(t, out, "fellowship solve c01p4s")
	assert.True(t, s.Stopped())

	s = settled()
	out = say(t, s, "en", append([]string{""}, enough("1")...)...)
	assert.Equal(t, 1, strings.Count(out, `Type "stop" to end`), "it is offered once")
	assert.False(t, s.Stopped())
	assert.True(t, s.Over())

	s = settled()
	made := s.Decisions()
	say(t, s, "en", "1")
	assert.Greater(t, s.Decisions(), made, "whoever answers with a card goes on")
}

// TestAGameInPieces is played by a program that is started anew for every line.
func TestAGameInPieces(t *testing.T) {
	whole, pieces := begin(t, "c02p4s7", 1), begin(t, "c02p4s7", 1)
	say(t, whole, "en", enough("1")...)
	for !pieces.Over() {
		out := say(t, pieces, "en", "1")
		if !pieces.Over() {
			require.Contains(t, out, "The game is saved.")
		}
		var err error
		pieces.Home, err = table.OpenUnsaved(chapters.Default(), pieces.Record())
		require.NoError(t, err)
	}
	assert.Equal(t, whole.Record(), pieces.Record())
}

// These expressions match parts of the output.
var (
	// code matches the code of a card.
	code = regexp.MustCompile(`\b([HMFS][1-8]|R[1-5]|V[1-8])\b`)
	// rule matches the number of a rule.
	rule = regexp.MustCompile(`\([TSCL]\d+\)`)
	// aim matches a card in a goal or in its progress. Everybody knows it from the threat card (S8).
	aim = regexp.MustCompile(`win the cards? [HMFS]\d( and [HMFS]\d)?|\b[HMFS]\d: (open|yes|no)\b|but not R1|\bno R1\b|` +
		`\bR1 won\b|(– |[HMFS]\d )+no( [HMFS]\d)+`)
	// card matches lines from the texts of characters and chapters, which do not depend on the hands.
	card = regexp.MustCompile(`(?m)^Goal: .*$|^  +(\d+|-)  .*$|^R1! plays .*$`)
)

// TestNothingHiddenIsShown checks S11: the output names only cards that the person may know, the
// person's own and those that have lain face up.
func TestNothingHiddenIsShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		deal := rapid.SampledFrom(slices.DeleteFunc(chapters.Default().DealIDs(rapid.Uint64Range(0, 1000).Draw(t,
			"seed")), func(id chapters.DealID) bool {
			return id.Players == 1
		})).Draw(t, "deal")
		s := begin(t, deal.String(), 1)
		var lines []string
		for range rapid.IntRange(0, 20).Draw(t, "answers") {
			lines = append(lines, "1",
				rapid.SampledFrom([]string{"hand", "table", "log", "last", "goals", "undo"}).Draw(t, "command"))
		}
		out := say(t, s, "en", lines...)

		var known tricks.Set
		record := s.Record()
		g, err := chapters.Default().NewGame(record.Position)
		require.NoError(t, err)
		look := func() {
			v := g.View(0)
			for _, seat := range v.Seats {
				known |= seat.Open | seat.WonCards
			}
			known |= tricks.SetOf(v.Lost...)
			for _, e := range v.Log {
				if e.Card != tricks.NoCard {
					known |= e.Card.Bit()
				}
			}
		}
		look()
		for _, d := range record.Decisions {
			require.NoError(t, g.Apply(d))
			look()
		}
		if slices.Contains(lines, "undo") {
			return // what was taken back had been seen too
		}
		for _, c := range code.FindAllString(said(g.Chapter(), out), -1) {
			shown, err := tricks.ParseCard(c)
			require.NoError(t, err)
			require.True(t, known.Contains(shown), "%s is shown, and nobody has shown it", c)
		}
	})
}

// said returns the output without the texts that are the same for every deal.
func said(c *chapters.Chapter, out string) string {
	out = strings.ReplaceAll(out, c.Notes.In("en"), "")
	for _, r := range []*regexp.Regexp{card, rule, aim} {
		out = r.ReplaceAllString(out, "")
	}
	return out
}

func TestPassingTheKeyboard(t *testing.T) {
	s := begin(t, "c01p3s7", 2)
	out := say(t, s, "en", "1", "", "1", "1", "", "1")
	assert.Contains(t, out, "2 people play at this screen.")
	first := strings.Index(out, "Pass the keyboard on")
	cards := strings.Index(out, "Cards of")
	require.NotEqual(t, -1, cards)
	assert.Less(t, first, cards, "no cards are shown before the right person confirmed")
	assert.Contains(t, out[first:cards], "Press Enter when you are", "an answer is no confirmation")
}

// TestNewsAfterAnUndo checks that the others still get all news after one person has taken a decision
// back.
func TestNewsAfterAnUndo(t *testing.T) {
	s := begin(t, "c01p4s7", 4)
	out := say(t, s, "en", "", "1", "", "1", "undo", "", "1", "")
	passed := strings.Split(out, "Pass the keyboard on")
	require.Len(t, passed, 6)
	assert.Contains(t, passed[5], "Seat 1 takes")
	assert.Contains(t, passed[5], "Seat 1 takes")
}

// TestSettledAmongPeople holds that the right person has to be there again after all
// have been asked whether they play on (T11).
func TestSettledAmongPeople(t *testing.T) {
	asked := 0
	for seed := range 10 {
		out := say(t, begin(t, fmt.Sprintf("c01p2s%d", seed), 2), "en", slices.Repeat([]string{"", "1"}, 100)...)
		if _, after, ok := strings.Cut(out, `Type "stop" to end`); ok {
			before, _, turn := strings.Cut(after, "Cards of")
			if turn {
				asked++
				assert.Contains(t, before, "Pass the keyboard on", seed)
			}
		}
	}
	assert.Positive(t, asked)
}

// broken fails like a pipe whose reader has gone, or an input that breaks.
type broken struct{}

var errBroken = errors.New("broken")

func (broken) Write([]byte) (int, error) { return 0, errBroken }
func (broken) Read([]byte) (int, error)  { return 0, errBroken }

// full is a store that accepts only the first events of a table, and then fails.
type full struct{ memory.Store }

func (f *full) Append(table string, after uint64, data []byte) error {
	if after > 0 {
		return errBroken
	}
	return f.Store.Append(table, after, data)
}

func TestFailures(t *testing.T) {
	ctx := context.Background()
	in := func() io.Reader { return strings.NewReader(strings.Join(enough("1"), "\n")) }
	_, err := plain.Run(ctx, begin(t, "c01p4s7", 1).Home, plain.Options{In: in(), Out: broken{}})
	require.ErrorIs(t, err, errBroken)
	_, err = plain.Run(ctx, begin(t, "c01p4s7", 1).Home, plain.Options{In: broken{}, Out: io.Discard})
	require.ErrorIs(t, err, errBroken)

	s := begin(t, "c01p4s7", 1)
	s.Home, err = table.NewHome(chapters.Default(), &full{}, s.Record())
	require.NoError(t, err)
	_, err = plain.Run(ctx, s.Home, plain.Options{In: in(), Out: io.Discard})
	require.ErrorIs(t, err, errBroken, "a game that cannot be saved stops")
	assert.Zero(t, s.Decisions())

	stopped, stop := context.WithCancel(ctx)
	stop()
	var out bytes.Buffer
	_, err = plain.Run(stopped, begin(t, "c01p4s7", 1).Home,
		plain.Options{In: in(), Out: &out, RoundOptions: play.RoundOptions{Continue: "fellowship play"}})
	require.ErrorIs(t, err, context.Canceled)
	assert.Contains(t, out.String(), "The game is saved.")

	// The same while the computer thinks.
	for n := range 6 {
		out.Reset()
		_, err = plain.Run(&countdown{ctx, n}, begin(t, "c01p4s7", 0).Home,
			plain.Options{In: in(), Out: &out, RoundOptions: play.RoundOptions{Continue: "fellowship play"}})
		require.ErrorIs(t, err, context.Canceled)
		assert.Contains(t, out.String(), "The game is saved.", n)
	}
}

// countdown is a context that ends after its Err was called left times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	c.left--
	if c.left < 0 {
		return context.Canceled
	}
	return nil
}

// FuzzInput feeds anything at all: the game neither panics nor runs forever,
// and its record stays good.
func FuzzInput(f *testing.F) {
	f.Add(uint64(7), "1\nhelp\nwhy H3\nfrodo H4\nundo\nquit\n")
	f.Add(uint64(3), "R1!\n!\nwin\nwhy\nwhy !\n-\n\nstop\n  \n\x00\n")
	f.Add(uint64(1), "1\n1\n1\n1\n1\n1\n1\nsam\nsam sam H3\nH3 H4\n99999999999999999999\n")
	f.Fuzz(func(t *testing.T, seed uint64, input string) {
		src := rand.New(rand.NewPCG(seed, 0))
		players := 1 + src.IntN(4)
		s := begin(t, fmt.Sprintf("c%02dp%ds%d", 1+src.IntN(4), players, seed%1000), 1+src.IntN(players))
		lang := []string{"en", "de"}[src.IntN(2)]
		lines := strings.Split(input, "\n")
		for range 20 { // known answers let the input reach further into the round
			lines = slices.Insert(lines, src.IntN(len(lines)+1), "1")
		}
		say(t, s, lang, lines...)
		record := s.Record()
		_, err := record.Game(chapters.Default())
		require.NoError(t, err)
	})
}

package realtable_test

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// soakRounds is how many rounds of every chapter, event, group and table size the tests of whole rounds play: `make
// soak` plays many. soakSeed says which.
var (
	soakRounds = flag.Int("rounds", 0, "rounds of every chapter, event, group and table size; 0: a few")
	soakSeed   = flag.Uint64("seed", 0, "which rounds: the same seed gives the same ones")
)

func plays(r *chapters.Record) (out []tricks.Play) {
	for _, d := range r.Decisions {
		if d.Kind == chapters.PlayCard {
			out = append(out, d.Play())
		}
	}
	return out
}

func (r *played) plays() (out []tricks.Play) {
	for _, t := range r.tricks {
		out = append(out, t.plays...)
	}
	return out
}

// same reports whether a record is this round. Whether R1 was played to win does not matter if it wins anyway.
func (r *played) same(e *chapters.Record) bool {
	return slices.EqualFunc(r.plays(), plays(e), func(a, b tricks.Play) bool {
		return a.Seat == b.Seat && a.Card == b.Card
	})
}

// tellsDeal reports whether the deal follows from the hands at the first trick and the exchanges. It does
// not where cards came in batches (C16), or from the pile (S10), or left two empty places in the pyramid.
func (r *played) tellsDeal() bool {
	moved := slices.ContainsFunc(r.setup, func(d chapters.Decision) bool {
		return d.Kind == chapters.Give || d.Kind == chapters.Exchange && d.Target != tricks.NoSeat
	})
	return moved && len(r.dealt.Staged) == 0 && len(r.dealt.Pile) == len(r.first.Pile) &&
		!slices.ContainsFunc(r.first.Hands, func(h chapters.HandInfo) bool {
			return h.Rows != nil && (h.First|h.Last != 0 || h.Character == "fatty")
		})
}

// TestRounds: a round of every chapter, event, group and of the Road, for each number of players, comes
// back from all ways to write it down: who had which cards at the first trick, what was played, and,
// with the exchanges, the deal.
func TestRounds(t *testing.T) {
	lib := chapters.Default()
	rng := rand.New(rand.NewPCG(1, 1))
	most := uint64(3)
	if testing.Short() {
		most = 1
	}
	if *soakRounds > 0 {
		most = uint64(*soakRounds)
	}
	read := 0
	defer func() { t.Logf("%d texts of %d rounds were read", read, read/len(forms)) }()
	first := *soakSeed * 1_000_000 // more than anybody plays with one seed
	for seed := first; seed < first+most; seed++ {
		for i, id := range lib.DealIDs(seed) {
			policy := "random"
			if i%8 == int(seed%8) {
				policy = "greedy"
			}
			r := play(t, id.String(), policy, seed)
			for _, form := range forms {
				text := r.write(form)
				if form != "dealt" {
					text = byHand(text, rng)
				}
				if seed%2 == 1 {
					text = inGerman(text)
				}
				read++
				r.check(t, form, text, realtable.Read(lib, text))
			}
		}
	}
}

// TestTookLost checks that the seat that took the lost card has one card more, even if taking it was optional (L5).
func TestTookLost(t *testing.T) {
	r := play(t, "roadp4s1002", "random", 1002)
	text := r.write("piles")
	r.check(t, "piles", text, realtable.Read(chapters.Default(), text))
}

// byHand writes a text as another person would: large letters, blanks and commas between cards, the
// letters of German cards.
func byHand(text string, rng *rand.Rand) string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		first := strings.TrimLeft(line, "hmfsr12345678!.")
		if first != "" || line == "" { // no trick
			out = append(out, line)
			continue
		}
		switch rng.IntN(4) {
		case 0:
			line = strings.ToUpper(line)
		case 1:
			line = strings.NewReplacer("m", "b", "f", "W").Replace(line)
		case 2:
			line = strings.NewReplacer("h", " h", "s", ", s").Replace(line) + " # a remark"
		}
		out = append(out, strings.TrimLeft(line, " ,"))
	}
	return strings.Join(out, "\n")
}

// inGerman writes a text as somebody would who knows the game in German: the words of the notation, the names,
// and the letters of the suits.
func inGerman(text string) string {
	german := texts.New("de")
	words := map[string]string{}
	for _, w := range strings.Fields("completed dealt fewer gift led left lost more nobody pile pool rider threats took tucked first last announced") {
		words[w] = strings.Fields(german.T("real.word." + w))[0]
	}
	for id, c := range chapters.Default().Characters {
		if name := c.Name.In("de"); !strings.ContainsAny(name, ",(&") { // who writes all of that
			words[id] = strings.ToLower(name)
		}
	}
	text = regexp.MustCompile(`[a-z][a-z-]{2,}`).ReplaceAllStringFunc(text, func(w string) string {
		return cmp.Or(words[w], w)
	})
	return regexp.MustCompile(`[mMfF][1-9]|=[HMFSR]+`).ReplaceAllStringFunc(text, func(card string) string {
		return strings.NewReplacer("m", "b", "M", "B", "f", "w", "F", "W").Replace(card)
	})
}

func (r *played) check(t *testing.T, form, text string, got realtable.Table) {
	t.Helper()
	require.Empty(t, got.Faults, "%s %s\n%s", r.name, form, text)
	i := 0
	if allowsSeveral(form) {
		i = slices.IndexFunc(got.Rounds, func(e chapters.Document) bool { return r.same(&e.Record) })
		if i < 0 {
			require.Greater(t, len(got.Rounds), 60, "%s: the true round is missing\n%s", r.name, text)
			return
		}
	}
	e := got.Rounds[i]
	if form == "hands" {
		require.False(t, e.IsRecord)
	} else if !allowsSeveral(form) {
		require.Equal(t, r.plays(), plays(&e.Record), "%s %s\n%s", r.name, form, text)
	}
	if form == "dealt" || form == "exchanges" && r.tellsDeal() {
		require.Equal(t, chapters.StageDraft, e.Record.Stage, "%s %s\n%s%v", r.name, form, text, got.Notes)
		require.ElementsMatch(t, r.setup, e.Record.Decisions[:len(r.setup)], "%s %s\n%s", r.name, form, text)
		for s := range r.dealt.Hands {
			require.Equal(t, r.dealt.Hands[s].Owned(), e.Record.Hands[s].Owned(), "%s %s\n%s", r.name, form, text)
			require.Equal(t, r.dealt.Hands[s].Rows, e.Record.Hands[s].Rows, "%s %s\n%s", r.name, form, text)
		}
		return
	}
	for s := range r.first.Hands {
		want := r.first.Hands[s]
		if !chapters.Default().Characters[want.Character].HasAction(characters.TakeLost) {
			want.TookLost = e.Record.Hands[s].TookLost // an exchange with the lost card is not written
		}
		require.Equal(t, want, e.Record.Hands[s], "%s %s\n%s", r.name, form, text)
	}
	require.Equal(t, r.first.Leader, e.Record.Leader)
	require.ElementsMatch(t, r.first.Lost, e.Record.Lost)
	require.Equal(t, r.first.Pile, e.Record.Pile)
	_, err := e.Record.Game(chapters.Default())
	require.NoError(t, err)
}

// TestSameAnalysis checks that a note and the record of the same round have the same analysis.
func TestSameAnalysis(t *testing.T) {
	lib := chapters.Default()
	for _, name := range []string{"c01p4s11", "c02p3s7", "c02p2s7", "c07p4s4", "c11p4s3", "c08p1s4"} {
		r := play(t, name, "greedy", 5)
		judged := func(g *chapters.Game) (all []string) {
			found, err := solver.Analyse(context.Background(), g,
				solver.AnalyseOptions{Options: solver.Options{Nodes: 200_000}, PlayOnly: true, Workers: 2})
			require.NoError(t, err)
			for _, step := range found.Steps {
				if step.Stage != chapters.StagePlay || step.Kind != chapters.PlayCard || step.Made == nil {
					continue
				}
				text := step.Made.String()
				for _, c := range step.Choices {
					text += fmt.Sprint(" ", c.Decision, c.Verdict)
				}
				all = append(all, text)
			}
			return all
		}
		want := judged(r.game)
		require.Len(t, want, len(r.plays()))
		for _, form := range []string{"tricks", "piles", "exchanges"} {
			got := realtable.Read(lib, r.write(form))
			i := slices.IndexFunc(got.Rounds, func(e chapters.Document) bool {
				return slices.Equal(r.plays(), plays(&e.Record))
			})
			require.GreaterOrEqual(t, i, 0, "%s %s", name, form)
			g, err := got.Rounds[i].Record.Game(lib)
			require.NoError(t, err)
			assert.Equal(t, want, judged(g), "%s %s", name, form)
		}
	}
}

// TestPiles checks that the true round is always among the rounds that fit its piles, and counts how many
// rounds fit in 96 cases.
func TestPiles(t *testing.T) {
	lib := chapters.Default()
	fit := map[int]int{}
	for i := range 96 {
		ids := slices.DeleteFunc(lib.DealIDs(uint64(100+i)), func(id chapters.DealID) bool {
			return id.Players < 3 || id.Chapter == "5" || id.Chapter == "10"
		})
		r := play(t, ids[i%len(ids)].String(), []string{"random", "greedy"}[i%2], uint64(i))
		got := realtable.Read(lib, r.write("piles"))
		require.Empty(t, got.Faults, r.name)
		require.True(t, slices.ContainsFunc(got.Rounds, func(e chapters.Document) bool {
			return r.same(&e.Record)
		}), r.name)
		fit[len(got.Rounds)]++
	}
	t.Logf("rounds that fit the piles of a round, and how often: %v", fit)
	assert.GreaterOrEqual(t, fit[1], 85)
}

// TestSlips counts how many mistakes of each kind are found in the notes of 16 rounds.
func TestSlips(t *testing.T) {
	lib := chapters.Default()
	rng := rand.New(rand.NewPCG(2, 2))
	found, all := map[string]int{}, map[string]int{}
	for i := range 16 {
		ids := slices.DeleteFunc(lib.DealIDs(uint64(200+i)), func(id chapters.DealID) bool {
			return id.Players < 3 || id.Chapter == "10"
		})
		r := play(t, ids[(i*5)%len(ids)].String(), "random", uint64(i))
		for _, form := range []string{"tricks", "counted", "both"} {
			counts := ""
			if form == "counted" {
				for s := range r.first.Hands {
					counts += fmt.Sprintf("won %s %d\n", r.id(tricks.Seat(s)), r.won(tricks.Seat(s)))
				}
			}
			for range 30 {
				for _, kind := range slips {
					wrong := r.slip(kind, rng)
					if wrong == nil {
						continue
					}
					got := realtable.Read(lib, wrong.write(strings.Replace(form, "counted", "tricks", 1))+counts)
					if len(got.Faults) == 0 && r.same(&got.Rounds[0].Record) {
						continue // it means the same
					}
					all[form+": "+kind]++
					if len(got.Faults) > 0 {
						found[form+": "+kind]++
					}
				}
			}
		}
	}
	for _, what := range slices.Sorted(maps.Keys(all)) {
		t.Logf("%s: %d %% of %d found", what, 100*found[what]/all[what], all[what])
	}
	for what, least := range map[string]int{
		"tricks: a wrong rank": 95, "both: a wrong rank": 95,
		"both: two cards of a trick": 100,
	} {
		assert.GreaterOrEqual(t, 100*found[what], least*all[what], what)
	}
}

var slips = []string{"a wrong rank", "two cards of a trick", "two tricks", "R1 with or without !"}

func (r *played) won(s tricks.Seat) (k int) {
	for _, t := range r.tricks {
		if t.Winner == s {
			k++
		}
	}
	return k
}

// slip returns a round's note with a mistake, nil if the round allows no such mistake.
func (r *played) slip(kind string, rng *rand.Rand) *played {
	w := *r
	w.tricks = slices.Clone(r.tricks)
	k := rng.IntN(len(w.tricks))
	t := &w.tricks[k]
	t.plays = slices.Clone(t.plays)
	i := rng.IntN(len(t.plays))
	switch kind {
	case "a wrong rank":
		c := t.plays[i].Card
		rank := rng.IntN(8) + 1
		if c.Suit() == tricks.Rings || rank == c.Rank() {
			return nil
		}
		t.plays[i].Card = tricks.NewCard(c.Suit(), rank)
	case "two cards of a trick":
		if i == 0 {
			return nil
		}
		t.plays[i-1].Move, t.plays[i].Move = t.plays[i].Move, t.plays[i-1].Move
	case "two tricks":
		if k == 0 {
			return nil
		}
		w.tricks[k-1].plays, t.plays, w.tricks[k-1].up, t.up = t.plays, w.tricks[k-1].plays, t.up, w.tricks[k-1].up
	default:
		if t.plays[i].Card != tricks.OneRing {
			return nil
		}
		t.plays[i].ToWin = !t.plays[i].ToWin
	}
	return &w
}

// FuzzRead: nothing that is typed stops the program, takes it long, or comes back with characters that a
// terminal obeys; a round that is made of it can be played through.
func FuzzRead(f *testing.F) {
	for _, form := range forms {
		for _, name := range []string{"c02p4s7", "c05p3s1", "c01p2s3", "c08p1s2", "c14bp4s1", "c16p3s1", "roadp4s2"} {
			f.Add(play(f, name, "random", 1).write(form))
		}
	}
	f.Add("2 4\nsam3 5h 6h\n\x1b[31m: /\n>\n")
	lib := chapters.Default()
	f.Fuzz(func(t *testing.T, text string) {
		got := realtable.Read(lib, text)
		require.NotEqual(t, len(got.Faults) == 0, len(got.Rounds) == 0, text)
		for _, fault := range got.Faults {
			require.False(t, strings.ContainsFunc(fault.Err.Error(), unicode.IsControl), "%q", fault.Err)
		}
		for i := range got.Rounds {
			_, err := got.Rounds[i].Record.Game(lib)
			require.NoError(t, err)
		}
	})
}

package realtable_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// outcome is what becomes of a note with one slip.
type outcome int

const (
	// namedThere: a fault at the line with the slip.
	namedThere outcome = iota
	// namedElsewhere: the first fault is at another line.
	namedElsewhere
	// asked: several rounds fit, and a question tells them apart.
	asked
	// harmless: the true round comes back.
	harmless
	// another: the note tells another round, whole and legal.
	another
	outcomes
)

func (o outcome) String() string {
	return []string{"at its line", "elsewhere", "asked", "harmless", "another round"}[o]
}

// slipOf makes a note with one slip of a person.
type slipOf struct {
	kind string
	make func(r *played, form string, rng *rand.Rand) (text string, ok bool)
}

// withTrick returns the note of a round in which one trick is changed. change reports false if the trick allows no such
// change.
func withTrick(change func(t *trick, i int, rng *rand.Rand) bool) func(*played, string, *rand.Rand) (string, bool) {
	return func(r *played, form string, rng *rand.Rand) (string, bool) {
		if form == "hands" {
			return "", false
		}
		w := *r
		w.tricks = slices.Clone(r.tricks)
		t := &w.tricks[rng.IntN(len(w.tricks))]
		t.plays = slices.Clone(t.plays)
		t.forced = slices.Clone(t.forced)
		ok := change(t, rng.IntN(len(t.plays)), rng)
		return w.write(form), ok
	}
}

// withLine returns the note of a round in which one line is changed. change returns "" if the line allows no such change.
func withLine(change func(line string, rng *rand.Rand) string) func(*played, string, *rand.Rand) (string, bool) {
	return func(r *played, form string, rng *rand.Rand) (string, bool) {
		lines := strings.Split(strings.TrimSpace(r.write(form)), "\n")
		order := rng.Perm(len(lines))
		for _, i := range order {
			if changed := change(lines[i], rng); changed != "" {
				lines[i] = changed
				return strings.Join(lines, "\n") + "\n", true
			}
		}
		return "", false
	}
}

// slipsOfPeople are the slips of people who write a round down.
var slipsOfPeople = []slipOf{
	{"a card is forgotten", withTrick(func(t *trick, i int, _ *rand.Rand) bool {
		t.plays = slices.Delete(t.plays, i, i+1)
		t.forced = slices.Delete(t.forced, i, i+1)
		return len(t.plays) > 0
	})},
	{"two neighbours of a trick are exchanged", withTrick(func(t *trick, i int, _ *rand.Rand) bool {
		if i == 0 {
			return false
		}
		t.plays[i-1].Move, t.plays[i].Move = t.plays[i].Move, t.plays[i-1].Move
		return true
	})},
	{"a suit is mistyped", withTrick(func(t *trick, i int, rng *rand.Rand) bool {
		c := t.plays[i].Card
		suit := tricks.Suit(rng.IntN(4))
		if c.Suit() > tricks.Shadows || suit == c.Suit() {
			return false
		}
		t.plays[i].Card = tricks.NewCard(suit, c.Rank())
		return true
	})},
	{"a rank is mistyped", withTrick(func(t *trick, i int, rng *rand.Rand) bool {
		c := t.plays[i].Card
		rank := rng.IntN(8) + 1
		if c.Suit() > tricks.Shadows || rank == c.Rank() {
			return false
		}
		t.plays[i].Card = tricks.NewCard(c.Suit(), rank)
		return true
	})},
	{"a pile is under the wrong name", func(r *played, form string, rng *rand.Rand) (string, bool) {
		if !allowsSeveral(form) {
			return "", false
		}
		w := *r
		w.tricks = slices.Clone(r.tricks)
		a := tricks.Seat(rng.IntN(len(r.first.Hands)))
		b := tricks.Seat(rng.IntN(len(r.first.Hands)))
		for k := range w.tricks {
			switch w.tricks[k].Winner {
			case a:
				w.tricks[k].Winner = b
			case b:
				w.tricks[k].Winner = a
			}
		}
		return w.write(form), a != b
	}},
	{"two tricks are exchanged", func(r *played, form string, rng *rand.Rand) (string, bool) {
		if form == "hands" || len(r.tricks) < 2 {
			return "", false
		}
		w := *r
		w.tricks = slices.Clone(r.tricks)
		k := rng.IntN(len(w.tricks)-1) + 1
		w.tricks[k-1], w.tricks[k] = w.tricks[k], w.tricks[k-1]
		return w.write(form), !allowsSeveral(form) || w.tricks[k-1].Winner == w.tricks[k].Winner
	}},
	{"a threat number is wrong", func(r *played, form string, rng *rand.Rand) (string, bool) {
		w := *r
		w.first.Hands = slices.Clone(r.first.Hands)
		s := rng.IntN(len(w.first.Hands))
		h := &w.first.Hands[s]
		number := rng.IntN(7) + 1
		if h.Threat == 0 || h.Threat == number {
			return "", false
		}
		h.Threat = number
		return w.write(form), true
	}},
	{"a character is wrong", func(r *played, form string, rng *rand.Rand) (string, bool) {
		w := *r
		w.first.Hands = slices.Clone(r.first.Hands)
		h := &w.first.Hands[rng.IntN(len(w.first.Hands))]
		roster := r.game.Chapter().Roster
		id := roster[rng.IntN(len(roster))].Character.ID
		for _, other := range w.first.Hands {
			if other.Character == id {
				return "", false
			}
		}
		h.Character = id
		return w.write(form), true
	}},
	{"the chapter is wrong", withLine(func(line string, rng *rand.Rand) string {
		number, rest, _ := strings.Cut(line, " ")
		chapter, err := strconv.Atoi(number)
		if err != nil {
			return ""
		}
		return fmt.Sprint((chapter+rng.IntN(17))%18+1, " ", rest)
	})},
	{"a slash is forgotten", withLine(func(line string, rng *rand.Rand) string {
		count := strings.Count(line, " / ")
		if count == 0 {
			return ""
		}
		parts := strings.Split(line, " / ")
		k := rng.IntN(count) + 1
		return strings.Join(append(slices.Clone(parts[:k-1]), slices.Concat([]string{parts[k-1] + " " + parts[k]}, parts[k+1:])...), " / ")
	})},
	{"a colon is forgotten", withLine(func(line string, _ *rand.Rand) string {
		before, after, ok := strings.Cut(line, ":")
		if !ok {
			return ""
		}
		return before + after
	})},
	{"a line is forgotten", func(r *played, form string, rng *rand.Rand) (string, bool) {
		lines := strings.Split(strings.TrimSpace(r.write(form)), "\n")
		i := rng.IntN(len(lines))
		return strings.Join(slices.Delete(lines, i, i+1), "\n") + "\n", true
	}},
}

// slipLine returns the number of the first line in which two notes differ.
func slipLine(right, wrong string) int {
	a := strings.Split(right, "\n")
	b := strings.Split(wrong, "\n")
	for i := range b {
		if i >= len(a) || a[i] != b[i] {
			return i + 1
		}
	}
	return len(b)
}

// sameCast reports whether a record is of this chapter, and its seats have the characters and the threat numbers of this
// round.
func (r *played) sameCast(e *chapters.Record) bool {
	g, err := e.Game(chapters.Default())
	if err != nil || e.Chapter != r.first.Chapter {
		return false
	}
	for s, h := range r.first.Hands {
		seat := tricks.Seat(s)
		if g.Character(seat).ID != h.Character || g.View(seat).Seats[s].Threat != h.Threat {
			return false
		}
	}
	return true
}

// judge returns what becomes of a note of a round with a slip.
func (r *played) judge(form, wrong string) (outcome, realtable.Table) {
	got := realtable.Read(chapters.Default(), wrong)
	line := slipLine(r.write(form), wrong)
	isTrue := func(e chapters.Document) bool {
		if e.IsRecord {
			return r.same(&e.Record) && r.sameCast(&e.Record)
		}
		return fmt.Sprint(e.Record.Hands) == fmt.Sprint(r.first.Hands)
	}
	// A character that must be taken, or a chapter that has other ones, is named at the line that misses it.
	otherLine := regexp.MustCompile(fmt.Sprintf(`\bline %d\b`, line))
	namesLine := func(f realtable.Fault) bool {
		text := f.Err.Error()
		return f.Line == line || otherLine.MatchString(text) ||
			strings.Contains(text, "must be taken in this chapter") || strings.Contains(text, "not in chapter")
	}
	switch {
	case slices.ContainsFunc(got.Faults, namesLine):
		return namedThere, got
	case len(got.Faults) > 0:
		return namedElsewhere, got
	case slices.ContainsFunc(got.Rounds, isTrue):
		return harmless, got
	case got.Question != nil:
		return asked, got
	}
	return another, got
}

// TestSlipsOfPeople counts what becomes of some 500 rounds of all chapters and sizes, each written down with one slip.
// The page about rounds of a real table has the same table, and says of how many rounds.
func TestSlipsOfPeople(t *testing.T) {
	lib := chapters.Default()
	rng := rand.New(rand.NewPCG(61, 7))
	counts := map[string]*slipCounts{}
	rounds := 500
	if testing.Short() {
		rounds = 30
	}
	var seed uint64
	done := 0
	for done < rounds {
		for i, id := range lib.DealIDs(1000 + seed) {
			r := play(t, id.String(), []string{"random", "greedy"}[i%2], seed)
			form := forms[rng.IntN(len(forms))]
			slip := slipsOfPeople[rng.IntN(len(slipsOfPeople))]
			wrong, ok := slip.make(r, form, rng)
			if !ok {
				continue
			}
			done++
			if counts[slip.kind] == nil {
				counts[slip.kind] = new(slipCounts)
			}
			o, got := r.judge(form, wrong)
			counts[slip.kind][o]++
			if testing.Verbose() && (o == namedElsewhere || o == another) {
				t.Logf("%s: %s (%s, %s), line %d\n%s", o, slip.kind, r.name, form, slipLine(r.write(form), wrong), wrong)
				for _, f := range got.Faults {
					t.Log("   ", f.Text(texts.New("en")))
				}
			}
		}
		seed++
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "real-table.md"))
	require.NoError(t, err)
	if !testing.Short() {
		tells(t, string(page), fmt.Sprintf("counted with %d rounds", done))
	}
	for _, slip := range slipsOfPeople {
		if counts[slip.kind] == nil {
			continue
		}
		row := counts[slip.kind].row(slip.kind)
		t.Log(row)
		if !testing.Short() {
			tells(t, string(page), row)
		}
	}
}

// tells checks that docs/real-table.md has what this test has counted. A failure prints that, and not the whole page.
func tells(t *testing.T, page, counted string) {
	t.Helper()
	if !strings.Contains(page, counted) {
		assert.Fail(t, "docs/real-table.md lacks what was counted: "+counted)
	}
}

// slipCounts counts what becomes of notes with a slip.
type slipCounts [outcomes]int

// row returns the row of the table in docs/real-table.md: how many notes were found out or asked about, how many of
// these at the line with the slip, and how many made no difference, or another round.
func (c *slipCounts) row(kind string) string {
	found := c[namedThere] + c[namedElsewhere] + c[asked]
	return fmt.Sprintf("| %s | %d of %d | %d | %d | %d |", kind, found, found+c[harmless]+c[another], c[namedThere], c[harmless],
		c[another])
}

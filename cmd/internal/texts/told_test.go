package texts

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/goldentest"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// keyed returns texts that say their keys, with their values in parentheses, in place of the words: so a test
// sees what is said and of what, whatever the words are. Names of suits, and labels, which must be short, stay.
func keyed(t *testing.T) *Texts {
	said := *New(Default)
	said.byKey = maps.Clone(said.byKey)
	for key, text := range said.byKey {
		if strings.HasPrefix(key, "few.") || strings.HasPrefix(key, "suit.") || len(text) == 1 {
			continue
		}
		var values []string
		for n := range verbs(t, key, text) {
			values = append(values, fmt.Sprintf("%%[%d]v", n))
		}
		slices.Sort(values)
		said.byKey[key] = key
		if len(values) > 0 {
			said.byKey[key] += "(" + strings.Join(values, "; ") + ")"
		}
	}
	return &said
}

// told collects what is said in many rounds: how often each method says each text, and with which values first.
type told struct {
	count map[string]int
	first map[string]string
}

// add notes what a method says. Texts with the same keys count as the same.
func (d *told) add(method string, said ...string) {
	for _, text := range said {
		shape := method + " " + shapeOf(text)
		if d.count[shape] == 0 {
			d.first[shape] = text
		}
		d.count[shape]++
	}
}

// inShape are the values that make no difference between texts: cards, names and numbers.
var inShape = regexp.MustCompile(`\b[HMFSRVB][0-9]\b!?|\p{Lu}[\pL,]+( [\pL&]*\p{Lu}[\pL,]+)*( \(burdened\))?|[0-9]+`)

// shapeOf returns a text without the values of its outermost keys, and without cards, names and numbers.
func shapeOf(text string) string {
	var shape strings.Builder
	depth := 0
	for _, r := range text {
		if r == '(' {
			depth++
		}
		if depth == 0 {
			shape.WriteRune(r)
		}
		if r == ')' {
			depth--
		}
	}
	return inShape.ReplaceAllString(shape.String(), "_")
}

// golden compares everything with a golden file: in each line the method, how often it said it, and the first text.
func (d *told) golden(t *testing.T, file string) {
	t.Helper()
	var lines strings.Builder
	for _, shape := range slices.Sorted(maps.Keys(d.count)) {
		method, _, _ := strings.Cut(shape, " ")
		fmt.Fprintf(&lines, "%-14s %6d  %s\n", method, d.count[shape], d.first[shape])
	}
	goldentest.Compare(t, file, lines.String())
}

// TestRoundsAreTold plays a round of every chapter and table size by chance, and compares what is said of it, by the
// keys of the texts, with a golden file: every question with its answers, what each card would do, the goals and their
// numbers, what is known, and what happened, as those who decide and those who watch are told.
func TestRoundsAreTold(t *testing.T) {
	lib := chapters.Default()
	said := keyed(t)
	d := told{map[string]int{}, map[string]string{}}
	for i, id := range lib.DealIDs(3) {
		if i%3 == 0 { // the others have it all
			continue
		}
		pos, err := lib.Deal(id)
		require.NoError(t, err, id)
		g, err := lib.NewGame(pos)
		require.NoError(t, err, id)
		for !g.IsOver() {
			v := g.View(g.Due().Decider)
			d.decision(said.Round(&v), v.Ask)
			if d.seats(said.Round(&v)); v.Stage == chapters.StagePlay && v.Led == tricks.NoSuit && len(v.History)%4 == 3 {
				d.knowledge(said.Round(&v))
			}
			require.NoError(t, g.Apply(v.Ask.Options[len(g.Decisions())*5%len(v.Ask.Options)]))
			watcher := g.View(tricks.Seat((int(g.Due().Decider) + 1) % g.Seats()))
			d.add("Log", said.Round(&watcher).Log(watcher.Log[len(v.Log):])...)
		}
		over := g.View(0)
		d.seats(said.Round(&over))
		d.knowledge(said.Round(&over))
		d.add("Event", said.Round(&over).Log(over.Log)...)
	}
	d.golden(t, "told.txt")
}

// decision notes a question, its answers and what they do.
func (d *told) decision(r Round, a *chapters.Ask) {
	d.add("Question", r.Question(a))
	d.add("Coach", NotEmpty(r.Coach())...)
	d.add("Receivers", NotEmpty(r.Receivers(a))...)
	for _, refused := range a.Refused {
		d.add("Refusal", r.Refusal(refused))
	}
	for _, o := range a.Options {
		d.add("Choice", r.Choice(o))
		d.add("Option", r.Option(o))
		d.add("Answer", r.Answer(o))
		d.add("Deed", r.Deed(o))
		if decisionWords[o.Kind].detail != "" {
			d.add("Detail", r.Detail(o))
		}
	}
	d.add("OpenCards", r.OpenCards(a.Options[:1], a.Options[1:min(2, len(a.Options))], len(a.Options)))
	if a.Kind == chapters.Draft {
		for _, o := range a.Options {
			c := r.view.Library.Characters[o.Character]
			if text := r.SetupInRound(c); text != c.SetupText.In(Default) {
				d.add("Setup", text)
			}
		}
	}
	if a.Kind == chapters.PlayCard {
		forecast := r.Forecast(a.Seat)
		for _, o := range a.Options {
			d.add("Outcome", NotEmpty(forecast.Outcome(o.Move))...)
		}
	}
}

// seats notes what stands beside the seats, and over the table.
func (d *told) seats(r Round) {
	for i := range r.view.Seats {
		seat := tricks.Seat(i)
		d.add("Facts", r.Facts(seat)...)
		if c := r.view.Seats[i].Character; c != nil {
			d.add("GoalInFew", NotEmpty(r.GoalInFew(c, seat))...)
			d.add("GoalInFull", r.GoalInFull(c, seat))
		}
		for _, m := range r.Meters(seat) {
			d.add("MeterText", r.texts.MeterText(&m))
			d.add("Brief", NotEmpty(m.Brief)...)
		}
	}
	var goals uint64
	for i := range r.view.Goals {
		d.add("GoalChange", r.GoalChange(&r.view.Goals[i]))
		goals |= 1 << i
		d.add("Cost", r.Cost(goals), r.Cost(1<<i))
	}
	if r.view.Stage == chapters.StagePlay {
		d.add("TrickStatus", r.TrickStatus())
		effect, warning := r.SideDeckEffect()
		if effect != "" {
			d.add("SideDeckEffect", fmt.Sprint(effect, " ", warning), r.SideName())
		}
	}
}

// knowledge notes the page with what a player knows, and the one with what everybody knows.
func (d *told) knowledge(r Round) {
	for method, public := range map[string]bool{"Knowledge": false, "PublicKnowledge": true} {
		for _, block := range r.Knowledge(public, r.texts.Codes) {
			d.add(method, NotEmpty(block.Text)...)
		}
	}
}

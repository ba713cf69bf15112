package chapters_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// TestPlaythroughs writes one random round of every chapter, event, group and table size as text: the deal, then
// each decision with the legal answers, the others and why they are not legal, and the goals after each trick. A
// change of the rules shows up here in words.
func TestPlaythroughs(t *testing.T) {
	t.Parallel()
	for _, id := range chapters.Default().DealIDs(0) {
		id.Seed = 7
		t.Run(id.String(), func(t *testing.T) {
			golden(t, filepath.Join("..", "playthrough", id.String()+".txt"), playthrough(t, id))
		})
	}
}

func playthrough(t *testing.T, id chapters.DealID) string {
	t.Helper()
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	pos := dealOf(t, id.String())
	doc, err := pos.YAML()
	require.NoError(t, err)
	line("%s", doc)
	g := gameOf(t, pos)
	rng := rand.New(rand.NewPCG(id.Seed, uint64(id.Players)))
	logged := 0
	stage := chapters.StageDraft
	for {
		log := logSeen(g)
		for _, e := range log[logged:] {
			if text := eventLine(e); text != "" {
				line("  %s", text)
			}
			if e.Kind == chapters.WonTrick {
				line("  %s", goalLine(g))
			}
		}
		logged = len(log)
		ask := g.View(g.Due().Decider).Ask
		if ask == nil {
			break
		}
		if v := g.View(0); v.Stage == chapters.StagePlay && stage != v.Stage {
			line("\n%s\n%d tricks, seat %d leads; %s", handLines(g), v.Tricks, v.Leader, goalLine(g))
		}
		stage = g.Stage()
		d := ask.Options[rng.IntN(len(ask.Options))]
		by := ""
		if ask.Decider != ask.Seat {
			by = fmt.Sprintf(" (by %d)", ask.Decider)
		}
		line("%s %d%s: %s -> %s", ask.Kind, ask.Seat, by, choice(ask), answer(d))
		apply(t, g, d)
	}
	line("%s", g.Result())
	return b.String()
}

// logSeen returns the log with everything that any player sees.
func logSeen(g *chapters.Game) []chapters.Event {
	log := g.View(0).Log
	for p := range tricks.Seat(g.Start().Players) {
		for i, e := range g.View(p).Log {
			if log[i].Card == tricks.NoCard {
				log[i].Card = e.Card
			}
			log[i].Number = max(log[i].Number, e.Number)
		}
	}
	return log
}

// eventLine returns a line for an event that does not follow from a decision, "" for other events.
func eventLine(e chapters.Event) string {
	switch e.Kind {
	case chapters.DrewThreat:
		return fmt.Sprintf("%d draws %d", e.Seat, e.Number)
	case chapters.RejectedThreat:
		return fmt.Sprintf("%d sets %d aside %s", e.Seat, e.Number, e.Word)
	case chapters.TookLost:
		return fmt.Sprintf("%d takes %s", e.Seat, e.Card)
	case chapters.DrewCards:
		return fmt.Sprintf("%d gets %d cards", e.Seat, e.Number)
	case chapters.TookSide:
		return fmt.Sprintf("%d takes %d of the side deck", e.Seat, e.Number)
	case chapters.DealtMore:
		return fmt.Sprintf("%d more cards each", e.Number)
	case chapters.HasRider, chapters.HasGift:
		return fmt.Sprintf("%d has %s", e.Seat, e.Character)
	case chapters.Announced:
		return fmt.Sprintf("%d announces %s", e.Seat, e.Word)
	case chapters.Revealed:
		return fmt.Sprintf("%d lays the hand open", e.Seat)
	case chapters.TurnedUp:
		return fmt.Sprintf("turned up %s", e.Card)
	case chapters.WonTrick:
		if e.Seat == tricks.NoSeat {
			return fmt.Sprintf("nobody wins trick %d", e.Number)
		}
		return fmt.Sprintf("%d wins trick %d", e.Seat, e.Number)
	}
	return ""
}

func goalLine(g *chapters.Game) string {
	var out []string
	for _, s := range g.Statuses() {
		out = append(out, fmt.Sprintf("%d %s%s %s", s.Seat, s.Character, s.Rider, s.Status))
	}
	return strings.Join(out, ", ")
}

// handLines writes every hand; a pyramid as rows from the top, closed cards as ??.
func handLines(g *chapters.Game) string {
	var out []string
	for s := range tricks.Seat(g.Seats()) {
		v := g.View(g.View(s).Seats[s].Decider).Seats[s]
		text := v.Hand.String()
		if v.Rows != nil {
			var rows []string
			for _, row := range v.Rows {
				rows = append(rows, strings.NewReplacer("-", "??", "?", "??").Replace(tricks.FormatCards(row)))
			}
			text = strings.Join(rows, " / ")
			if v.Extra != 0 {
				text += " + " + v.Extra.String()
			}
		}
		for _, aside := range []struct {
			what string
			card tricks.Card
		}{{"tucked", v.Tucked}, {"first", v.First}, {"last", v.Last}} {
			if aside.card != tricks.NoCard {
				text += fmt.Sprintf(", %s %s", aside.what, aside.card)
			}
		}
		number := ""
		if v.Threat != 0 {
			number = fmt.Sprintf(" %d", v.Threat)
		}
		if v.Range != [2]int{} {
			number = fmt.Sprintf(" %d-%d", v.Range[0], v.Range[1])
		}
		out = append(out, fmt.Sprintf("%d %s%s %s: %s", s, v.Character.ID, number, v.Declared, text))
	}
	return strings.ReplaceAll(strings.Join(out, "\n"), " :", ":")
}

// choice lists the legal decisions, and then the others by the rule that forbids them. Decisions about cards are
// grouped by the seat that would get the card.
func choice(a *chapters.Ask) string {
	byRule := map[string][]chapters.Decision{"": a.Options}
	for _, r := range a.Refused {
		rule := r.Rule()
		byRule[rule] = append(byRule[rule], r.Decision)
	}
	var out []string
	for _, rule := range sortedKeys(byRule) {
		text := brief(byRule[rule])
		if rule != "" {
			text = "not by " + rule + " " + text
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

func sortedKeys[M ~map[K]V, K cmp.Ordered, V any](m M) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// brief lists decisions. Cards that go to the same seat are written as one hand.
func brief(ds []chapters.Decision) string {
	var words []string
	hands := map[string]tricks.Set{}
	for _, d := range ds {
		to, _, passes := strings.Cut(answer(d), ":")
		if d.Card == tricks.NoCard {
			words = append(words, answer(d))
			continue
		}
		if !passes {
			to = ""
		}
		hands[to] |= d.Card.Bit()
	}
	for _, to := range sortedKeys(hands) {
		words = append(words, strings.TrimSpace(to+" "+hands[to].String()))
	}
	return strings.Join(words, ", ")
}

// answer returns the text of a decision without the seat that makes it.
func answer(d chapters.Decision) string {
	text := strings.TrimPrefix(d.String(), d.Seat.String())
	return strings.TrimPrefix(text, ":")
}

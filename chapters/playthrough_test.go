package chapters_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// TestPlaythroughs writes one random round of every chapter and table size down
// as text: each decision with what was legal and which rule forbade the rest,
// and the state of things after setup and after each trick. A change of the
// rules shows up here in words.
func TestPlaythroughs(t *testing.T) {
	for _, c := range []string{"1", "2", "3", "4"} {
		for players := 1; players <= 4; players++ {
			id := chapters.DealID{Chapter: c, Players: players, Seed: 7}
			t.Run(id.String(), func(t *testing.T) {
				golden(t, id.String()+".txt", playthrough(t, id))
			})
		}
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
	logged, stage := 0, chapters.StageDraft
	for {
		v := g.View(0)
		for ; logged < len(v.Log); logged++ {
			switch e := v.Log[logged]; e.Kind {
			case chapters.DrewThreat, chapters.RejectedThreat, chapters.TookLost, chapters.DrewCards:
				line("  %s", logLines(chapters.View{Log: v.Log[logged : logged+1]}))
			case chapters.WonTrick:
				line("  seat %d wins trick %d; goals %s", e.Seat, e.Number, goalLine(g))
			}
		}
		if g.Stage() != stage {
			stage = g.Stage()
			line("\n%s", stage)
			for s := range tricks.Seat(g.Seats()) {
				line("  seat %d %s%s: %s", s, g.Character(s).ID, threatOf(v, s), handLine(g, s))
			}
			if stage == chapters.StagePlay {
				line("  seat %d leads, %d tricks, goals %s\n", g.State().Leader, v.Tricks, goalLine(g))
			}
		}
		ask := g.Ask()
		if ask == nil {
			break
		}
		d := ask.Options[rng.IntN(len(ask.Options))]
		by := ""
		if ask.By != ask.Seat {
			by = fmt.Sprintf(" (by %d)", ask.By)
		}
		line("%s seat %d%s: %s%s -> %s", ask.Kind, ask.Seat, by, brief(ask.Options), notLegal(ask), d)
		apply(t, g, d)
	}
	line("\nresult %s", g.Result())
	return b.String()
}

func goalLine(g *chapters.Game) string {
	var out []string
	for _, s := range g.Statuses() {
		out = append(out, fmt.Sprintf("%s%s %s", s.Character, s.Rider, s.Status))
	}
	return strings.Join(out, ", ")
}

func threatOf(v chapters.View, s tricks.Seat) string {
	if n := v.Seats[s].Threat; n != 0 {
		return fmt.Sprintf(" (threat %d)", n)
	}
	return ""
}

// handLine writes a hand; a pyramid as rows, closed cards as ??.
func handLine(g *chapters.Game, s tricks.Seat) string {
	v := g.View(g.View(s).Seats[s].By).Seats[s]
	if v.Rows == nil {
		return v.Open.String()
	}
	var out []string
	for _, row := range v.Rows {
		var codes []string
		for _, c := range row {
			if c == chapters.Closed {
				codes = append(codes, "??")
			} else {
				codes = append(codes, c.String())
			}
		}
		out = append(out, strings.Join(codes, " "))
	}
	return strings.Join(out, " / ") + " + " + v.Extra.String()
}

// brief lists decisions: cards by the seat they would go to.
func brief(ds []chapters.Decision) string {
	var out []string
	to := tricks.NoSeat - 1
	for _, d := range ds {
		switch {
		case d.Kind == chapters.Draft:
			out = append(out, d.Character)
		case d.Kind == chapters.PlayCard:
			out = append(out, d.Move.String())
		case d.To == tricks.NoSeat:
			out = append(out, "none")
		default:
			if d.To != to {
				to = d.To
				out = append(out, fmt.Sprintf("to %d", to))
			}
			out = append(out, d.Card.String())
		}
	}
	return strings.Join(out, " ")
}

func notLegal(a *chapters.Ask) string {
	if len(a.Refused) == 0 {
		return ""
	}
	var out []string
	for _, r := range a.Refused {
		text := r.Err.Error()
		out = append(out, brief([]chapters.Decision{r.Decision})+" "+text[strings.LastIndex(text, "("):])
	}
	return "; not " + strings.Join(out, ", ")
}

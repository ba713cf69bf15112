package pages

import (
	"fmt"
	"strings"

	"fellowship/solver/difficulty"
	"fellowship/solver/players"
)

// spentOn are the parts of a fair round in the order they are shown in. Judging
// the round is no part of it.
var spentOn = []players.Part{players.SettingUp, players.Imagining, players.MakingWorlds, players.Solving}

// speed is the seconds of a core that so many fair rounds took, by part.
type speed struct {
	rounds  int
	seconds float64
	by      map[players.Part]float64
}

func speedOf(rows ...*difficulty.Row) speed {
	t := speed{by: map[players.Part]float64{}}
	for _, row := range rows {
		t.rounds += row.SpentRounds
		for _, part := range spentOn {
			t.by[part] += row.Spent[part]
			t.seconds += row.Spent[part]
		}
	}
	return t
}

// Speed is what all tables together say about speed.
func (c chapter) Speed() speed { return speedOf(c.Rows...) }

// Rate is the rounds a second of one core.
func (t speed) Rate() string {
	if t.seconds == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(t.rounds)/t.seconds)
}

// Shares are the shares of the parts.
func (t speed) Shares() []string {
	out := make([]string, len(spentOn))
	for i, part := range spentOn {
		if out[i] = "-"; t.seconds > 0 {
			out[i] = fmt.Sprintf("%.0f %%", 100*t.by[part]/t.seconds)
		}
	}
	return out
}

// Speed is what a row says about it.
func (p *report) Speed(row *difficulty.Row) speed { return speedOf(row) }

// Took returns how long each kind of measurement of a row took.
func (p *report) Took(row *difficulty.Row) []float64 {
	return []float64{row.Seconds[difficulty.Deal], row.Seconds[difficulty.Fair], row.Seconds[difficulty.Campaign]}
}

// Seconds is how long everything took, of one worker by the clock.
func (p *report) Seconds() (all float64) {
	for _, row := range p.Rows {
		for _, s := range row.Seconds {
			all += s
		}
	}
	return all
}

// Minutes is the same in minutes.
func (p *report) Minutes() float64 { return p.Seconds() / 60 }

// Slowest names the cell in which fair rounds take longest; empty if no times
// were taken.
func (p *report) Slowest() string {
	where, most := "", 0.0
	for _, row := range p.Rows {
		t := speedOf(row)
		if t.rounds > 0 && t.seconds/float64(t.rounds) > most {
			most = t.seconds / float64(t.rounds)
			where = fmt.Sprintf("Slowest is %s: %.1f seconds a round.", strings.ToLower(p.cellName(row)), most)
		}
	}
	return where
}

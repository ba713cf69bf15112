package hindsight

import (
	"fmt"
	"slices"

	"fellowship/characters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// TrickList returns the tricks as a table: in each row the leader, the cards, the winner, and the state of
// each goal after the trick. In sentences it tells only which goals are met or failed after a trick.
func (r *Round) TrickList() page.Page {
	if r.InSentences {
		return r.toldTricks(r.newGoals())
	}
	legend := r.Texts.T("round.legend")
	if len(r.Game.Goals()) > 0 {
		legend += " " + r.Texts.T("round.legend.goals")
		if r.Game.State().Waiver != tricks.NoSeat {
			legend += " " + r.Texts.T("round.legend.waived")
		}
	}
	tones := map[characters.Status]page.Tone{characters.Failed: page.Bad, characters.Sealed: page.Good}
	riders := map[tricks.Seat]characters.Status{}
	v := View(r.Game)
	return r.trickTable(legend, func(n int) (words map[tricks.Seat]page.Cell, remarks []string) {
		words = map[tricks.Seat]page.Cell{}
		if n > len(r.Tricks) {
			return words, nil
		}
		for _, g := range r.Tricks[n-1].Goals {
			if !texts.HasAim(&v, &g) {
				continue
			}
			if g.Rider == "" {
				words[g.Seat] = page.Cell{Text: r.Texts.T("round.cell." + g.Status.String()), Tone: tones[g.Status]}
			} else if previous, known := riders[g.Seat]; !known || previous != g.Status {
				riders[g.Seat] = g.Status
				remark := r.Texts.T("round.rider", r.SeatName(g.Seat), r.rider(g.Seat), r.status(g.Status))
				remarks = append(remarks, remark)
			}
		}
		return words, remarks
	})
}

// trickTable returns a table of the tricks. The function describe returns a word to put behind each card
// of a trick, and the lines below it.
func (r *Round) trickTable(legend string,
	describe func(trick int) (words map[tricks.Seat]page.Cell, remarks []string),
) (p page.Page) {
	all := r.allTricks()
	if len(all) == 0 {
		return nil
	}
	columns := []page.Column{{Head: r.Texts.T("round.trick"), Width: 6}}
	for s := range r.Game.Seats() {
		columns = append(columns, page.Column{Head: " " + r.Label(tricks.Seat(s)), Width: 17})
	}
	p.Columns(columns...)
	for i := range all {
		words, remarks := describe(i + 1)
		r.row(&p, i+1, &all[i], words)
		for _, line := range append(r.EventLines(i+1), remarks...) {
			p.Text(notes, line)
		}
		if all[i].Winner == tricks.NoSeat && i < len(r.Tricks) {
			p.Text(notes, r.Texts.T("round.nobody"))
		}
	}
	p.Gap()
	p.Text(0, legend)
	return p
}

// allTricks returns the tricks, with the unfinished one last.
func (r *Round) allTricks() []trickAnswer {
	if len(r.Table) == 0 {
		return r.Tricks
	}
	return append(slices.Clone(r.Tricks), trickAnswer{Played: r.Table, Winner: tricks.NoSeat})
}

// notes is the indentation of the lines below a trick.
const notes = 7

// row adds a trick to the table, with a word behind each card.
func (r *Round) row(p *page.Page, number int, trick *trickAnswer, words map[tricks.Seat]page.Cell) {
	cells := []page.Cell{{Text: fmt.Sprintf("%5d", number)}}
	for s := range r.Game.Seats() {
		seat := tricks.Seat(s)
		lead := " "
		card := ""
		mark := ""
		for i, play := range trick.Played {
			if play.Seat != seat {
				continue
			}
			card = r.Texts.Move(play.Move)
			if i == 0 {
				lead = ">"
			}
		}
		if trick.Winner == seat {
			mark = "*"
		}
		word := words[seat]
		word.Text = lead + page.Pad(card+mark, 5) + word.Text
		cells = append(cells, word)
	}
	p.Row(cells...)
}

// rider names the rider of a seat.
func (r *Round) rider(s tricks.Seat) string { return r.Texts.Name(View(r.Game).Seats[s].Rider) }

// status returns a word for a goal's status.
func (r *Round) status(s characters.Status) string { return r.Texts.T("round.status." + s.String()) }

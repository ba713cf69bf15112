package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// knowledge is what a player knows of a round beside his [View]. [View.Builder] needs it to build
// games. Each field leaves out what this player does not know.
type knowledge struct {
	// start is the position the round began with, without any card or number.
	start Position
	// progress is how far the round has come. A card that was chosen is Closed there if the
	// player does not see it, and such a threat number is 0. The seat r1 is NoSeat if not
	// everybody knows it: nothing depends on it any more then.
	progress
	full [tricks.MaxSeats]bool // see seat
	// rows is the pyramid like SeatView.Rows, with two differences. Cards that were played
	// are still in their places. So are cards that go to others: they are onItsWay if the
	// player does not see them.
	rows [][]tricks.Card
	// decks is the side decks of the round. Side is the one whose cards are counted, nil without
	// one. Left counts them: all that will be turned up, or those that nobody has taken yet (C6).
	decks []*SideDeck
	side  *SideDeck
	left  int
}

// onItsWay stands in a pyramid for a card that will leave it.
const onItsWay = Closed - 1

// knowledgeOf is what the player of a view knows of the game beside it.
func (g *Game) knowledgeOf(v *View) knowledge {
	c := knowledge{
		start: Position{
			Deal: g.start.Deal, Chapter: g.start.Chapter, Players: g.start.Players, Round: g.start.Round,
			Leader: g.start.Leader, Pyramid: g.start.Pyramid,
		},
		progress: g.progress,
	}
	if !g.r1Known() {
		c.r1 = tricks.NoSeat
	}
	c.transfers = nil
	for _, t := range g.transfers {
		t.delivered = t.delivered || g.stage == StagePlay // Sting's has come at once
		from, to := g.Decides(t.from) == v.Player, g.Decides(t.to) == v.Player
		if t.card != tricks.NoCard && !from && !(to && t.delivered) {
			t.card = Closed
		}
		if t.back != tricks.NoCard && !to {
			t.back = Closed
		}
		c.transfers = append(c.transfers, t)
	}
	c.drawn = nil
	if g.stage == StageSetup && v.Due == Threat {
		for _, n := range g.drawn {
			if v.By != v.Player {
				n = 0
			}
			c.drawn = append(c.drawn, n)
		}
	}
	c.rejected = nil
	for _, n := range g.rejected {
		if !slices.ContainsFunc(v.Log, func(e Event) bool { return e.Kind == RejectedThreat && e.Number == n }) {
			n = 0
		}
		c.rejected = append(c.rejected, n)
	}
	for i, fate := range c.fates {
		if g.Over() || fate == characters.Failed && g.goalHidden(i, v.Player) {
			c.fates[i] = characters.Open
		}
	}
	for s := range g.seats {
		c.full[s] = g.seats[s].full
		if g.seats[s].isPyramid() {
			c.rows = g.rowsSeen(tricks.Seat(s), v)
		}
	}
	c.decks = g.decks
	for _, d := range g.decks {
		c.side, c.left = d, len(g.start.Sides[d.Name])
	}
	if c.side != nil && !c.side.IsTurnedUp() {
		c.left -= g.sideTaken
	}
	c.sideTaken = 0 // what is left counts
	return c
}

// r1Known reports whether everybody knows who was dealt R1. He drafts first and takes the
// character meant for him (S3). If the characters are dealt, he acts first, unless somebody
// has that character (S7).
func (g *Game) r1Known() bool {
	taken := slices.ContainsFunc(g.seats, func(s seat) bool { return s.Character != nil && s.Character.TakesR1 })
	return len(g.order) > 0 && !(g.chapter.CastByLot && taken)
}

// rowsSeen is the pyramid at a seat for [knowledge].
func (g *Game) rowsSeen(s tricks.Seat, v *View) [][]tricks.Card {
	at, sv := &g.seats[s], &v.Seats[s]
	away := at.away
	if t := g.onTheWay(); t != nil && t.from == s {
		away = t.card.Bit()
	}
	var rows [][]tricks.Card
	for _, row := range at.pyramid.Rows {
		seen := slices.Clone(row)
		for i, c := range row {
			switch played := g.stage == StagePlay && c.Valid() && !g.state.Held[s].Has(c); {
			case c == tricks.NoCard || played || sv.Open.Has(c) || away.Has(c) && sv.By == v.Player:
			case away.Has(c):
				seen[i] = onItsWay
			default:
				seen[i] = Closed
			}
		}
		rows = append(rows, seen)
	}
	return rows
}

// holes counts the cards that will leave the rows of a pyramid.
func (c *knowledge) holes() (n int) {
	for _, row := range c.rows {
		for _, card := range row {
			if card == onItsWay {
				n++
			}
		}
	}
	return n
}

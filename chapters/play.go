package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// beginPlay ends setup: it lays the hands out and finds who leads (S7).
func (g *Game) beginPlay() error {
	g.stage = StagePlay
	leader, err := g.firstLeader()
	if err != nil {
		return err
	}
	refills := tricks.Refills(g.pile, len(g.seats), func(s tricks.Seat) bool {
		c := g.seats[s].character
		return c != nil && c.SoloFull > 0
	})
	hands := make([]tricks.Hand, len(g.seats))
	for s := range g.seats {
		switch at := &g.seats[s]; {
		case at.isPyramid():
			hands[s] = at.pyramid
		case len(refills[s]) > 0:
			hands[s] = tricks.Solo{Start: at.hand, Drawn: refills[s]}
		default:
			hands[s] = tricks.Plain(at.hand)
		}
	}
	g.table = tricks.NewTable(tricks.NoSuit, hands...)
	for s := range g.seats {
		c := g.seats[s].character
		if c != nil && c.NamesLeader {
			g.table.Namers |= tricks.Seat(s).Bit()
		}
		if c != nil && c.NeedNotFollow {
			g.table.Free |= tricks.Seat(s).Bit()
		}
	}
	g.state = g.table.Start(leader)
	return g.compileGoals()
}

// firstLeader returns who leads the first trick: as the position says, else the
// character whose card says so, else the one that the holder of R1 took
// (Frodo), else the holder of R1 (S7).
func (g *Game) firstLeader() (tricks.Seat, error) {
	if g.start.Leader != tricks.NoSeat {
		return g.start.Leader, nil
	}
	for _, says := range []func(*characters.Character) bool{
		func(c *characters.Character) bool { return c.Leads },
		func(c *characters.Character) bool { return c.TakesR1 },
	} {
		for s := range g.seats {
			if c := g.seats[s].character; c != nil && says(c) {
				return tricks.Seat(s), nil
			}
		}
	}
	if g.r1 == tricks.NoSeat {
		return g.r1, ruleError("S7", "leader is missing: no card says who leads, and nobody holds R1")
	}
	return g.r1, nil
}

func (g *Game) playCandidates(s tricks.Seat) []Decision {
	var out []Decision
	for _, c := range g.seats[s].offered(g.state.Held[s], g.state.Hand[s]).Cards() {
		if g.table.DrawnAfter(c) > int(g.state.Number) {
			continue // still in the pile: nobody would think of it
		}
		out = append(out, PlayDecision(tricks.Play{Seat: s, Move: tricks.Move{Card: c}}))
		if c == tricks.OneRing {
			out = append(out, PlayDecision(tricks.Play{Seat: s, Move: tricks.Move{Card: c, ToWin: true}}))
		}
	}
	return out
}

// playCard plays a legal card of the seat to move.
func (g *Game) playCard(m tricks.Move) {
	before := g.state
	g.log(Event{Kind: Played, Seat: before.Turn, Card: m.Card, ToWin: m.ToWin, sees: everybody})
	winner, done := g.table.Play(&g.state, m)
	if !done {
		return
	}
	before.Card[before.Turn] = m.Card
	g.history = append(g.history, characters.Trick{
		Number: int(before.Number), Leader: before.Leader, Winner: winner,
		Cards: before.Table | m.Card.Bit(), Card: before.Card,
	})
	g.log(Event{Kind: WonTrick, Seat: winner, Number: int(before.Number) + 1})
}

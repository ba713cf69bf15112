package chapters

import "fellowship/tricks"

// A character that may name the leader (K: Bilbo Baggins) is asked before every trick that he would
// lead. A play that leads the trick names its own seat. Because of that a position document, which
// lists only plays, need not state the decision.

func nameCandidates(g *Game, d Decision, out []Decision) []Decision {
	for s := range g.seats {
		d.Target = tricks.Seat(s)
		out = append(out, d)
	}
	return out
}

func nameLegal(g *Game, d Decision) error {
	if d.Target < 0 || int(d.Target) >= len(g.seats) || !g.table.Holding(&g.state).Contains(d.Target) {
		return ruleError("K", "seat %d cannot lead: it holds no card", d.Target)
	}
	return nil
}

// playLegal returns nil if a play is legal. If no leader of the trick was named yet, the play names its
// own seat. A play of the tucked card takes the card back, which is not legal if it was decided to leave
// the card tucked away.
func playLegal(g *Game, d Decision) error {
	if g.progress.LeftTucked && d.Card == g.state.Tucked {
		return ruleError("K", "seat %d cannot play %s: it was left tucked away for this trick", d.Seat, d.Card)
	}
	state := g.state
	if state.Naming {
		if err := nameLegal(g, Decision{Target: d.Seat}); err != nil {
			return err
		}
		g.table.Name(&state, d.Seat)
	}
	return g.table.Check(&state, d.Play())
}

// applyName lets the named seat lead.
func applyName(g *Game, d Decision) { play{g}.setLeader(d.Target) }

// setLeader lets a seat lead if the decision who leads was still due.
func (p play) setLeader(leader tricks.Seat) {
	g := p.game
	if !g.state.Naming {
		return
	}
	if leader != g.state.Leader {
		g.logEvent(Event{Kind: Named, Seat: g.state.Leader, Target: leader})
	}
	g.table.Name(&g.state, leader)
}

package chapters

import "fellowship/tricks"

// A character that may name the leader (K: Bilbo Baggins) is asked before every trick that he
// would lead. A play that leads the trick says the same, so documents, which list plays only,
// need no word for it.

func (g *Game) nameCandidates(d Decision, out []Decision) []Decision {
	for s := range g.seats {
		d.To = tricks.Seat(s)
		out = append(out, d)
	}
	return out
}

func (g *Game) nameLegal(d Decision) error {
	if d.To < 0 || int(d.To) >= len(g.seats) || !g.table.Holding(&g.state).Has(d.To) {
		return ruleError("K", "seat %d cannot lead: it holds no card", d.To)
	}
	return nil
}

// playLegal judges a play. If nobody was named to lead the trick yet, a play names its seat. A
// play of the tucked card says that it came back, unless it was said that it stays.
func (g *Game) playLegal(d Decision) error {
	if g.at.Stays && d.Card == g.state.Tucked {
		return ruleError("K", "seat %d cannot play %s: it was left tucked away for this trick", d.Seat, d.Card)
	}
	state := g.state
	if state.Naming {
		if err := g.nameLegal(Decision{To: d.Seat}); err != nil {
			return err
		}
		g.table.Name(&state, d.Seat)
	}
	return g.table.Check(&state, d.Play())
}

// nameLeader lets the named seat lead.
func (g *Game) nameLeader(d Decision) { g.name(d.To) }

// name lets a seat lead, if that was still to be said.
func (g *Game) name(leader tricks.Seat) {
	if !g.state.Naming {
		return
	}
	if leader != g.state.Leader {
		g.log(Event{Kind: Named, Seat: g.state.Leader, To: leader})
	}
	g.table.Name(&g.state, leader)
}

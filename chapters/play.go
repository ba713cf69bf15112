package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// play is the stage in which cards are played: it lays the hands out, and leads from trick to trick.
type play struct{ game *Game }

// begin ends the setup and starts the play: it lays the hands out and finds the first leader (S7).
func (p play) begin() error {
	g := p.game
	g.stage = StagePlay
	g.progress.SetupLog = len(g.events)
	g.blindfolded = p.blindfoldedSeats()
	leader, err := p.firstLeader()
	if err != nil {
		return err
	}
	tucked := p.layTable(0)
	g.state = g.table.Start(leader, tucked)
	goals := judge{g}
	if err := goals.compile(); err != nil {
		return err
	}
	p.beginTrick()
	goals.remember()
	return nil
}

// layTable makes the table with the hands as they are before a trick, counted from 0, and returns the
// tucked card. Cards that solo hands drew before that trick count as held from the beginning; the rest of
// the pile is drawn from that trick on (S10).
func (p play) layTable(trick int) (tucked tricks.Card) {
	g := p.game
	refills := tricks.Refills(g.pile, len(g.seats), func(s tricks.Seat) bool {
		c := g.seats[s].Character
		return c != nil && c.SoloFull
	})
	hands := make([]tricks.Hand, len(g.seats))
	for s := range g.seats {
		seat := &g.seats[s]
		aside := seat.aside()
		switch {
		case seat.isPyramid():
			// Cards that were put aside lie beside the pyramid and cover nothing (S9).
			laid := seat.pyramid
			laid.Extra |= aside
			hands[s] = laid
		case len(refills[s]) > 0:
			alreadyDrawn := slices.Repeat([]tricks.Card{tricks.NoCard}, trick)
			hands[s] = tricks.Solo{Start: seat.hand | aside, Drawn: slices.Concat(alreadyDrawn, refills[s])}
		default:
			hands[s] = tricks.Plain(seat.hand | aside)
		}
	}
	g.table = tricks.NewTable(tricks.NoSuit, hands...)
	g.chapter.setTrump(g.table, g.start.Players)
	return p.setSpecials()
}

// setTrump sets the trump suit of a chapter, which may be nil (T8). Rivers are trump only if there are any
// (C17).
func (c *Chapter) setTrump(t *tricks.Table, players int) {
	if c != nil && (c.Trump != tricks.Rivers || c.hasRivers(players)) {
		t.Trump = c.Trump
	}
}

// setSpecials sets what the characters, the gifts and the side decks change in the play. It returns the
// tucked card, NoCard for none.
func (p play) setSpecials() (tucked tricks.Card) {
	g := p.game
	tucked = tricks.NoCard
	first, last := g.table.First, g.table.Last
	for s := range g.seats {
		seat := &g.seats[s]
		bit := tricks.Seat(s).Bit()
		if c := seat.Character; c != nil {
			if c.NamesLeader {
				g.table.Namers |= bit
			}
			if c.NeedNotFollow {
				g.table.Free |= bit
			}
		}
		if seat.hasEffect(characters.FreeFirstTrick) {
			g.table.FreeOnce |= bit
		}
		if seat.first != 0 {
			g.progress.PutFirst |= bit
			first[s] = seat.first.First()
		}
		if seat.last != 0 {
			g.progress.KeptLast |= bit
			last[s] = seat.last.First()
		}
		if seat.tucked != 0 {
			tucked = seat.tucked.First()
		}
	}
	if g.progress.PutFirst|g.progress.KeptLast != 0 {
		g.table.SetAside(first, last)
	}
	g.table.Willow = g.sideCards(BeatsLowWinners)
	g.table.Balrog = slices.Collect(slices.Chunk(g.sideCards(LeastSum), p.balrogCount()))
	return tucked
}

// balrogCount returns how many cards of a deck that demands a sum are turned up before each trick. If the
// chapter does not state it, it is three at four seats and two at three (C14).
func (p play) balrogCount() int {
	g := p.game
	if g.chapter != nil && g.chapter.Side != nil && g.chapter.Side.Effect == LeastSum {
		return g.chapter.Side.TurnUp[g.start.Players]
	}
	return len(g.seats) - 1
}

// firstLeader returns the seat that leads the first trick (S7): the seat that the position names, else
// the seat of the character that the chapter names, else of a character whose card says that it leads,
// else of the character that the holder of R1 has to take (Frodo), else the holder of R1.
func (p play) firstLeader() (tricks.Seat, error) {
	g := p.game
	if g.start.Leader != tricks.NoSeat {
		return g.start.Leader, nil
	}
	for _, isLeader := range []func(*characters.Character) bool{
		func(c *characters.Character) bool { return g.chapter != nil && c.Matches(g.chapter.Leads) },
		func(c *characters.Character) bool { return c.Leads },
		func(c *characters.Character) bool { return c.TakesR1 },
	} {
		leader := g.seats.find(func(s tricks.Seat) bool {
			c := g.seats[s].Character
			return c != nil && isLeader(c)
		})
		if leader != tricks.NoSeat {
			return leader, nil
		}
	}
	if g.progress.R1 == tricks.NoSeat {
		return tricks.NoSeat, ruleError("S7",
			"leader is missing: no card shows who leads, and nobody holds R1; name the seat that was dealt R1")
	}
	g.leaderGuessed = g.start.Stage == StagePlay && g.chapter != nil
	return g.progress.R1, nil
}

// beginTrick makes the decisions before a trick due again, and turns cards of the side deck up.
func (p play) beginTrick() {
	g := p.game
	g.progress.Asked = [numKinds]bool{}
	g.progress.LeftTucked = false
	if g.state.IsOver {
		return
	}
	for _, c := range g.table.TurnedUp(int(g.state.Number)) {
		g.logEvent(Event{Kind: TurnedUp, Seat: tricks.NoSeat, Card: c})
	}
}

// due returns the kind of the decision that is due in play and the seat that acts. Before a trick
// decisions come in a fixed order: Sting, the tucked card, who leads. Then come the plays.
func (p play) due() (DecisionKind, tricks.Seat) {
	g := p.game
	gift := sting{g}
	if gift.isUsed() && len(g.progress.Transfers) > 0 {
		return Return, g.progress.Transfers[0].Receiver
	}
	if g.state.Led == tricks.NoSuit {
		if s := gift.asked(); s != tricks.NoSeat && !g.progress.Asked[Swap] {
			return Swap, s
		}
		if s := p.tucker(); s != tricks.NoSeat && !g.progress.Asked[TakeBack] {
			return TakeBack, s
		}
	}
	if g.state.Naming {
		return NameLeader, g.state.Turn
	}
	return PlayCard, g.state.Turn
}

func playCandidates(g *Game, d Decision, out []Decision) []Decision {
	s := d.Seat
	// Held counts cards that are still in the draw pile.
	drawn := g.state.Held[s] &^ g.table.Undrawn(&g.state)
	for _, c := range g.seats[s].offered(drawn, g.state.Hand[s]).Cards() {
		out = append(out, PlayDecision(tricks.Play{Seat: s, Move: tricks.Move{Card: c}}))
		if c == tricks.OneRing {
			out = append(out, PlayDecision(tricks.Play{Seat: s, Move: tricks.Move{Card: c, ToWin: true}}))
		}
	}
	return out
}

// applyPlay plays a card. If it was not decided yet who leads, the seat that plays does.
func applyPlay(g *Game, d Decision) {
	p := play{g}
	p.setLeader(d.Seat)
	p.playCard(d.Move)
}

// playCard plays a legal card of the seat whose turn it is, and ends the trick if it is complete.
func (p play) playCard(m tricks.Move) {
	g := p.game
	goals := judge{g}
	previous := g.state
	g.logEvent(Event{Kind: Played, Seat: previous.Turn, Card: m.Card, Suit: m.Card.Suit(), ToWin: m.ToWin})
	winner, done := g.table.Play(&g.state, m)
	if !done {
		goals.remember()
		return
	}
	g.history = append(g.history, characters.TrickOf(g.table, &previous, m.Card, winner))
	g.count.add(&g.history[len(g.history)-1])
	if !previous.Short && goals.isSpared() {
		g.logEvent(Event{Kind: FellShort, Seat: mithril{g}.owner()})
	}
	g.logEvent(Event{Kind: WonTrick, Seat: winner, Number: int(previous.Number) + 1})
	p.beginTrick()
	goals.remember()
}

// blindfoldedSeats returns the seats that play face down (C15). In solo there are none. The pyramid does
// not play face down, because its cards lie open before they are played (S9).
func (p play) blindfoldedSeats() (seats tricks.SeatSet) {
	g := p.game
	if g.chapter == nil || g.start.Players == 1 {
		return 0
	}
	for s := range tricks.Seat(len(g.seats)) {
		c := g.seats[s].Character
		isPyramid := g.start.Players == 2 && s == g.start.Pyramid
		if c == nil || isPyramid {
			continue
		}
		if e := g.chapter.Entry(c.ID); e != nil && e.Blindfold {
			seats |= s.Bit()
		}
	}
	return seats
}

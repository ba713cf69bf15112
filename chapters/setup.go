package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// beginSetup starts the setup actions (S5): from the left of the character that
// the holder of R1 took, clockwise; without one, from the holder of R1 (S7).
func (g *Game) beginSetup() {
	g.order = g.roundFrom(g.r1)
	if g.chapter.taker() != nil {
		g.order = append(g.order[1:], g.r1)
	}
	g.turn, g.step = 0, 0
	g.advance()
}

// action returns the setup action that is due, nil if the acting seat has no more.
func (g *Game) action() characters.Action {
	setup := g.seats[g.order[g.turn]].character.Setup
	if g.step >= len(setup) {
		return nil
	}
	return setup[g.step]
}

// setupKind returns the decision that the due action asks for.
func (g *Game) setupKind() Kind {
	if _, ok := g.action().(characters.GiveEach); ok {
		return Give
	}
	return Exchange
}

// advance carries out setup actions until one needs a decision, then starts the
// play when all are done.
func (g *Game) advance() {
	for ; g.turn < len(g.order); g.turn, g.step = g.turn+1, 0 {
		s := g.order[g.turn]
		if g.step == 0 {
			g.drawSoloHand(s)
		}
		for ; g.action() != nil; g.step++ {
			switch a := g.action().(type) {
			case characters.DrawThreat:
				g.drawThreat(s)
			case characters.TakeLost:
				g.takeLost(s)
			case characters.Exchange:
				if g.canExchange(s, a) {
					return
				}
			case characters.GiveEach:
				g.given = 0
				return
			}
		}
	}
	if err := g.beginPlay(); err != nil {
		panic(err) // a chapter's deal always has a leader: the holder of R1
	}
}

// next goes on after an action that needed decisions.
func (g *Game) next() {
	g.step++
	g.advance()
}

// gain adds a card to a seat's hand: beside the bottom row of a pyramid (S9).
func (g *Game) gain(s tricks.Seat, c tricks.Card) {
	g.seats[s].hand |= c.Bit()
	if g.seats[s].isPyramid() {
		g.seats[s].pyramid.Extra |= c.Bit()
	}
}

// lose takes a card out of a seat's hand. At a pyramid its place stays empty;
// what that uncovers opens at the end of setup (S9).
func (g *Game) lose(s tricks.Seat, c tricks.Card) {
	at := &g.seats[s]
	at.hand &^= c.Bit()
	if at.isPyramid() {
		at.pyramid = at.pyramid.Swap(c, tricks.NoCard)
	}
}

// swap gives a card for another; at a pyramid it takes the same place (S9).
func (g *Game) swap(s tricks.Seat, out, in tricks.Card) {
	at := &g.seats[s]
	at.hand = at.hand&^out.Bit() | in.Bit()
	if at.isPyramid() {
		at.pyramid = at.pyramid.Swap(out, in)
	}
}

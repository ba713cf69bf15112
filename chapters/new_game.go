package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// NewGame sets a position up and, in stage play, makes its plays. The position may come from an
// untrusted document. Errors name the rule that the position breaks.
func (l *Library) NewGame(pos Position) (*Game, error) {
	g := &Game{lib: l, start: pos, stage: pos.Stage}
	g.progress = Progress{R1: tricks.NoSeat, TookLost: tricks.NoSeat, SoloExchange: tricks.NoSeat, SwappedAt: -1}
	if pos.Players < 1 || pos.Players > 4 || len(pos.Hands) != tricks.SeatsFor(pos.Players) {
		return nil, ruleError("S1", "players: %d, hands: %d; 1 and 4 players have 4, 2 and 3 players have 3",
			pos.Players, len(pos.Hands))
	}
	if pos.Chapter != "" {
		c, err := l.Chapter(pos.Chapter)
		if err != nil {
			return nil, err
		}
		if g.chapter, err = c.ForRound(pos.Terms, pos.Players); err != nil {
			return nil, err
		}
	}
	var err error
	if g.decks, err = l.decksOf(&pos); err != nil {
		return nil, err
	}
	if err := pos.check(g.chapter, g.decks); err != nil {
		return nil, err
	}
	for _, list := range pos.listings(g.decks) {
		if !list.isSideDeck || len(g.sideCards(TakenInSetup)) > 0 {
			g.deck |= tricks.SetOf(list.cards...)
		}
	}
	g.lost = slices.Clone(pos.Lost)
	g.threats = slices.Clone(pos.Threats)
	g.pile = slices.Clone(pos.Pile)
	for s := range pos.Hands {
		if err := g.addSeat(tricks.Seat(s), &pos.Hands[s]); err != nil {
			return nil, err
		}
	}
	return g, g.begin()
}

// addSeat adds the seat that a position states, with its cards and its role.
func (g *Game) addSeat(s tricks.Seat, h *HandInfo) error {
	seat := seatState{
		Role:   Role{Threat: h.Threat, Declared: h.Declared, Range: h.Range, Announced: h.Announced},
		hand:   h.Cards &^ (h.Tucked | h.First | h.Last),
		tucked: h.Tucked,
		first:  h.First,
		last:   h.Last,
	}
	if h.Rows != nil {
		seat.pyramid = tricks.Pyramid{Rows: h.Rows, Extra: h.Extra}
		seat.hand = seat.pyramid.Uncovered()
	}
	if h.Character != "" {
		if g.seats.hasTaken(h.Character) {
			return say.Errorf("seat %d: %s appears twice (S4)", s, h.Character)
		}
		seat.Character = g.characterOf(h.Character)
		if seat.Character == nil {
			return say.Errorf("seat %d: unknown character %q", s, h.Character)
		}
	}
	if h.Rider != "" {
		seat.Rider = g.lib.Riders[h.Rider]
		if seat.Rider == nil {
			return say.Errorf("seat %d: unknown rider %q", s, h.Rider)
		}
	}
	if h.Gift != "" {
		seat.Gift = g.lib.Gifts[h.Gift]
		if seat.Gift == nil {
			return say.Errorf("seat %d: unknown gift %q", s, h.Gift)
		}
	}
	if h.Owned().Contains(tricks.OneRing) {
		g.progress.R1 = s
	}
	if h.TookLost {
		g.progress.TookLost = s
	}
	g.seats = append(g.seats, seat)
	return nil
}

// characterOf returns the character with an id as the chapter changes it. A character that is not in
// the chapter is returned as its own file states it, and an unknown one is nil.
func (g *Game) characterOf(id string) *characters.Character {
	if g.chapter != nil {
		if e := g.chapter.Entry(id); e != nil {
			return e.Character
		}
	}
	return g.lib.Characters[id]
}

// begin starts the stage that the position is in.
func (g *Game) begin() error {
	switch g.stage {
	case StageDraft:
		if g.chapter.CastByLot {
			return stagedDeal{g}.begin()
		}
		draft{g}.begin()
		if len(g.Options()) == 0 {
			return ruleError("S4", "with these characters not every seat can take one")
		}
		return nil
	case StageSetup:
		if (stagedDeal{g}).isUnfinished() {
			return stagedDeal{g}.begin() // a staged deal is not finished: it goes on in the setup (C16)
		}
		if err := (draft{g}).checkCast(); err != nil {
			return err
		}
		setup{g}.begin()
		return setup{g}.advance()
	}
	return g.beginAtPlay()
}

// beginAtPlay starts the play of a position in stage play, whose setup is not known, and makes the plays
// that the position lists.
func (g *Game) beginAtPlay() error {
	equipment{g}.give()
	for s := range g.seats {
		if seat := &g.seats[s]; seat.Character != nil && seat.Character.HasAction(characters.Reveal) {
			seat.Shown = openHand
		}
	}
	if err := (play{g}).begin(); err != nil {
		return err
	}
	if err := (sting{g}).check(); err != nil {
		return err
	}
	for i, p := range g.start.Plays {
		d := PlayDecision(p)
		if err := playLegal(g, d); err != nil {
			return say.Errorf("play %d: %w", i+1, err)
		}
		applyPlay(g, d)
	}
	return nil
}

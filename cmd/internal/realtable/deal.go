package realtable

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// If the note has the exchanges, the round can be rebuilt from its deal on: who took which character, drew
// which threat card and exchanged which cards. The hands at the first trick, with every exchange taken
// back, are the hands as they were dealt. Then a game is played from the deal: it asks for one decision
// after the other, and the note answers. If the note cannot answer, the round begins at its first trick,
// and a note says so.

// fromDeal makes the round of an order of tricks, from its deal on if the note has enough. If there is an
// error, it also returns the line that is wrong.
func (n *parser) fromDeal(order trickOrder) (chapters.Document, int, error) {
	beforeDraft := !n.cast() || n.stagedHands()
	if n.chapter != nil && beforeDraft && len(order) == 0 {
		pos := n.dealtPosition(n.seats, n.lost)
		_, err := n.lib.NewGame(pos)
		return chapters.Document{Record: chapters.Record{Position: pos}}, n.lastLine, err
	}
	if n.dealt && n.dealtGame == nil && len(order) == 0 && n.chapter != nil {
		return n.beforeSetup()
	}
	document, line, err := n.round(order)
	if err == nil && n.dealtGame != nil {
		return n.withSetup(document, n.dealtGame.Clone(), order)
	}
	hasExchanges := slices.ContainsFunc(n.moves, move.inSetup)
	if err != nil || n.dealt || n.chapter == nil || !hasExchanges {
		return document, line, err
	}
	// The hands of this order must not affect the other orders.
	own := *n
	own.seats = slices.Clone(n.seats)
	if d := n.sideDeck(); d != nil && d.IsTurnedUp() {
		own.side = document.Record.Sides[d.Name]
	}
	for s := range own.seats {
		h := &document.Record.Hands[s]
		own.seats[s].Tucked = h.Tucked
		own.seats[s].First = h.First
		own.seats[s].Last = h.Last
	}
	var g *chapters.Game
	seats, lost, cause := own.dealtHands(&document.Record.Position)
	if cause == nil {
		g, cause = own.drive(own.dealtPosition(seats, lost))
	}
	if cause == nil {
		cause = own.sameHands(g, &document.Record.Position)
	}
	if cause != nil {
		n.notes = append(n.notes,
			say.Errorf("the round is looked at from its first trick on, since its setup is not known: %w", cause))
		return document, 0, nil
	}
	return n.withSetup(document, g, order)
}

// withSetup adds the setup to a round. The game has been played up to the first trick.
func (n *parser) withSetup(document chapters.Document, g *chapters.Game, order trickOrder,
) (chapters.Document, int, error) {
	line, err := n.play(g, order)
	if err == nil {
		document.IsRecord = true
		document.Record.Position = g.Start()
		document.Record.Decisions = g.Decisions()
	}
	return document, line, err
}

// beforeSetup returns the position after the draft, with the hands as they were dealt.
func (n *parser) beforeSetup() (chapters.Document, int, error) {
	pos := n.dealtPosition(n.seats, n.lost)
	pos.Stage = chapters.StageSetup
	for s := range pos.Hands {
		h := &n.seats[s].HandInfo
		pos.Hands[s].Character = h.Character
		pos.Hands[s].Threat = h.Threat
		pos.Hands[s].Declared = h.Declared
		pos.Hands[s].Range = h.Range
		if i := slices.Index(pos.Threats, h.Threat); i >= 0 {
			pos.Threats = slices.Delete(slices.Clone(pos.Threats), i, i+1)
		}
	}
	_, err := n.lib.NewGame(pos)
	return chapters.Document{Record: chapters.Record{Position: pos}}, n.lastLine, err
}

// stagedHands reports whether the hands are written in the stages of a staged deal (C16).
func (n *parser) stagedHands() bool {
	return slices.ContainsFunc(n.seats, func(s seat) bool { return len(s.staged) > 0 })
}

// settleDeal works out the hands at the first trick if the note has the hands as they were dealt.
func (n *parser) settleDeal(p *places) {
	if !n.dealt || !n.cast() || !n.allHands() || n.chapter == nil || n.stagedHands() && len(n.tricks) == 0 {
		return
	}
	n.checkSizes(p)
	moved := slices.ContainsFunc(n.moves, move.inSetup)
	if len(n.faults) > 0 || len(n.tricks) == 0 && !moved {
		return
	}
	g, err := n.drive(n.dealtPosition(n.seats, n.lost))
	if err == nil {
		n.dealtGame = g
		first, _ := g.FirstTrick() // no error: the game is at its first trick
		for s := range n.seats {
			n.seats[s].HandInfo = first.Hands[s]
			n.seats[s].staged = nil
		}
		n.lost = first.Lost
		n.lostKnown = true
		n.pile = first.Pile
		return
	}
	n.notes = append(n.notes,
		say.Errorf("the round is looked at from its first trick on, since its setup is not known: %w", err))
	for _, m := range n.moves {
		if m.inSetup() && m.receiver >= 0 && m.card != m.returned {
			n.line = m.line
			n.passOn(m.giver, m.card, m.returned)
			n.passOn(m.receiver, m.returned, m.card)
		}
	}
}

// passOn replaces a card of a hand by another one, or adds a fault if the hand does not hold it.
func (n *parser) passOn(giver tricks.Seat, card, replacement tricks.Card) {
	if !n.holds(giver, card) {
		n.fault(say.Errorf("%s has no %s to pass on (S6)", n.name(giver), spelled(card)))
		return
	}
	n.put(giver, card, replacement)
}

// dealtHands returns the hands and the lost cards as they were dealt, given the position at the first
// trick. It takes back the exchanges one after the other, always one that can have been the last, and then
// the cards that characters took.
func (n *parser) dealtHands(first *chapters.Position) (seats []seat, lost []tricks.Card, err error) {
	own := *n
	own.seats = slices.Clone(n.seats)
	own.lost = slices.Clone(first.Lost)
	for s := range own.seats {
		h := &first.Hands[s]
		own.seats[s].HandInfo = chapters.HandInfo{
			Character: h.Character,
			Rider:     h.Rider,
			Gift:      h.Gift,
			Cards:     h.Cards,
			Extra:     h.Extra,
		}
		for _, row := range h.Rows {
			own.seats[s].Rows = append(own.seats[s].Rows, slices.Clone(row))
		}
		for _, c := range (h.Tucked | h.First | h.Last).Cards() {
			own.put(tricks.Seat(s), tricks.NoCard, c)
		}
	}
	if err := own.undoExchanges(); err != nil {
		return nil, nil, err
	}
	for s := range own.seats {
		owner := tricks.Seat(s)
		c := n.seats[s].char
		if c.HasAction(characters.TakeLost) && len(own.lost) < n.layout.Lost {
			for _, card := range n.lost {
				if own.holds(owner, card) {
					own.put(owner, card, tricks.NoCard)
					own.put(chapters.LostCard, tricks.NoCard, card)
					n.taker = owner
				}
			}
			if len(own.lost) < n.layout.Lost && !n.chapter.OptionalLost {
				return nil, nil, say.Errorf("the lost card that %s took is not written: 2 4 lost … (S2)", c.Name)
			}
		}
		if c.HasAction(characters.TakeSide) {
			for _, card := range n.side {
				if own.holds(owner, card) {
					own.put(owner, card, tricks.NoCard)
				}
			}
		}
		if h := &own.seats[s]; h.Extra != 0 || slices.Contains(slices.Concat(h.Rows...), tricks.NoCard) {
			return nil, nil, say.Errorf("the places of the cards in the pyramid are not known (S9)")
		}
		if c.SoloFull && n.pos.Players == 1 {
			return nil, nil, say.Errorf("the cards that %s drew from the pile are not known (S10)", c.Name)
		}
	}
	if n.sideDeck() != nil && !n.sideDeck().IsTurnedUp() && len(n.side) < n.layout.Side {
		return nil, nil, say.Errorf("the cards of the side deck are not written (C6)")
	}
	return own.seats, own.lost, nil
}

// undoExchanges takes back the exchanges of setup in the hands, in an order in which each can have been the
// last one. Exchanges with a pyramid come first, because the card that came lies in the place of the one
// that went (S9).
func (n *parser) undoExchanges() error {
	inRows := func(m move) int {
		if m.receiver >= 0 && n.seats[m.receiver].Rows != nil {
			return 1
		}
		return 0
	}
	moves := slices.DeleteFunc(slices.Clone(n.moves), func(m move) bool { return !m.inSetup() })
	slices.SortStableFunc(moves, func(a, b move) int { return inRows(b) - inRows(a) })
	for len(moves) > 0 {
		i := slices.IndexFunc(moves, func(m move) bool {
			return m.card == m.returned || n.holds(m.giver, m.returned) && n.holds(m.receiver, m.card)
		})
		if i < 0 { // The card may have lain beside the pyramid.
			i = slices.IndexFunc(moves, func(m move) bool {
				return m.returned == tricks.NoCard && n.holds(m.receiver, m.card)
			})
		}
		if i < 0 {
			return say.Errorf("%s cannot have gone from %s to where it was (S6)", spelled(moves[0].card),
				n.name(moves[0].giver))
		}
		if m := moves[i]; m.card != m.returned {
			n.put(m.receiver, m.card, m.returned)
			n.put(m.giver, m.returned, m.card)
		}
		moves = slices.Delete(moves, i, i+1)
	}
	return nil
}

// holds reports whether a hand has a card, or for chapters.LostCard whether it lies lost. NoCard asks for a
// place for another card: a pyramid has one if exactly one of its places is empty, every other hand has one.
func (n *parser) holds(s tricks.Seat, c tricks.Card) bool {
	switch {
	case s == chapters.LostCard:
		return slices.Contains(n.lost, c)
	case c == tricks.NoCard:
		return n.seats[s].Rows == nil || n.seats[s].countInRows(c) == 1
	}
	return n.seats[s].Owned().Contains(c)
}

// countInRows returns how many places of a pyramid have a card; NoCard counts the empty ones.
func (s *seat) countInRows(card tricks.Card) (k int) {
	for _, row := range s.Rows {
		for _, c := range row {
			if c == card {
				k++
			}
		}
	}
	return k
}

// put replaces the card out of a hand, or of the lost cards, by the card in. NoCard stands for an empty
// place.
func (n *parser) put(s tricks.Seat, out, in tricks.Card) {
	set := func(c tricks.Card) tricks.Set {
		if c == tricks.NoCard {
			return 0
		}
		return c.Bit()
	}
	if s == chapters.LostCard {
		n.lost = append(slices.DeleteFunc(n.lost, func(c tricks.Card) bool { return c == out }), set(in).Cards()...)
		return
	}
	entry := &n.seats[s]
	for _, row := range entry.Rows {
		// With several empty places it is not known which one is meant.
		if i := slices.Index(row, out); i >= 0 && entry.countInRows(out) == 1 {
			row[i] = in
			return
		}
	}
	if entry.Rows != nil {
		entry.Extra = entry.Extra&^set(out) | set(in)
		return
	}
	entry.Cards = entry.Cards&^set(out) | set(in)
}

// dealtPosition returns the position after the deal, before the draft.
func (n *parser) dealtPosition(seats []seat, lost []tricks.Card) chapters.Position {
	pos := n.pos
	pos.Stage = chapters.StageDraft
	pos.Leader = tricks.NoSeat
	pos.Pyramid = tricks.NoSeat
	pos.Lost = lost
	pos.Pile = n.pile
	pos.Threats = n.threatDeck(seats)
	if d := n.sideDeck(); d != nil && len(n.side) > 0 {
		side := slices.Clone(n.side)
		for _, c := range d.Cards.Cards() {
			// The cards that were never turned up follow in any order.
			if d.Effect == chapters.BeatsLowWinners && !slices.Contains(side, c) {
				side = append(side, c)
			}
		}
		pos.Sides = map[string][]tricks.Card{d.Name: side}
	}
	for s := range seats {
		h := chapters.HandInfo{Cards: seats[s].Cards, Rows: seats[s].Rows, Extra: seats[s].Extra}
		if n.chapter.CastByLot {
			h.Character = seats[s].Character
		}
		if h.Rows != nil {
			pos.Pyramid = tricks.Seat(s)
		}
		for i, set := range seats[s].staged {
			if len(pos.Staged) <= i {
				pos.Staged = append(pos.Staged, make([]tricks.Set, n.seatCount))
			}
			pos.Staged[i][s] = set
		}
		pos.Hands = append(pos.Hands, h)
	}
	if seats[0].char != nil {
		for s := range seats {
			if n.pos.Rider != "" && n.seats[s].Rider == n.pos.Rider {
				pos.RiderSeats = []tricks.Seat{tricks.Seat(s)}
			}
		}
	}
	return pos
}

// threatDeck returns the threat cards in an order in which each seat draws its own number. That is the
// written order, if there is one. Otherwise the drawn cards come first and the others are made up.
func (n *parser) threatDeck(seats []seat) []int {
	if n.chapter == nil || len(n.chapter.Threats) == 0 {
		return nil
	}
	if len(n.threats) > 0 {
		return n.threats
	}
	first := slices.IndexFunc(n.seats, func(s seat) bool { return s.char != nil && s.char.TakesR1 }) + 1
	if first == 0 {
		first = max(0, slices.IndexFunc(seats, func(s seat) bool { return s.Owned().Contains(tricks.OneRing) }))
	}
	remaining := slices.Clone(n.chapter.Threats)
	// deck has 0 for a card whose number is not known.
	deck := []int(nil)
	draw := func(number int) {
		if i := slices.Index(remaining, number); i >= 0 {
			remaining = slices.Delete(remaining, i, i+1)
			deck = append(deck, number)
		}
	}
	var chosen []int
	for i := range n.seats {
		s := &n.seats[(first+i)%n.seatCount]
		if s.char == nil || s.Threat == 0 {
			continue
		}
		for _, a := range s.char.Setup {
			switch {
			case a.Kind == characters.Threat && a.Chosen:
				chosen = append(chosen, s.Threat)
			case a.Kind == characters.Threat:
				draw(s.Threat)
				deck = append(deck, make([]int, max(0, a.Cards-1))...)
			}
		}
	}
	for i, number := range deck {
		if number != 0 || len(remaining) == 0 {
			continue
		}
		// A number that nobody has chosen is better, since the chosen one must remain in the deck.
		free := max(0, slices.IndexFunc(remaining, func(t int) bool { return !slices.Contains(chosen, t) }))
		deck[i] = remaining[free]
		remaining = slices.Delete(remaining, free, free+1)
	}
	return append(slices.DeleteFunc(deck, func(t int) bool { return t == 0 }), remaining...)
}

// drive plays draft and setup of a game with the decisions that the note has. The error says which
// decision is not written.
func (n *parser) drive(pos chapters.Position) (*chapters.Game, error) {
	game, err := n.lib.NewGame(pos)
	if err != nil {
		return nil, err
	}
	moves := slices.DeleteFunc(slices.Clone(n.moves), func(m move) bool { return !m.inSetup() })
	for game.Stage() != chapters.StagePlay {
		due := game.Due()
		options := game.Options()
		moveIndex := -1
		i := slices.IndexFunc(options, func(d chapters.Decision) (yes bool) {
			yes, moveIndex = n.isWritten(game, d, moves)
			return yes
		})
		if i < 0 && len(options) == 1 {
			i = 0
			moveIndex = -1
		}
		if i < 0 {
			return nil, say.Errorf("a decision of %s is not written: %s (S5)", n.name(due.Seat),
				say.Word(due.Kind.String()))
		}
		d := options[i]
		if err := game.Apply(d); err != nil {
			return nil, err
		}
		if moveIndex >= 0 && d.Kind == chapters.Exchange && d.Target != chapters.LostCard {
			moves[moveIndex].passed = true
		} else if moveIndex >= 0 {
			moves = slices.Delete(moves, moveIndex, moveIndex+1)
		}
	}
	if len(moves) > 0 {
		return nil, say.Errorf("%s could not pass %s on (S6)", n.name(moves[0].giver), spelled(moves[0].card))
	}
	return game, nil
}

// isWritten reports whether the note has a decision, and with which of the moves it does, -1 for none.
func (n *parser) isWritten(game *chapters.Game, decision chapters.Decision, moves []move) (yes bool, moveIndex int) {
	entry := &n.seats[decision.Seat]
	switch decision.Kind {
	case chapters.Draft:
		return decision.Character == entry.Character, -1
	case chapters.Exchange, chapters.Give:
		moveIndex = slices.IndexFunc(moves, func(m move) bool {
			return !m.passed && m.giver == decision.Seat &&
				(m.returned == tricks.NoCard) == (decision.Kind == chapters.Give) &&
				(decision.Kind == chapters.Exchange || m.receiver == decision.Target ||
					decision.Target == tricks.NoSeat)
		})
		if moveIndex < 0 {
			return decision.Kind == chapters.Exchange && decision.Target == tricks.NoSeat, -1
		}
		return moves[moveIndex].receiver == decision.Target && moves[moveIndex].card == decision.Card, moveIndex
	case chapters.Return:
		moveIndex = slices.IndexFunc(moves, func(m move) bool {
			return m.passed && m.giver == decision.Target && m.receiver == decision.Seat && m.returned == decision.Card
		})
		return moveIndex >= 0, moveIndex
	case chapters.Threat:
		return decision.Number == entry.Threat, -1
	case chapters.Redraw:
		view := game.View(game.Due().Decider)
		return (decision.Word == chapters.No) == (view.Seats[decision.Seat].Threat == entry.Threat), -1
	case chapters.Declare:
		return decision.Word == entry.Declared, -1
	case chapters.Range:
		return decision.Word == say.Sprintf("%d-%d", entry.Range[0], entry.Range[1]).String(), -1
	case chapters.TakeLost:
		took := n.tookLost() && (n.taker == noSeat || n.taker == decision.Seat)
		if took {
			return decision.Word == chapters.Yes, -1
		}
		return decision.Word == chapters.No, -1
	case chapters.Tuck:
		return entry.Tucked.Contains(decision.Card), -1
	case chapters.KeepLast:
		return entry.Last.Contains(decision.Card), -1
	case chapters.PutFirst:
		return entry.First.Contains(decision.Card), -1
	default: // The other kinds of decisions come after setup.
		return false, -1
	}
}

// sameHands returns how a game at its first trick differs from a position, nil if it does not.
func (n *parser) sameHands(g *chapters.Game, pos *chapters.Position) error {
	first, err := g.FirstTrick()
	if err != nil {
		return err
	}
	for s := range first.Hands {
		if !slices.EqualFunc(first.Hands[s].Rows, pos.Hands[s].Rows, slices.Equal) {
			return say.Errorf("the places of the cards in the pyramid are not known (S9)")
		}
		if a, b := first.Hands[s].Owned(), pos.Hands[s].Owned(); a != b {
			return say.Errorf("by these exchanges %s would have %s and not %s (S6)", n.name(tricks.Seat(s)),
				spelledSet(a&^b), spelledSet(b&^a))
		}
	}
	if first.Leader != pos.Leader && pos.Leader != tricks.NoSeat {
		return say.Errorf("by these lines %s would lead (S7)", n.name(first.Leader))
	}
	return nil
}

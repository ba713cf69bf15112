package texts

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// Purpose says, as part of a sentence, what a decision is good for: which goal it helps, and with which cards. It
// judges by what the view's player sees. It is empty if there is nothing sure to say.
func (r Round) Purpose(d chapters.Decision) string {
	p := purpose{texts: r.texts, words: r, view: r.view, seat: d.Seat}
	pass := decisionWords[d.Kind].form
	switch {
	case d.Kind == chapters.Draft:
		return p.draft(d)
	case d.Kind == chapters.PlayCard:
		return p.play(d.Move)
	case (pass == passForm || pass == replyForm) && d.Card.Valid():
		return p.pass(d)
	}
	return ""
}

const (
	// highRank is the rank from which a card counts as high here.
	highRank = 6
	// lowRank is the rank up to which a card counts as low here.
	lowRank = 4
)

// purpose finds out what the decisions of a seat are good for.
type purpose struct {
	texts *Texts
	words Round
	view  *chapters.View
	// seat is the seat that decides.
	seat tricks.Seat
}

// want says which cards or tricks the goal of a seat still needs.
type want struct {
	// need says what has to be won, such as "2 Rings"; empty if nothing has to be.
	need string
	// cards are the cards that bring the goal nearer.
	cards tricks.Set
	// tricks is how many further tricks the goal needs.
	tricks int
	// limit is the last part of the key of the text which says that a further trick harms the goal; empty if none
	// does.
	limit string
}

// wantOf returns what the goal of a seat still asks for.
func (p purpose) wantOf(s tricks.Seat) (w want) {
	goal, ok := p.view.Standing(s)
	if status := StatusOf(p.view, s); !ok || status == characters.Sealed || status == characters.Failed {
		return w
	}
	p.add(&w, &goal, s)
	return w
}

// add adds what a standing of the goal of a seat asks for. Of several ways to meet a goal it adds none.
func (p purpose) add(w *want, g *characters.Standing, s tricks.Seat) {
	if g.Op == characters.All {
		for i := range g.Parts {
			p.add(w, &g.Parts[i], s)
		}
		return
	}
	condition := &g.Condition
	if g.Op != characters.Leaf || condition.Seat != s {
		return
	}
	missing := g.Least - g.Counted
	switch condition.Kind {
	case characters.Fewest:
		w.limit = "fewest"
	case characters.Tricks:
		w.tricks = max(missing, 0)
		if missing > 0 && w.cards == 0 {
			w.need = p.texts.TricksWon(missing)
		}
		if g.Most != characters.NoLimit && g.Counted >= g.Most {
			w.limit = "enough"
		}
	case characters.Cards:
		cards := g.Missing
		if p.view.Goals == nil { // before play nothing is missing yet
			cards = condition.Cards
		}
		if missing <= 0 || cards == 0 {
			return
		}
		w.cards |= cards
		if condition.Cards.Len() == 1 {
			w.need = p.texts.Codes(condition.Cards)
			return
		}
		counter := progress{texts: p.texts}
		w.need = counter.cardNoun(condition.Cards).number(missing)
	default: // the texts below have no words for other conditions
	}
}

// isYou reports whether the person who reads is called "you" at a seat.
func (p purpose) isYou(s tricks.Seat) bool {
	return p.view.Players > 1 && s == p.view.Player && p.view.Seats[s].Rows == nil
}

// needs says what a seat needs.
func (p purpose) needs(s tricks.Seat, need string) string {
	if p.isYou(s) {
		return p.texts.T("purpose.you.needs", need)
	}
	return p.texts.T("purpose.seat.needs", p.words.NameAt(s), need)
}

// limited says that a seat wants no more tricks.
func (p purpose) limited(s tricks.Seat, limit string) string {
	if p.isYou(s) {
		return p.texts.T("purpose.you." + limit)
	}
	return p.texts.T("purpose.seat."+limit, p.words.NameAt(s))
}

// play says what a card is good for in the trick.
func (p purpose) play(m tricks.Move) string {
	takesLead, wonByNobody, known := p.view.WouldTakeLead(m)
	switch {
	case !known || wonByNobody || p.view.WonByNobody:
		return ""
	case p.view.Led == tricks.NoSuit:
		return p.lead(m)
	case takesLead:
		return p.win(m)
	}
	return p.lose(m)
}

// isSure reports whether a card that takes the lead wins the trick whatever the others play.
func (p purpose) isSure(m tricks.Move) bool {
	if m.ToWin || SeatsToPlay(p.view, p.seat) == 0 {
		return true
	}
	return p.isUsual() && playChancesOf(p.view).sure.Contains(m.Card)
}

// isUsual reports whether the highest card of the led suit wins, unless R1 does (T5, T7).
func (p purpose) isUsual() bool { return p.view.Trump == tricks.NoSuit && len(p.view.Sides) == 0 }

// win says what a card is good for that takes the trick from others.
func (p purpose) win(m tricks.Move) string {
	own := p.wantOf(p.seat)
	there := own.cards & trickOf(p.view).cards
	if there != 0 {
		return p.texts.T("purpose.there"+Form(there.Len()), p.needs(p.seat, own.need), p.texts.Codes(there))
	}
	if text := p.gain(m, &own); text != "" {
		return text
	}
	if best := p.view.Best; best != tricks.NoSeat && own.limit == "" {
		if other := p.wantOf(best); other.limit != "" {
			return p.texts.T("purpose.take", p.limited(best, other.limit))
		}
	}
	if p.isSure(m) {
		return p.texts.T("purpose.wins")
	}
	return p.higher("purpose.best", m.Card)
}

// higher returns a text about the cards of a suit that are higher than a card and may still be with the others. It is
// empty if there is none, or if other cards may win the trick.
func (p purpose) higher(key string, c tricks.Card) string {
	if !p.isUsual() {
		return ""
	}
	var unseen tricks.Set
	possible := p.view.Whereabouts().Possible
	for s := range p.view.Seats {
		if tricks.Seat(s) != p.seat && p.view.Card[s] == tricks.NoCard {
			unseen |= possible[s] | p.view.Seats[s].Open
		}
	}
	higher := above(unseen.OfSuit(c.Suit()), c.Rank()) | unseen&tricks.OneRing.Bit()
	if higher == 0 {
		return ""
	}
	return p.texts.T(key+Form(higher.Len()), p.texts.Codes(higher))
}

// gain says what the seat itself gains by winning the trick with a card, empty for nothing.
func (p purpose) gain(m tricks.Move, own *want) string {
	needs := p.needs(p.seat, own.need)
	switch {
	case own.cards.Contains(m.Card):
		return p.texts.T("purpose.self", needs)
	case own.tricks > 0 && p.isSure(m):
		return p.texts.T("purpose.sure", needs)
	case own.tricks > 0 && (m.Card.Rank() >= highRank || p.view.Led != tricks.NoSuit):
		return p.texts.T("purpose.may", needs)
	}
	return ""
}

// lose says what a card is good for that leaves the trick to others.
func (p purpose) lose(m tricks.Move) string {
	own := p.wantOf(p.seat)
	best := p.view.Best
	if best == tricks.NoSeat {
		return ""
	}
	other := p.wantOf(best)
	hasWanted := other.cards&trickOf(p.view).cards != 0
	higher := above(p.options().OfSuit(m.Card.Suit()), m.Card.Rank())
	switch {
	case other.cards.Contains(m.Card):
		return p.texts.T("purpose.give", p.words.NameAt(best), other.need)
	case hasWanted || other.tricks > 0 && other.limit == "":
		return p.texts.T("purpose.leave", p.words.NameAt(best), other.need)
	case own.limit != "":
		return p.texts.T("purpose.lose", p.limited(p.seat, own.limit))
	case higher != 0:
		return p.texts.T("purpose.keep", p.texts.Cards(m.Card.Suit()))
	case !p.canTakeLead() && !own.cards.Contains(m.Card):
		return p.texts.T("purpose.spare")
	}
	return p.texts.T("purpose.loses", p.words.NameAt(best))
}

// options returns the cards that may be played.
func (p purpose) options() (cards tricks.Set) {
	for _, d := range p.view.Ask.Options {
		cards |= d.Card.Bit()
	}
	return cards
}

// canTakeLead reports whether some card that may be played takes the lead.
func (p purpose) canTakeLead() bool {
	return slices.ContainsFunc(p.view.Ask.Options, func(d chapters.Decision) bool {
		takesLead, _, _ := p.view.WouldTakeLead(d.Move)
		return takesLead
	})
}

// lead says what a card is good for that leads a trick.
func (p purpose) lead(m tricks.Move) string {
	own := p.wantOf(p.seat)
	suit := m.Card.Suit()
	wanted := own.cards.OfSuit(suit) &^ p.view.Seats[p.seat].Hand
	if text := p.gain(m, &own); text != "" {
		return text
	}
	if p.isUsual() && m.Card.Rank() >= highRank && wanted != 0 {
		return p.texts.T("purpose.draw", p.texts.Cards(suit), p.needs(p.seat, own.need))
	}
	if m.Card.Rank() <= lowRank {
		if text := p.leadLow(m, &own); text != "" {
			return text
		}
	}
	if suit != tricks.Rings && p.view.Seats[p.seat].Hand.OfSuit(suit).Len() == 1 {
		return p.texts.T("purpose.last", p.texts.Cards(suit))
	}
	if p.isSure(m) {
		return p.texts.T("purpose.wins")
	}
	return p.higher("purpose.higher", m.Card)
}

// leadLow says what a low card is good for that leads a trick.
func (p purpose) leadLow(m tricks.Move, own *want) string {
	if own.limit != "" {
		return p.texts.T("purpose.low", p.limited(p.seat, own.limit))
	}
	possible := p.view.Whereabouts().Possible
	neediest := tricks.NoSeat
	most := want{}
	for s := range p.view.Seats {
		seat := tricks.Seat(s)
		higher := above((possible[s] | p.view.Seats[s].Open).OfSuit(m.Card.Suit()), m.Card.Rank())
		if seat == p.seat || higher == 0 {
			continue
		}
		if other := p.wantOf(seat); other.tricks > most.tricks && other.limit == "" {
			neediest = seat
			most = other
		}
	}
	if neediest == tricks.NoSeat {
		return ""
	}
	return p.texts.T("purpose.low.for", p.words.NameAt(neediest), most.need)
}

// pass says what a card is good for that goes to another seat.
func (p purpose) pass(d chapters.Decision) string {
	own := p.wantOf(p.seat)
	other := want{}
	if d.Target >= 0 && int(d.Target) < len(p.view.Seats) {
		other = p.wantOf(d.Target)
	}
	suit := d.Card.Suit()
	switch {
	case other.cards.Contains(d.Card):
		return p.texts.T("purpose.pass.one", p.needs(d.Target, other.need))
	case own.cards.Contains(d.Card):
		return ""
	case other.tricks > 0 && d.Card.Rank() >= highRank:
		return p.texts.T("purpose.pass.high", p.needs(d.Target, other.need))
	case own.limit != "" && d.Card.Rank() >= highRank:
		return p.texts.T("purpose.pass.high", p.limited(p.seat, own.limit))
	case suit != tricks.Rings && p.view.Seats[p.seat].Hand.OfSuit(suit).Len() == 1:
		return p.texts.T("purpose.last", p.texts.Cards(suit))
	case other.limit != "" && d.Card.Rank() <= lowRank:
		return p.texts.T("purpose.pass.low", p.limited(d.Target, other.limit))
	}
	return p.texts.T("purpose.pass.spare")
}

// draft says what speaks for a character: what its goal needs, and which cards of the hand help.
func (p purpose) draft(d chapters.Decision) string {
	c := p.view.Chapter.Entry(d.Character).Character
	goal := p.words.GoalAt(c, p.seat)
	formula, ok := p.view.GoalFormula(c, p.seat)
	if !ok {
		return p.texts.T("purpose.draft", goal)
	}
	own := want{}
	standing := formula.Standing(len(p.view.Seats))
	p.add(&own, &standing, p.seat)
	hand := p.view.Seats[p.seat].Hand
	helpful := hand & own.cards
	if own.tricks > 0 {
		helpful |= above(hand&^tricks.SuitSet(tricks.Rings), highRank)
	}
	low := hand.Len() - above(hand, lowRank).Len()
	switch {
	case helpful != 0:
		return p.texts.T("purpose.draft.cards", goal, p.texts.Codes(helpful))
	case own.limit != "" && 2*low > hand.Len():
		return p.texts.T("purpose.draft.low", goal)
	}
	return p.texts.T("purpose.draft", goal)
}

// above returns the cards of a set that have more than a rank.
func above(set tricks.Set, rank int) (higher tricks.Set) {
	for _, c := range set.Cards() {
		if c.Rank() > rank {
			higher |= c.Bit()
		}
	}
	return higher
}

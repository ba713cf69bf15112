package chapters

import (
	"math/rand/v2"
	"slices"

	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Builder makes games from what a player sees of a round, each with other cards in the places
// that he does not see. A Builder is for one goroutine. Its games are independent of it and of
// each other.
type Builder struct {
	view *View
	game Game
	// past is what each seat has played in the tricks that have ended.
	past [tricks.MaxSeats]tricks.Set
	// goals and score are those of the last game, threats its threat numbers. Most games have
	// the same.
	goals   []goal
	score   score
	threats [tricks.MaxSeats]int
	// fits says which threat numbers a seat can have that hides its own.
	fits [tricks.MaxSeats]map[int]bool
}

// Builder returns a builder of games that the view fits. The view must not change afterwards.
func (v *View) Builder() *Builder {
	c := &v.knowledge
	g := Game{
		lib: v.lib, chapter: v.Chapter, start: c.start, stage: v.Stage, lost: v.Lost, progress: c.progress,
		history: slices.Clip(v.History), events: slices.Clip(v.Log), madeUp: true,
	}
	if c.side != nil {
		g.decks = []*SideDeck{c.side}
	}
	for s := range v.Seats {
		sv := &v.Seats[s]
		g.seats = append(g.seats, seat{Role: sv.Role, full: c.full[s]})
		if sv.Rows != nil && g.r1 == tricks.NoSeat && v.Players == 2 {
			g.r1 = sv.By // who decides for the pyramid (S9)
		}
	}
	g.blindfolded = g.blindfolds()
	if v.Stage != StagePlay {
		g.compiled = &compiled{}
	}
	b := &Builder{view: v, game: g}
	for i := range v.History {
		for s, c := range v.History[i].Card {
			if c.Valid() {
				b.past[s] |= c.Bit()
			}
		}
	}
	return b
}

// Forget lets the games that are built from now on begin with an empty log: to play them to
// their end nobody needs to know what happened, and copies of them are cheaper.
func (b *Builder) Forget() { b.game.events = nil }

// errUnfit says that the unseen cards do not fit a view.
var errUnfit = say.New("the cards do not fit what is seen")

// Build makes a game in which the player sees what the view shows, and the unseen cards lie at
// the places named: as many as [View.Counts] says at each, and the others elsewhere. It draws
// the rest from the source: how the closed cards of a pyramid lie, the order of piles and side
// decks, threat numbers. The log hides what it hid. Nobody knows the decisions that led here,
// so the game has no [Game.Start] to go back to and makes no record.
//
// The game takes the memory of g, which nobody may need any more.
func (b *Builder) Build(g *Game, where *Unseen, src rand.Source) error {
	b.game.Clone(g)
	g.drawn, g.rejected = slices.Clone(g.drawn), slices.Clone(g.rejected)
	f := build{Builder: b, g: g, where: where, src: src, rest: where[PlaceElsewhere].Cards()}
	tricks.Shuffle(src, f.rest)
	if !f.moving() {
		return errUnfit
	}
	for s := range g.seats {
		if !f.seat(tricks.Seat(s)) {
			return errUnfit
		}
	}
	if !f.decks() {
		return errUnfit
	}
	if g.stage == StagePlay && !f.play() || !f.numbers() {
		return errUnfit
	}
	if g.stage == StagePlay {
		return f.want()
	}
	return nil
}

// build is a game being built.
type build struct {
	*Builder
	g     *Game
	where *Unseen
	src   rand.Source
	// rest is the cards elsewhere that are not laid down yet.
	rest []tricks.Card
	// gone is, for each seat, its own cards that are on their way to others. Came is the cards
	// of others that have come to it, and may still go back.
	gone, came [tricks.MaxSeats]tricks.Set
}

// moving decides which cards are on their way. Say seat 1 (Bill) has passed H5 to seat 2,
// who has returned a card. Seat 3 sees neither. Then one unseen card of seat 2 is at
// PlaceAway, and one that came to it at PlaceCame. It reports whether there are enough.
func (f *build) moving() bool {
	var away, came [tricks.MaxSeats][]tricks.Card
	for s := range tricks.Seat(tricks.MaxSeats) {
		away[s], came[s] = f.where[PlaceAway.At(s)].Cards(), f.where[PlaceCame.At(s)].Cards()
		tricks.Shuffle(f.src, away[s])
	}
	ok := true
	choose := func(c *tricks.Card, from *[]tricks.Card) {
		if ok = ok && len(*from) > 0; ok {
			*c, *from = (*from)[0], (*from)[1:]
		}
	}
	list := f.g.transfers
	for i := range list {
		t := &list[i]
		if t.card == Closed && !t.delivered {
			choose(&t.card, &away[t.from])
		}
		if t.back == Closed {
			choose(&t.back, &away[t.to])
			came[t.to] = append(came[t.to], t.back) // it may be the one that came
		}
	}
	for i := range list {
		t := &list[i]
		if t.card == Closed {
			if len(came[t.to]) == 0 { // it lies open among others (K: Goldberry)
				came[t.to] = f.view.Seats[t.to].Open.Cards()
				tricks.Shuffle(f.src, came[t.to])
			}
			choose(&t.card, &came[t.to])
		}
		if t.card != tricks.NoCard {
			f.gone[t.from] |= t.card.Bit()
		}
		if t.delivered {
			f.came[t.to] |= t.card.Bit()
		}
	}
	for i := range list {
		switch t := &list[i]; {
		case t.back == tricks.NoCard:
		case f.came[t.to].Has(t.back):
			f.came[t.to] &^= t.back.Bit()
		default:
			f.gone[t.to] |= t.back.Bit()
		}
	}
	return ok
}

// seat lays a seat's cards out: in play as they lay when it began. It reports whether the
// cards fit.
func (f *build) seat(s tricks.Seat) bool {
	v, g, at := f.view, f.g, &f.g.seats[s]
	sv := &v.Seats[s]
	one := func(place Place, shown tricks.Card) tricks.Set {
		if shown.Valid() {
			return shown.Bit()
		}
		return f.where[place.At(s)]
	}
	at.tucked, at.last, at.first = one(placeTucked, sv.Tucked), one(placeLast, sv.Last), one(placeFirst, sv.First)
	aside := at.tucked | at.last | at.first
	hidden := f.where[PlaceHand.At(s)] | f.where[PlaceBack.At(s)]
	at.hand = (sv.Open|hidden)&^(aside|f.came[s]) | f.gone[s] | f.past[s]
	if c := f.card(s); c.Valid() {
		at.hand |= c.Bit()
	}
	if g.stage == StageSetup {
		at.away, at.coming = f.gone[s], f.came[s]
	}
	if sv.Rows == nil {
		return true
	}
	closed, gone := hidden.Cards(), f.gone[s].Cards()
	tricks.Shuffle(f.src, closed)
	at.pyramid = tricks.Pyramid{Rows: make([][]tricks.Card, len(sv.Rows))}
	for r, row := range f.view.knowledge.rows {
		row = slices.Clone(row)
		for i, c := range row {
			from := &closed
			switch {
			case c == onItsWay:
				from = &gone
			case c != Closed:
				continue
			}
			if len(*from) == 0 {
				return false
			}
			row[i], *from = (*from)[0], (*from)[1:]
		}
		at.pyramid.Rows[r] = row
	}
	at.pyramid.Extra = at.hand &^ at.pyramid.Owned() // with closed cards for which there is no place
	if g.stage != StagePlay {
		at.hand &= sv.Hand | f.gone[s]
	}
	return true
}

// card is the card of a seat in the trick, NoCard for none.
func (f *build) card(s tricks.Seat) tricks.Card {
	switch c := f.view.Card[s]; {
	case f.g.stage != StagePlay:
		return tricks.NoCard
	case c != Closed:
		return c
	case f.where[PlaceDown.At(s)] == 0:
		return tricks.NoCard
	}
	return f.where[PlaceDown.At(s)].First()
}

// anyCard is all cards there are.
const anyCard = ^tricks.Set(0)

// decks puts the cards elsewhere in order: the side deck, the pile, what is still to be
// dealt. It reports whether there are enough.
func (f *build) decks() bool {
	g, v := f.g, f.view
	c := &v.knowledge
	ok := true
	take := func(n int, may tricks.Set) []tricks.Card {
		var out, others []tricks.Card
		for _, card := range f.rest {
			if len(out) < n && may.Has(card) {
				out = append(out, card)
			} else {
				others = append(others, card)
			}
		}
		f.rest = others
		ok = ok && len(out) == n
		return out
	}
	switch {
	case c.side == nil:
	case c.side.IsTurnedUp():
		g.start.Sides = map[string][]tricks.Card{c.side.Name: f.turnUps()}
	default:
		may := anyCard
		if g.chapter != nil && g.chapter.Side != nil {
			may = g.chapter.Side.Cards
		}
		g.start.Sides = map[string][]tricks.Card{c.side.Name: take(c.left, may)}
	}
	g.pile = take(v.PileLeft, anyCard)
	if g.chapter != nil && g.chapter.Staged > 0 && g.Players() > 1 && g.stage != StagePlay {
		f.batches(take)
	}
	if g.stage == StageDraft && g.start.Rider != "" {
		g.start.RiderSeats = g.clockwiseFrom(0)
		tricks.Shuffle(f.src, g.start.RiderSeats)
	}
	return ok
}

// turnUps is an order in which the side deck may lie. The cards that were turned up come first.
func (f *build) turnUps() []tricks.Card {
	var known []tricks.Card
	for i := range f.view.Log {
		if f.view.Log[i].Kind == TurnedUp {
			known = append(known, f.view.Log[i].Card)
		}
	}
	g := f.g
	if g.chapter == nil || g.chapter.Side == nil {
		return known
	}
	l, _ := g.chapter.Layout(g.Players())
	d := dealer{chapter: g.chapter, layout: l, src: f.src, pos: Position{Players: g.Players()}}
	cards := d.sideOrder(known)
	return cards[:min(len(cards), f.view.knowledge.left)]
}

// batches lays down what is still to be dealt (C16).
func (f *build) batches(take func(int, tricks.Set) []tricks.Card) {
	g := f.g
	l, _ := g.chapter.Layout(g.Players())
	sizes := g.chapter.laterBatches(l)
	g.start.Staged = make([][]tricks.Set, len(sizes))
	if g.batches < len(sizes) {
		may := anyCard
		if !g.chapter.LostMayBeR1 {
			may &^= tricks.OneRing.Bit()
		}
		g.start.Lost = take(l.Lost, may)
	}
	for i, n := range sizes {
		g.start.Staged[i] = make([]tricks.Set, len(g.seats))
		for s := range g.seats {
			if i >= g.batches && tricks.Seat(s) != g.start.Pyramid {
				g.start.Staged[i][s] = tricks.SetOf(take(n, anyCard)...)
			}
		}
	}
}

// play lays the table out and brings it to where the play stands. It plays the cards of the
// trick again, because what a card of a pyramid covered opens only after the trick (S9). It
// reports whether the cards fit.
func (f *build) play() bool {
	g, v := f.g, f.view
	tucked := g.layTable(len(v.History))
	now := uint8(len(v.History))
	s := tricks.State{Held: g.table.Owned, Leader: v.Leader, Tucked: tucked, Number: now, RingsBroken: v.RingsBroken}
	for seat := range g.seats {
		s.Held[seat] &^= f.past[seat]
	}
	s = g.table.Resume(s)
	s.Short = v.Short || v.Spared
	if v.Led != tricks.NoSuit {
		g.table.Name(&s, v.Leader)
		for c := f.card(s.Turn); c.Valid() && s.Number == now; c = f.card(s.Turn) {
			g.table.Play(&s, tricks.Move{Card: c, ToWin: v.Taken && c == tricks.OneRing})
		}
	} else if v.Due == PlayCard {
		s.Naming = false
	}
	g.state = s
	return s.Number == now
}

// Place is where a card can lie that a view does not show: one of the kinds below
// at a seat, or elsewhere.
type Place int8

// The kinds of places at a seat; add the seat to get the place.
const (
	// PlaceHand is a hand, and the closed cards of a pyramid (S9).
	PlaceHand Place = iota * tricks.MaxSeats
	// placeTucked, placeLast and placeFirst are cards put aside (K: Shadowfax, Radagast).
	placeTucked
	placeLast
	placeFirst
	// PlaceDown is a card face down in the trick (C15).
	PlaceDown
	// PlaceAway is a card that was chosen to go to somebody and is still on its way. PlaceCame
	// is one that has come and may still go back (S6).
	PlaceAway
	PlaceCame
	// PlaceBack is a tucked card that is in the hand again (K: Shadowfax).
	PlaceBack

	// PlaceElsewhere is the draw pile, a barrow, what is still to be dealt, and cards that are
	// not in the round.
	PlaceElsewhere
	// NumPlaces is how many places there are.
	NumPlaces
)

// At returns the place of that kind at a seat.
func (p Place) At(s tricks.Seat) Place { return p + Place(s) }

// Seat returns the seat of a place, NoSeat for [PlaceElsewhere].
func (p Place) Seat() tricks.Seat {
	if p >= PlaceElsewhere {
		return tricks.NoSeat
	}
	return tricks.Seat(p % tricks.MaxSeats)
}

// Unseen says for each place which cards lie there.
type Unseen [NumPlaces]tricks.Set

// Shown returns every card that the player sees, wherever it is. Only the others have to be
// made up to build a game.
func (v *View) Shown() tricks.Set {
	shown := tricks.SetOf(v.Lost...)
	for s := range v.Seats {
		shown |= v.Seats[s].Open
		if c := v.Card[s]; v.Stage == StagePlay && c.Valid() {
			shown |= c.Bit()
		}
	}
	for i := range v.History {
		shown |= v.History[i].Cards
	}
	for _, t := range v.knowledge.transfers {
		if t.card.Valid() && !t.delivered {
			shown |= t.card.Bit()
		}
		if t.back.Valid() {
			shown |= t.back.Bit()
		}
	}
	return shown
}

// Counts counts the cards that lie at each place and are not shown. It counts none at
// [PlaceBack], because those count as the hand, and none elsewhere.
func (v *View) Counts() (n [NumPlaces]int) {
	for i := range v.Seats {
		s, sv := tricks.Seat(i), &v.Seats[i]
		n[PlaceHand.At(s)] = sv.Cards - sv.Open.Len()
		for j, c := range [...]tricks.Card{sv.Tucked, sv.Last, sv.First} {
			if c == Closed {
				n[[...]Place{placeTucked, placeLast, placeFirst}[j].At(s)]++
				n[PlaceHand.At(s)]--
			}
		}
	}
	if v.FaceDown != tricks.NoSeat {
		n[PlaceDown.At(v.FaceDown)] = 1
	}
	for _, t := range v.knowledge.transfers {
		switch {
		case t.card != Closed:
		case t.delivered:
			n[PlaceCame.At(t.to)]++
		default:
			n[PlaceAway.At(t.from)]++
		}
		if t.back == Closed {
			n[PlaceAway.At(t.to)]++
		}
	}
	for s := range tricks.Seat(len(v.Seats)) {
		came, hand := PlaceCame.At(s), PlaceHand.At(s)
		if v.Seats[s].Rows != nil {
			// If a pyramid has returned a card, but none from its rows, then what came.
			n[came] -= max(0, n[PlaceAway.At(s)]-v.knowledge.holes())
		}
		n[came] = max(0, min(n[came], n[hand]))
		n[hand] -= n[came]
	}
	return n
}

// numbers draws the threat numbers that the player does not see, from those that he sees
// nowhere (S8). It reports whether they fit.
func (f *build) numbers() (ok bool) {
	g, v := f.g, f.view
	var unseen []int
	if g.chapter != nil {
		unseen = slices.Clone(g.chapter.Threats)
	}
	var deck []int // where its numbers are told
	if v.Ask != nil && v.Due == Threat && len(g.drawn) == 0 {
		for _, d := range v.Ask.Options {
			deck = append(deck, d.Number)
		}
		tricks.Shuffle(f.src, deck)
	}
	seen := slices.Concat(g.drawn, g.rejected, deck)
	for s := range g.seats {
		seen = append(seen, g.seats[s].Threat)
	}
	for _, n := range seen {
		if i := slices.Index(unseen, n); i >= 0 {
			unseen = slices.Delete(unseen, i, i+1)
		}
	}
	tricks.Shuffle(f.src, unseen)
	ok = true
	draw := func(fits func(n int) bool) int {
		if len(unseen) == 0 {
			return 1 // a position that does not hold to its chapter
		}
		i := slices.IndexFunc(unseen, fits)
		ok = ok && i >= 0
		n := unseen[max(0, i)]
		unseen = slices.Delete(unseen, max(0, i), max(0, i)+1)
		return n
	}
	for s := range tricks.Seat(len(g.seats)) {
		if v.Seats[s].ThreatHidden && v.hasThreat(s) {
			g.seats[s].Threat = draw(func(n int) bool { return f.fit(s, n) })
		}
	}
	for _, list := range [][]int{g.drawn, g.rejected} {
		for i, n := range list {
			if n == 0 {
				list[i] = draw(func(int) bool { return true })
			}
		}
	}
	if g.threats = deck; deck == nil {
		g.threats = unseen[:min(len(unseen), v.ThreatsLeft)]
	}
	return ok
}

// fit reports whether a seat that hides its number can have this one (S8, K: Unseen). The lost
// card must not forbid it. With it the goal is met for good just if its owner has announced
// that: one who needs F3 and has won it would have said so.
func (f *build) fit(s tricks.Seat, n int) bool {
	if fits, known := f.fits[s][n]; known {
		return fits
	}
	g := f.g
	fits := !g.lostForbids(s, n)
	if fits && g.stage == StagePlay {
		g.seats[s].Threat = n
		goals, err := g.goalsAt(s)
		fits = err == nil
		var counted score
		if fits {
			counted = newScore(goals[:1], g.history)
		}
		for _, is := range f.view.Goals {
			if fits && is.Seat == s && is.Rider == "" {
				look := g.outlook()
				now := goals[0].checker.Status(counted, &look)
				if fits = now != characters.Sealed; is.Status == characters.Sealed {
					fits = now != characters.Failed // maybe the last tricks settle it
				}
			}
		}
	}
	if f.fits[s] == nil {
		f.fits[s] = map[int]bool{}
	}
	f.fits[s][n] = fits
	return fits
}

// want compiles the goals that everyone has with these numbers.
func (f *build) want() error {
	g := f.g
	var threats [tricks.MaxSeats]int
	for s := range g.seats {
		threats[s] = g.seats[s].Threat
	}
	if f.goals == nil || threats != f.threats {
		if err := g.compileGoals(); err != nil {
			return err
		}
		f.goals, f.score, f.threats = g.goals, g.score, threats
	}
	g.goals, g.score = f.goals, f.score
	return nil
}

// hasThreat reports whether a seat whose number is hidden has one by now.
func (v *View) hasThreat(s tricks.Seat) bool {
	drawn := slices.ContainsFunc(v.Log, func(e Event) bool {
		return e.Seat == s && (e.Kind == DrewThreat || e.Kind == ChoseThreat)
	})
	c := v.Seats[s].Character
	return drawn || v.Stage == StagePlay && c != nil && c.Goal.NeedsThreatBeside(v.Seats[s].Range)
}

package chapters

import (
	"errors"
	"math/rand/v2"
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// Spot is where a card can lie that a view does not show: one of the kinds below
// at a seat, or elsewhere.
type Spot int8

// The kinds of spots at a seat; add the seat to get the spot.
const (
	// SpotHand is a hand, and the closed cards of a pyramid (S9).
	SpotHand Spot = iota * tricks.MaxSeats
	// SpotTucked, SpotLast and SpotFirst are cards put aside (K: Shadowfax,
	// Radagast).
	SpotTucked
	SpotLast
	SpotFirst
	// SpotDown is a card face down in the trick (C15).
	SpotDown
	// SpotAway is a card that was chosen to go to somebody and is still on its
	// way, SpotCame one that has come and may still go back (S6).
	SpotAway
	SpotCame
	// SpotBack is a tucked card that is in the hand again (K: Shadowfax).
	SpotBack

	// SpotElsewhere is the draw pile, a barrow, what is still to be dealt, and
	// what is in no place of the round.
	SpotElsewhere
	// Spots counts the spots.
	Spots
)

// At returns the spot of that kind at a seat.
func (sp Spot) At(s tricks.Seat) Spot { return sp + Spot(s) }

// Seat returns the seat of a spot, NoSeat for [SpotElsewhere].
func (sp Spot) Seat() tricks.Seat {
	if sp >= SpotElsewhere {
		return tricks.NoSeat
	}
	return tricks.Seat(sp % tricks.MaxSeats)
}

// Lie says for each spot which cards lie there.
type Lie [Spots]tricks.Set

// course is what everybody at the table knows of a round beside what a [View]
// tells: what [View.Blank] needs to go on from there. Cards and numbers that the
// player does not see are left out of it.
type course struct {
	// start is the position the round began with, without any card or number.
	start Position
	// setup is how far draft and setup have come. A card that was chosen, but is
	// not seen, is Closed in it; a threat number that is not seen is 0.
	setup
	rejected []int
	// r1 is who was dealt R1, NoSeat where nobody else knows and nothing depends
	// on it any more.
	r1, takenBy    tricks.Seat
	asked          [len(kindNames)]bool
	stays, swapped bool
	filled         [tricks.MaxSeats]bool
	// rows is the pyramid as it lies: like View.Rows, with the cards that were
	// played since still in their places, and with those that are on their way,
	// which are onItsWay to those who do not see them.
	rows [][]tricks.Card
	// side names the side deck that is in play, left counts its cards: those of
	// a barrow that are still there, all of another one.
	side string
	left int
}

// onItsWay stands in a pyramid for a card that will leave it.
const onItsWay = Closed - 1

// courseSeen is the course of the game as a player knows it.
func (g *Game) courseSeen(v *View) course {
	c := course{
		start: Position{
			Deal: g.start.Deal, Chapter: g.start.Chapter, Players: g.start.Players, Round: g.start.Round,
			Leader: g.start.Leader, Pyramid: g.start.Pyramid,
		},
		setup: g.setup, r1: tricks.NoSeat, takenBy: g.takenBy, asked: g.asked, stays: g.stays, swapped: g.swapped,
	}
	if g.r1Known() {
		c.r1 = g.r1
	}
	c.transfers = nil
	for _, t := range g.transfers {
		arrived := t.delivered || g.stage == StagePlay
		if t.card != tricks.NoCard && g.decides(t.from) != v.Player && !(arrived && g.decides(t.to) == v.Player) {
			t.card = Closed
		}
		if t.back != tricks.NoCard && g.decides(t.to) != v.Player {
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
	for _, n := range g.rejected {
		if !slices.ContainsFunc(v.Log, func(e Event) bool { return e.Kind == RejectedThreat && e.Number == n }) {
			n = 0
		}
		c.rejected = append(c.rejected, n)
	}
	for s := range g.seats {
		c.filled[s] = g.seats[s].filled
		if g.seats[s].isPyramid() {
			c.rows = g.rowsSeen(tricks.Seat(s), v)
		}
	}
	for name, cards := range g.start.Sides {
		c.side, c.left = name, len(cards)
		if name == Barrow {
			c.left -= g.sideTaken
		}
	}
	c.sideTaken = 0 // what is left counts
	return c
}

// r1Known reports whether everybody knows who was dealt R1: he drafts first (S3),
// or acts first where nobody took the character meant for him (S7).
func (g *Game) r1Known() bool {
	byLot := g.chapter == nil || g.chapter.CastByLot
	return g.start.Stage == StageDraft && !byLot ||
		len(g.order) > 0 && !slices.ContainsFunc(g.seats, func(s seat) bool { return s.character != nil && s.character.TakesR1 })
}

// rowsSeen is the pyramid at a seat for [course].
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

// Shown returns every card that the player sees, wherever it is: only the others
// have to be made up to fill the view.
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
	for _, t := range v.course.transfers {
		if t.card.Valid() && !t.delivered && v.Stage == StageSetup {
			shown |= t.card.Bit()
		}
		if t.back.Valid() {
			shown |= t.back.Bit()
		}
	}
	return shown
}

// Blanks counts the cards that lie at each spot and are not shown. It counts
// none as [SpotBack], which is part of the hand, nor elsewhere.
func (v *View) Blanks() (n [Spots]int) {
	for i := range v.Seats {
		s, sv := tricks.Seat(i), &v.Seats[i]
		n[SpotHand.At(s)] = sv.Cards - sv.Open.Len()
		for j, c := range [...]tricks.Card{sv.Tucked, sv.Last, sv.First} {
			if c == Closed {
				n[[...]Spot{SpotTucked, SpotLast, SpotFirst}[j].At(s)]++
				n[SpotHand.At(s)]--
			}
		}
	}
	if v.FaceDown != tricks.NoSeat {
		n[SpotDown.At(v.FaceDown)] = 1
	}
	for _, t := range v.course.transfers {
		if t.card == Closed && v.Stage == StageSetup && !t.delivered {
			n[SpotAway.At(t.from)]++
		}
		if t.card == Closed && (v.Stage == StagePlay || t.delivered) {
			n[SpotCame.At(t.to)]++
		}
		if t.back == Closed {
			n[SpotAway.At(t.to)]++
		}
	}
	for s := range tricks.Seat(len(v.Seats)) {
		came, hand := SpotCame.At(s), SpotHand.At(s)
		if v.Seats[s].Rows != nil {
			// What a pyramid returned, but not out of its rows, is what came.
			n[came] -= max(0, n[SpotAway.At(s)]-v.course.holes())
		}
		n[came] = max(0, min(n[came], n[hand]))
		n[hand] -= n[came]
	}
	return n
}

// holes counts the cards that will leave the rows of a pyramid.
func (c *course) holes() (n int) {
	for _, row := range c.rows {
		for _, card := range row {
			if card == onItsWay {
				n++
			}
		}
	}
	return n
}

// Blank is a round as a player sees it, with the places of all that he does not
// see left blank. Filled, it is a game that goes on from there. A Blank is for
// one goroutine; the games that are made of it are independent of it and of
// each other.
type Blank struct {
	view *View
	game Game
	// goals is what everyone wants with these threat numbers, as in the last
	// game: they are the same in most.
	goals   []goal
	threats [tricks.MaxSeats]int
	// fits says which numbers a seat can have that hides its own.
	fits [tricks.MaxSeats]map[int]bool
}

// Blank returns the view to be filled. The view must not change afterwards.
func (v *View) Blank() *Blank {
	c := &v.course
	g := Game{
		lib: v.lib, chapter: v.Chapter, start: c.start, stage: v.Stage, lost: v.Lost, takenBy: c.takenBy,
		r1: c.r1, setup: c.setup, asked: c.asked, stays: c.stays, swapped: c.swapped, rejected: c.rejected,
		history: slices.Clip(v.History), events: slices.Clip(v.Log), madeUp: true,
	}
	for s := range v.Seats {
		sv := &v.Seats[s]
		g.seats = append(g.seats, seat{
			character: sv.Character, threat: sv.Threat, declared: sv.Declared, limits: sv.Range, rider: sv.Rider,
			gift: sv.Gift, announced: sv.Announced, open: sv.FaceUp, filled: c.filled[s],
		})
		if sv.Rows != nil && g.r1 == tricks.NoSeat && v.Players == 2 {
			g.r1 = sv.By // so that he decides for the pyramid (S9)
		}
	}
	g.blindfolded = g.blindfolds()
	return &Blank{view: v, game: g}
}

// errFill says that a lie does not fit a view.
var errFill = errors.New("the cards do not fit what is seen")

// Fill returns a game in which the player sees what the view shows, with the
// other cards where the lie says. It says so for the spots of [View.Blanks], and
// what is elsewhere; the rest is drawn from the source: how the closed cards of a
// pyramid lie, the order of piles and side decks, threat numbers. What was hidden
// in the log stays so, and the decisions that led here are not known: the game
// has no [Game.Start] to go back to and makes no record.
func (b *Blank) Fill(lie *Lie, src rand.Source) (*Game, error) {
	g := b.game
	f := filling{Blank: b, g: &g, lie: lie, src: src, rest: lie[SpotElsewhere].Cards()}
	tricks.Shuffle(src, f.rest)
	g.seats = slices.Clone(g.seats)
	g.lost, g.transfers, g.drawn, g.rejected = slices.Clone(g.lost), slices.Clone(g.transfers), slices.Clone(g.drawn), slices.Clone(g.rejected)
	if !f.moving() {
		return nil, errFill
	}
	for s := range g.seats {
		if !f.seat(tricks.Seat(s)) {
			return nil, errFill
		}
	}
	if !f.decks() {
		return nil, errFill
	}
	if g.stage == StagePlay && !f.play() || !f.numbers() {
		return nil, errFill
	}
	return &g, f.want()
}

// filling is a blank being filled.
type filling struct {
	*Blank
	g   *Game
	lie *Lie
	src rand.Source
	// rest is the cards elsewhere that have no place yet.
	rest []tricks.Card
	// gone is, for each seat, the cards on their way that are its own still, came
	// those that are not its own yet.
	gone, came [tricks.MaxSeats]tricks.Set
}

// moving says which cards are on their way.
func (f *filling) moving() bool {
	var away, came [tricks.MaxSeats][]tricks.Card
	for s := range tricks.Seat(tricks.MaxSeats) {
		away[s], came[s] = f.lie[SpotAway.At(s)].Cards(), f.lie[SpotCame.At(s)].Cards()
		tricks.Shuffle(f.src, away[s])
	}
	ok := true
	fill := func(c *tricks.Card, from *[]tricks.Card) {
		if *c != Closed {
			return
		}
		if ok = ok && len(*from) > 0; ok {
			*c, *from = (*from)[0], (*from)[1:]
		}
	}
	list := f.g.transfers
	arrived := func(t *transfer) bool { return t.delivered || f.g.stage == StagePlay }
	for i := range list {
		t := &list[i]
		if !arrived(t) {
			fill(&t.card, &away[t.from])
		}
		if t.back == Closed {
			fill(&t.back, &away[t.to])
			came[t.to] = append(came[t.to], t.back) // it may be all that came
		}
	}
	for i := range list {
		if t := &list[i]; arrived(t) {
			if t.card == Closed && len(came[t.to]) == 0 {
				came[t.to] = f.view.Seats[t.to].Open.Cards() // it lies open among them (K: Goldberry)
				tricks.Shuffle(f.src, came[t.to])
			}
			fill(&t.card, &came[t.to])
		}
	}
	for i := range list {
		if t := &list[i]; t.card != tricks.NoCard {
			f.gone[t.from] |= t.card.Bit()
			if arrived(t) {
				f.came[t.to] |= t.card.Bit()
			}
		}
	}
	for i := range list {
		t := &list[i]
		switch {
		case t.back == tricks.NoCard:
		case f.came[t.to].Has(t.back):
			f.came[t.to] &^= t.back.Bit()
		default:
			f.gone[t.to] |= t.back.Bit()
		}
	}
	return ok
}

// seat lays a seat's cards out: as they lie before play or as they lay when it
// began. It reports whether they fit.
func (f *filling) seat(s tricks.Seat) bool {
	v, g, at := f.view, f.g, &f.g.seats[s]
	sv := &v.Seats[s]
	one := func(sp Spot, shown tricks.Card) tricks.Set {
		if shown.Valid() {
			return shown.Bit()
		}
		return f.lie[sp.At(s)]
	}
	at.tucked, at.last, at.first = one(SpotTucked, sv.Tucked), one(SpotLast, sv.Last), one(SpotFirst, sv.First)
	aside := at.tucked | at.last | at.first
	hidden := f.lie[SpotHand.At(s)] | f.lie[SpotBack.At(s)]
	at.hand = (sv.Open|hidden)&^(aside|f.came[s]) | f.gone[s] | f.played(s)
	if g.stage == StageSetup {
		at.away, at.coming = f.gone[s], f.came[s]
	}
	if sv.Rows == nil {
		return true
	}
	closed, gone := hidden.Cards(), f.gone[s].Cards()
	tricks.Shuffle(f.src, closed)
	at.pyramid = tricks.Pyramid{Rows: make([][]tricks.Card, len(sv.Rows))}
	for r, row := range f.view.course.rows {
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

// played returns what a seat has played.
func (f *filling) played(s tricks.Seat) (set tricks.Set) {
	for i := range f.view.History {
		if c := f.view.History[i].Card[s]; c.Valid() {
			set |= c.Bit()
		}
	}
	if c := f.card(s); c.Valid() {
		set |= c.Bit()
	}
	return set
}

// card is the card of a seat in the trick, NoCard for none.
func (f *filling) card(s tricks.Seat) tricks.Card {
	switch c := f.view.Card[s]; {
	case f.g.stage != StagePlay:
		return tricks.NoCard
	case c != Closed:
		return c
	case f.lie[SpotDown.At(s)] == 0:
		return tricks.NoCard
	}
	return f.lie[SpotDown.At(s)].First()
}

// numbers draws the threat numbers that are not seen, of those which are nowhere
// to be seen (S8).
func (f *filling) numbers() (ok bool) {
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
		seen = append(seen, g.seats[s].threat)
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
			g.seats[s].threat = draw(func(n int) bool { return f.fit(s, n) })
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

// fit reports whether a seat that hides its number can have this one: the lost
// card does not forbid it, and the goal is met for good if its owner says so, and
// not if he does not (S8, K: Unseen).
func (f *filling) fit(s tricks.Seat, n int) bool {
	if fits, known := f.fits[s][n]; known {
		return fits
	}
	g := f.g
	fits := !g.lostForbids(s, n)
	if fits && g.stage == StagePlay {
		g.seats[s].threat = n
		goals, err := g.goalsAt(s)
		fits = err == nil
		for _, is := range f.view.Goals {
			if fits && is.Seat == s && is.Rider == "" {
				look := g.outlook()
				fits = (goals[0].checker.Judge(g.history, &look) == characters.Sealed) == (is.Status == characters.Sealed)
			}
		}
	}
	if f.fits[s] == nil {
		f.fits[s] = map[int]bool{}
	}
	f.fits[s][n] = fits
	return fits
}

// want says what everyone wants with these numbers.
func (f *filling) want() error {
	g := f.g
	var threats [tricks.MaxSeats]int
	for s := range g.seats {
		threats[s] = g.seats[s].threat
	}
	if g.stage != StagePlay {
		return nil
	}
	if f.goals == nil || threats != f.threats {
		if err := g.compileGoals(); err != nil {
			return err
		}
		f.goals, f.threats = g.goals, threats
	}
	g.goals = f.goals
	return nil
}

// hasThreat reports whether a seat whose number is hidden has one by now.
func (v *View) hasThreat(s tricks.Seat) bool {
	drawn := slices.ContainsFunc(v.Log, func(e Event) bool {
		return e.Seat == s && (e.Kind == DrewThreat || e.Kind == ChoseThreat)
	})
	c := v.Seats[s].Character
	return drawn || v.Stage == StagePlay && c != nil && characters.NeedsThreatBeside(c.Goal, v.Seats[s].Range)
}

// anyCard is all cards there are.
const anyCard = ^tricks.Set(0)

// decks puts what lies elsewhere in order: the side deck, the pile, what is still
// to be dealt.
func (f *filling) decks() bool {
	g, v := f.g, f.view
	c := &v.course
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
	case c.side == Barrow:
		may := anyCard
		if g.chapter != nil && g.chapter.Side != nil {
			may = g.chapter.Side.Cards
		}
		g.start.Sides = map[string][]tricks.Card{Barrow: take(c.left, may)}
	case c.side != "":
		g.start.Sides = map[string][]tricks.Card{c.side: f.turnUps()}
	}
	g.pile = take(v.PileLeft, anyCard)
	if g.chapter != nil && g.chapter.Staged > 0 && g.Players() > 1 && g.stage != StagePlay {
		f.stages(take)
	}
	if g.stage == StageDraft && g.start.Rider != "" {
		g.start.RiderSeats = g.roundFrom(0)
		tricks.Shuffle(f.src, g.start.RiderSeats)
	}
	return ok
}

// turnUps is an order the side deck may lie in: what was turned up comes first.
func (f *filling) turnUps() []tricks.Card {
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
	return cards[:min(len(cards), f.view.course.left)]
}

// stages lays down what is still to be dealt (C16), the lost cards last.
func (f *filling) stages(take func(int, tricks.Set) []tricks.Card) {
	g := f.g
	l, _ := g.chapter.Layout(g.Players())
	sizes := []int{g.chapter.Staged, l.Hand - 2*g.chapter.Staged}
	g.start.Staged = make([][]tricks.Set, len(sizes))
	if g.stages < len(sizes) {
		may := anyCard
		if !g.chapter.LostMayBeR1 {
			may &^= tricks.OneRing.Bit()
		}
		g.start.Lost = take(l.Lost, may)
	}
	for i, n := range sizes {
		g.start.Staged[i] = make([]tricks.Set, len(g.seats))
		for s := range g.seats {
			if i >= g.stages && tricks.Seat(s) != g.start.Pyramid {
				g.start.Staged[i][s] = tricks.SetOf(take(n, anyCard)...)
			}
		}
	}
}

// play lays the table out and brings it to where the play stands. The cards of
// the trick are played again: what a card of a pyramid covered opens only after
// it (S9). It reports whether they fit.
func (f *filling) play() bool {
	g, v := f.g, f.view
	tucked := g.layTable(len(v.History))
	s := tricks.State{Held: g.table.Owned, Leader: v.Leader, Tucked: tucked, Number: uint8(len(v.History)), RingsBroken: v.RingsBroken}
	for i := range v.History {
		for seat := range g.seats {
			if c := v.History[i].Card[seat]; c.Valid() {
				s.Held[seat] &^= c.Bit()
			}
		}
	}
	s = g.table.Resume(s)
	s.Short = v.Short
	if v.Led != tricks.NoSuit {
		g.table.Name(&s, v.Leader)
		for c := f.card(s.Turn); c.Valid() && s.Number == uint8(len(v.History)); c = f.card(s.Turn) {
			g.table.Play(&s, tricks.Move{Card: c, ToWin: v.Taken && c == tricks.OneRing})
		}
	} else if v.Due == PlayCard {
		s.Naming = false
	}
	g.state = s
	return int(s.Number) == len(v.History)
}

package chapters

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// Worlds makes games that the player of a view cannot tell from the one he is in: each has other
// cards in the places that he does not see, and his view of it is the same. A Worlds is for one
// goroutine. Its games are independent of it and of each other.
type Worlds struct {
	// Log reports whether the games begin with the log of the view. Leave it false to play them to their
	// end: copies are cheaper without the earlier events.
	Log bool

	*knowledge
	game Game
	// past holds the cards that each seat has played in the tricks that have ended, playing the seats
	// that played in each of them.
	past    [tricks.MaxSeats]tricks.Set
	playing []tricks.SeatSet
	// placement is the last layout of the unseen cards, kept to save its memory.
	placement placement
	// goals and score are those of the last game, threats its threat numbers. Most games have
	// the same.
	goals   []goal
	score   score
	threats [tricks.MaxSeats]int
	// fitCache says which threat numbers a seat can have that hides its own.
	fitCache [tricks.MaxSeats]map[int]fitness
}

// Worlds returns a maker of games that the view fits. The view must not change afterwards.
func (v *View) Worlds() *Worlds {
	g := Game{
		lib: v.Library, chapter: v.Chapter, stage: v.Stage, lost: v.Lost, progress: v.Progress,
		history: slices.Clip(v.History), madeUp: true, deck: v.Deck,
		start: Position{
			Deal: v.Deal, Players: v.Players, Terms: v.Terms, Leader: v.FirstLeader,
			Pyramid: tricks.NoSeat,
		},
	}
	if v.Chapter != nil {
		g.start.Chapter = v.Chapter.ID
	}
	for _, side := range v.Sides {
		g.decks = []*SideDeck{side.Deck}
	}
	g.awaited.Kind, g.awaited.Seat = v.Due.Kind, v.Due.Seat
	for s := range tricks.Seat(len(v.Seats)) {
		sv := &v.Seats[s]
		full := slices.ContainsFunc(v.Log, func(e Event) bool { return e.Kind == DrewCards && e.Seat == s })
		g.seats = append(g.seats, seatState{Role: sv.Role, full: full})
		if sv.Rows == nil {
			continue
		}
		g.start.Pyramid = s
		if g.progress.R1 == tricks.NoSeat && v.Players == 2 {
			g.progress.R1 = sv.Decider // who decides for the pyramid (S9)
		}
	}
	for i, goal := range v.Goals {
		switch goal.Status {
		case characters.Sealed:
			g.fates[i] = characters.Sealed
		case characters.Failed, characters.Waived:
			g.fates[i] = characters.Failed
		case characters.Open, characters.Met:
		}
	}
	g.blindfolded = g.blindfoldedSeats()
	if v.Stage != StagePlay {
		g.goalCache = &goalCache{}
	}
	w := &Worlds{knowledge: v.newKnowledge(), game: g}
	for i := range v.History {
		var playing tricks.SeatSet
		for s, c := range v.History[i].Card {
			if c.Valid() {
				w.past[s] |= c.Bit()
				playing |= tricks.Seat(s).Bit()
			}
		}
		w.playing = append(w.playing, playing)
	}
	return w
}

// worldTries is how often a world is made up before giving up. Nearly all come
// right at once.
const worldTries = 20

// Make makes a game in the memory of g, which nobody may need any more. It reports whether one was
// found. Chance decides where the unseen cards lie, the order of piles and side decks, and threat
// numbers. The log hides what it hid. Nobody knows the decisions that led here, so the game has no
// [Game.Start] to go back to and makes no record.
func (w *Worlds) Make(g *Game, src rand.Source) bool {
	for n := range worldTries {
		if !w.deal(src) && n < worldTries-1 {
			continue // in the end better a doubtful world than none
		}
		if w.build(g, src) {
			return true
		}
	}
	return false
}

// deal lays the unseen cards out at random in a way that agrees with what is
// known. Not all such layouts are equally likely, but each can come up.
func (w *Worlds) deal(src rand.Source) (ok bool) {
	w.placement = placement{}
	room := w.room
	start := 0
	for _, end := range w.groups {
		tricks.Shuffle(src, w.unseen[start:end])
		start = end
	}
	ok = true
	for _, c := range w.unseen {
		free := 0
		for places := w.places[c]; places != 0; places &= places - 1 {
			free += room[bits.TrailingZeros64(places)]
		}
		if free == 0 {
			if w.makeRoom(&room, c) {
				continue
			}
			ok = false
			w.putAnywhere(&room, c) // better a doubtful world than none
			continue
		}
		n := tricks.IntN(src, free)
		for places := w.places[c]; ; places &= places - 1 { // the more room, the likelier
			p := bits.TrailingZeros64(places)
			if n < room[p] {
				room[p]--
				w.placement[p] |= c.Bit()
				break
			}
			n -= room[p]
		}
	}
	return w.fitAnnounced(src) && ok && w.isReachable()
}

// isReachable reports whether no more cards lie at any seat that came unseen than
// can have. Say seat 0 gave H1 and M1 to seat 1, who then passed one card to seat
// 2: the two are not both there.
func (w *Worlds) isReachable() bool {
	for s := range w.traced {
		if (w.placement.atSeat(tricks.Seat(s)) &^ w.traced[s]).Len() > w.unseenMoves[s] {
			return false
		}
	}
	return true
}

// makeRoom finds a place for a card by moving others on (an augmenting path).
func (w *Worlds) makeRoom(room *[numPlaces]int, c tricks.Card) bool {
	type step struct {
		card   tricks.Card
		target place
		prev   int
	}
	var queue []step
	var visited uint64
	reach := func(card tricks.Card, prev int) {
		for p := range numPlaces {
			if w.places[card]>>p&1 != 0 && visited>>p&1 == 0 {
				visited |= 1 << p
				queue = append(queue, step{card, p, prev})
			}
		}
	}
	reach(c, -1)
	for i := 0; i < len(queue); i++ {
		if target := queue[i].target; room[target] > 0 {
			room[target]--
			for j := i; j >= 0; j = queue[j].prev {
				card := queue[j].card
				if p := queue[j].prev; p >= 0 {
					w.placement[queue[p].target] &^= card.Bit()
				}
				w.placement[queue[j].target] |= card.Bit()
			}
			return true
		}
		for _, card := range w.placement[queue[i].target].Cards() {
			reach(card, i)
		}
	}
	return false
}

func (w *Worlds) putAnywhere(room *[numPlaces]int, c tricks.Card) {
	for p := range numPlaces {
		if room[p] > 0 {
			room[p]--
			w.placement[p] |= c.Bit()
			return
		}
	}
	w.placement[placeElsewhere] |= c.Bit()
}

// maxSwaps is how many swaps are tried so that a deal fits what was announced; a few are needed.
const maxSwaps = 400

// fitAnnounced mends a deal by swapping cards, so that it fits what was announced, and reports
// whether it does. An announcement (C11: the Horn) says something of a hand as it was when play began.
func (w *Worlds) fitAnnounced(src rand.Source) bool {
	for s := range tricks.Seat(len(w.view.Seats)) {
		if w.view.Seats[s].Announced == nil || s == w.view.Player {
			continue
		}
		misfit := w.announcedMisfit(s)
		for n := 0; n < maxSwaps && misfit > 0 && len(w.unseen) > 0; n++ {
			misfit = w.swapFor(src, s, misfit)
		}
		if misfit > 0 {
			return false
		}
	}
	return true
}

// swapFor swaps two cards at random unless the hand fits worse then.
func (w *Worlds) swapFor(src rand.Source, s tricks.Seat, misfit int) int {
	first, second := w.unseen[tricks.IntN(src, len(w.unseen))], w.unseen[tricks.IntN(src, len(w.unseen))]
	a, b := w.placement.placeOf(first), w.placement.placeOf(second)
	if a == b || (a.seat() == s) == (b.seat() == s) || w.places[first]>>b&1 == 0 || w.places[second]>>a&1 == 0 {
		return misfit
	}
	previous := w.placement
	w.placement[a] = w.placement[a]&^first.Bit() | second.Bit()
	w.placement[b] = w.placement[b]&^second.Bit() | first.Bit()
	newMisfit := w.announcedMisfit(s)
	if newMisfit > misfit {
		w.placement = previous
		return misfit
	}
	return newMisfit
}

func (u *placement) placeOf(c tricks.Card) place {
	return max(0, place(slices.IndexFunc(u[:], func(cards tricks.Set) bool { return cards.Contains(c) })))
}

// announcedMisfit returns by how many cards a hand was other than announced.
func (w *Worlds) announcedMisfit(s tricks.Seat) int {
	v := w.view
	held := v.Seats[s].Open | w.placement.atSeat(s) | w.past[s]
	if c := v.Card[s]; c.Valid() {
		held |= c.Bit()
	}
	most, misfit := 0, 0
	for _, suit := range v.Seats[s].Announced {
		most = max(most, held.OfSuit(suit).Len())
	}
	for suit := tricks.Hills; suit < tricks.NoSuit; suit++ {
		n := held.OfSuit(suit).Len()
		if slices.Contains(v.Seats[s].Announced, suit) {
			misfit += most - n
		} else {
			misfit += max(0, n-most+1)
		}
	}
	return misfit
}

// build makes the game in which the unseen cards lie as w.where says. It reports whether they fit.
func (w *Worlds) build(g *Game, src rand.Source) bool {
	w.game.events = nil
	w.game.progress.SetupLog = 0
	if w.Log {
		w.game.events = slices.Clip(w.view.Log)
		w.game.progress.SetupLog = w.view.Progress.SetupLog
	}
	w.game.CloneInto(g)
	g.progress.Drawn, g.progress.Rejected = slices.Clone(g.progress.Drawn), slices.Clone(g.progress.Rejected)
	f := builder{Worlds: w, g: g, src: src, rest: w.placement[placeElsewhere].Cards()}
	tricks.Shuffle(src, f.rest)
	if !f.chooseTransfers() {
		return false
	}
	for s := range g.seats {
		if !f.layOutSeat(tricks.Seat(s)) {
			return false
		}
	}
	if !f.layOutDecks() || g.stage == StagePlay && !f.resumePlay() || !f.drawThreats() {
		return false
	}
	return g.stage != StagePlay || f.setGoals()
}

// builder is a game being built.
type builder struct {
	*Worlds
	g   *Game
	src rand.Source
	// rest is the cards elsewhere that are not laid down yet.
	rest []tricks.Card
	// away is, for each seat, its own cards that are on their way to others. Came is the cards
	// of others that have come to it, and may still go back.
	away, coming [tricks.MaxSeats]tricks.Set
}

// chooseTransfers decides which cards are on their way. Say seat 1 (Bill) has passed H5 to seat 2,
// who has returned a card. Seat 3 sees neither. Then one unseen card of seat 2 is at
// placeAway, and one that came to it at placeCame. It reports whether there are enough.
func (f *builder) chooseTransfers() bool {
	var away, coming [tricks.MaxSeats][]tricks.Card
	for s := range tricks.Seat(tricks.MaxSeats) {
		away[s] = f.placement[placeAway.atSeat(s)].Cards()
		coming[s] = f.placement[placeComing.atSeat(s)].Cards()
		tricks.Shuffle(f.src, away[s])
	}
	ok := true
	choose := func(c *tricks.Card, source *[]tricks.Card) {
		if ok = ok && len(*source) > 0; ok {
			*c, *source = (*source)[0], (*source)[1:]
		}
	}
	list := f.g.progress.Transfers
	for i := range list { // what was given before an exchange is no card that came with it
		t := &list[i]
		if t.Card == tricks.Closed && !t.Delivered {
			brought := f.view.broughtTo(t.Giver)
			slices.SortStableFunc(away[t.Giver], func(a, b tricks.Card) int {
				return cmp.Compare(brought&a.Bit(), brought&b.Bit())
			})
			choose(&t.Card, &away[t.Giver])
			ok = ok && !brought.Contains(t.Card)
		}
	}
	for i := range list {
		t := &list[i]
		if t.Back == tricks.Closed {
			choose(&t.Back, &away[t.Receiver])
			coming[t.Receiver] = append(coming[t.Receiver], t.Back) // it may be the one that came
		}
	}
	for i := range list {
		t := &list[i]
		if t.Card == tricks.Closed {
			if len(coming[t.Receiver]) == 0 { // it lies open among others (K: Goldberry)
				coming[t.Receiver] = f.view.Seats[t.Receiver].Open.Cards()
				tricks.Shuffle(f.src, coming[t.Receiver])
			}
			choose(&t.Card, &coming[t.Receiver])
		}
		if t.Card != tricks.NoCard {
			f.away[t.Giver] |= t.Card.Bit()
		}
		if t.Delivered {
			f.coming[t.Receiver] |= t.Card.Bit()
		}
	}
	for i := range list {
		switch t := &list[i]; {
		case t.Back == tricks.NoCard:
		case f.coming[t.Receiver].Contains(t.Back):
			f.coming[t.Receiver] &^= t.Back.Bit()
		default:
			f.away[t.Receiver] |= t.Back.Bit()
		}
	}
	return ok
}

// layOutSeat lays a seat's cards out: in play as they lay when it began. It reports whether the
// cards fit.
func (f *builder) layOutSeat(s tricks.Seat) bool {
	v, g, seat := f.view, f.g, &f.g.seats[s]
	sv := &v.Seats[s]
	cardAt := func(p place, shown tricks.Card) tricks.Set {
		if shown.Valid() {
			return shown.Bit()
		}
		return f.placement[p.atSeat(s)]
	}
	seat.tucked = cardAt(placeTucked, sv.Tucked)
	seat.last = cardAt(placeLast, sv.Last)
	seat.first = cardAt(placeFirst, sv.First)
	aside := seat.tucked | seat.last | seat.first
	hidden := f.placement[placeHand.atSeat(s)] | f.placement[placeBack.atSeat(s)]
	seat.hand = (sv.Open|hidden)&^(aside|f.coming[s]) | f.away[s] | f.past[s]
	switch c := f.trickCard(s); {
	case !c.Valid():
	case v.Progress.KeptLast.Contains(s) && len(v.History) == v.Tricks-1:
		seat.last = c.Bit() // what else the seat held stays over (T10)
	default:
		seat.hand |= c.Bit()
	}
	if g.stage == StageSetup {
		seat.away = f.away[s]
		seat.coming = f.coming[s]
	}
	if sv.Rows == nil {
		return true
	}
	closed := hidden.Cards()
	away := f.away[s].Cards()
	tricks.Shuffle(f.src, closed)
	seat.pyramid = tricks.Pyramid{Rows: make([][]tricks.Card, len(sv.Rows))}
	for r, row := range sv.Laid {
		row = slices.Clone(row)
		for i, c := range row {
			source := &closed
			switch {
			case c == tricks.Leaving:
				source = &away
			case c != tricks.Closed:
				continue
			}
			if len(*source) == 0 {
				return false
			}
			row[i], *source = (*source)[0], (*source)[1:]
		}
		seat.pyramid.Rows[r] = row
	}
	seat.pyramid.Extra = seat.hand &^ seat.pyramid.Owned() // with closed cards for which there is no place
	if g.stage != StagePlay {
		seat.hand &= sv.Hand | f.away[s]
	}
	return true
}

// trickCard is the card of a seat in the trick, NoCard for none.
func (f *builder) trickCard(s tricks.Seat) tricks.Card {
	switch c := f.view.Card[s]; {
	case f.g.stage != StagePlay:
		return tricks.NoCard
	case c != tricks.Closed:
		return c
	case f.placement[placeFaceDown.atSeat(s)] == 0:
		return tricks.NoCard
	}
	return f.placement[placeFaceDown.atSeat(s)].First()
}

// anyCard is all cards there are.
const anyCard = ^tricks.Set(0)

// layOutDecks puts the cards elsewhere in order: the side deck, the pile, what is still to be
// dealt. It reports whether there are enough.
func (f *builder) layOutDecks() bool {
	g, v := f.g, f.view
	var side Side
	for _, side = range v.Sides {
		continue // of several, which no round from a deal has, the last one
	}
	ok := true
	take := func(n int, allowed tricks.Set) []tricks.Card {
		var out, remaining []tricks.Card
		for _, card := range f.rest {
			if len(out) < n && allowed.Contains(card) {
				out = append(out, card)
			} else {
				remaining = append(remaining, card)
			}
		}
		f.rest = remaining
		ok = ok && len(out) == n
		return out
	}
	switch {
	case side.Deck == nil:
	case side.Deck.IsTurnedUp():
		g.start.Sides = map[string][]tricks.Card{side.Deck.Name: f.sideDeckOrder(side.Remaining)}
	default:
		allowed := anyCard
		if g.chapter != nil && g.chapter.Side != nil {
			allowed = g.chapter.Side.Cards
		}
		g.start.Sides = map[string][]tricks.Card{side.Deck.Name: take(side.Remaining, allowed)}
	}
	g.pile = take(v.PileLeft, anyCard)
	if g.chapter != nil && g.chapter.Staged > 0 && g.start.Players > 1 && g.stage != StagePlay {
		f.layOutBatches(take)
	}
	if g.stage == StageDraft && g.start.Rider != "" {
		g.start.RiderSeats = g.clockwiseFrom(0)
		tricks.Shuffle(f.src, g.start.RiderSeats)
	}
	return ok
}

// sideDeckOrder is an order in which the side deck may lie. The cards that were turned up come first.
func (f *builder) sideDeckOrder(n int) []tricks.Card {
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
	l, _ := g.chapter.Layout(g.start.Players)
	d := dealer{chapter: g.chapter, layout: l, src: f.src, pos: Position{Players: g.start.Players}}
	cards := d.sideOrder(known)
	return cards[:min(len(cards), n)]
}

// layOutBatches lays down what is still to be dealt (C16).
func (f *builder) layOutBatches(take func(int, tricks.Set) []tricks.Card) {
	g := f.g
	l, _ := g.chapter.Layout(g.start.Players)
	sizes := g.chapter.laterBatches(l)
	g.start.Staged = make([][]tricks.Set, len(sizes))
	if g.progress.Batches < len(sizes) {
		allowed := anyCard
		if !g.chapter.LostMayBeR1 {
			allowed &^= tricks.OneRing.Bit()
		}
		g.start.Lost = take(l.Lost, allowed)
	}
	for i, n := range sizes {
		g.start.Staged[i] = make([]tricks.Set, len(g.seats))
		for s := range g.seats {
			if i >= g.progress.Batches && tricks.Seat(s) != g.start.Pyramid {
				g.start.Staged[i][s] = tricks.SetOf(take(n, anyCard)...)
			}
		}
	}
}

// resumePlay lays the table out and brings it to where the play stands. It plays the cards of the trick
// again, because a card covered by one of a pyramid opens only after the trick (S9). It reports
// whether the cards fit.
func (f *builder) resumePlay() bool {
	g, v := f.g, f.view
	tucked := g.layTable(len(v.History))
	now := uint8(len(v.History))
	s := tricks.State{Held: g.table.Owned, Leader: v.Leader, Tucked: tucked, Number: now, RingsBroken: v.RingsBroken}
	for seat := range g.seats {
		s.Held[seat] &^= f.past[seat]
	}
	g.table.PlayOn(s.Held, f.playing)
	s = g.table.Resume(s)
	s.Short = v.Short || v.Spared
	if v.Led != tricks.NoSuit {
		g.table.Name(&s, v.Leader)
		for c := f.trickCard(s.Turn); c.Valid() && s.Number == now; c = f.trickCard(s.Turn) {
			g.table.Play(&s, tricks.Move{Card: c, ToWin: v.Taken && c == tricks.OneRing})
		}
	} else if v.Due.Kind == PlayCard {
		s.Naming = false
	}
	g.state = s
	return s.Number == now
}

// drawThreats draws the threat numbers that the player does not see, from those that he sees
// nowhere (S8). It reports whether they fit.
func (f *builder) drawThreats() (ok bool) {
	g, v := f.g, f.view
	var unseen []int
	if g.chapter != nil {
		unseen = slices.Clone(g.chapter.Threats)
	}
	var deck []int // where its numbers are told
	if v.Ask != nil && v.Due.Kind == Threat && len(g.progress.Drawn) == 0 {
		for _, d := range v.Ask.Options {
			deck = append(deck, d.Number)
		}
		tricks.Shuffle(f.src, deck)
	}
	seen := slices.Concat(g.progress.Drawn, g.progress.Rejected, deck)
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
	draw := func(fits func(n int) fitness) int {
		if len(unseen) == 0 {
			return 1 // a position that does not hold to its chapter
		}
		i := slices.IndexFunc(unseen, func(n int) bool { return fits(n) == fitsWell })
		if i < 0 {
			i = slices.IndexFunc(unseen, func(n int) bool { return fits(n) == fitsBadly })
		}
		ok = ok && i >= 0
		n := unseen[max(0, i)]
		unseen = slices.Delete(unseen, max(0, i), max(0, i)+1)
		return n
	}
	for s := range tricks.Seat(len(g.seats)) {
		if v.Seats[s].ThreatHidden && v.hasThreat(s) {
			g.seats[s].Threat = draw(func(n int) fitness { return f.threatFitness(s, n) })
		}
	}
	for _, list := range [][]int{g.progress.Drawn, g.progress.Rejected} {
		for i, n := range list {
			if n == 0 {
				list[i] = draw(func(int) fitness { return fitsWell })
			}
		}
	}
	g.threats = deck
	if deck == nil {
		g.threats = unseen[:min(len(unseen), v.ThreatsLeft)]
	}
	return ok
}

// fitness says whether a seat can have a threat number.
type fitness uint8

const (
	fitsNot fitness = iota
	// fitsBadly: only if somebody could still have taken the lost card when it was drawn, and did not.
	fitsBadly
	fitsWell
)

// threatFitness says whether a seat that hides its number can have this one (S8, K: Unseen). With it the goal is
// met for good just if its owner has announced that: one who needs F3 and has won it would have said so.
func (f *builder) threatFitness(s tricks.Seat, n int) fitness {
	if fits, known := f.fitCache[s][n]; known {
		return fits
	}
	fits := fitsWell
	if f.g.stage == StagePlay && !f.matchesGoals(s, n) {
		fits = fitsNot
	} else if f.g.lostForbids(s, n) {
		fits = fitsBadly
	}
	if f.fitCache[s] == nil {
		f.fitCache[s] = map[int]fitness{}
	}
	f.fitCache[s][n] = fits
	return fits
}

// matchesGoals reports whether the goals with a number would be announced as they are.
func (f *builder) matchesGoals(s tricks.Seat, n int) bool {
	g := f.g
	g.seats[s].Threat = n
	goals, err := g.goalsAt(s)
	if err != nil {
		return false
	}
	counted := newScore(goals[:1], g.history)
	fits := true
	for _, goal := range f.view.Goals {
		if fits && goal.Seat == s && goal.Rider == "" {
			look := g.outlook()
			status := goals[0].checker.Status(counted, &look)
			fits = status != characters.Sealed
			if goal.Status == characters.Sealed {
				fits = status != characters.Failed // maybe the last tricks settle it
			}
		}
	}
	return fits
}

// setGoals compiles the goals that everyone has with these numbers, and reports whether they can be.
func (f *builder) setGoals() bool {
	g := f.g
	var threats [tricks.MaxSeats]int
	for s := range g.seats {
		threats[s] = g.seats[s].Threat
	}
	if f.goals == nil || threats != f.threats {
		if g.compileGoals() != nil {
			return false
		}
		f.goals = g.goals
		f.score = g.score
		f.threats = threats
	}
	g.goals, g.score = f.goals, f.score
	return true
}

// hasThreat reports whether a seat whose number is hidden has one by now.
func (v *View) hasThreat(s tricks.Seat) bool {
	drawn := slices.ContainsFunc(v.Log, func(e Event) bool {
		return e.Seat == s && (e.Kind == DrewThreat || e.Kind == ChoseThreat)
	})
	c := v.Seats[s].Character
	return drawn || v.Stage == StagePlay && c != nil && c.Goal.NeedsThreat(v.Seats[s].Range)
}

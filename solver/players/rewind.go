package players

import (
	"maps"
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// rewind is a round taken back from how the cards may lie now to how they may
// have been dealt: the plays first, then the moves of the setup, the last one
// first. A card of a move that was not seen is chosen at random from those that
// can have been it.
type rewind struct {
	*knowledge
	src rand.Source
	// hand is what each seat holds; played when a card was played, as an index
	// in the log.
	hand   [tricks.MaxSeats]tricks.Set
	played [64]int
	// stock is the cards that are in no hand, in the order they were found.
	stock tricks.Set
	lost  []tricks.Card
	rows  [][]tricks.Card // of the pyramid
	extra tricks.Set
	// aside are the cards that were put aside, by the events that say so (by
	// index in the log); away those on their way, in the order they are named.
	aside map[int]tricks.Card
	away  [tricks.MaxSeats][]tricks.Card
	down  tricks.Card
	// moved is the cards of the moves, batch by batch.
	moved [][]tricks.Card
	pile  []tricks.Card
	// numbers is everyone's threat.
	numbers []int
}

// never is when a card is played that is not played.
const never = 1 << 30

// newRewind lays the unseen cards out.
func newRewind(k *knowledge, src rand.Source) (*rewind, bool) {
	lie, ok := k.deal(src)
	if !ok {
		return nil, false
	}
	v := k.view
	r := &rewind{knowledge: k, src: src, lost: slices.Clone(v.Lost), stock: lie[elsewhere], down: tricks.NoCard, aside: map[int]tricks.Card{}}
	for i := range v.Seats {
		s := tricks.Seat(i)
		for sp := spot(s); sp < elsewhere; sp += tricks.MaxSeats {
			r.hand[s] |= lie[sp]
		}
		r.hand[s] |= v.Seats[s].Open
		r.away[s] = lie[onItsWay.of(s)].Cards()
		tricks.Shuffle(src, r.away[s])
		if c := lie[faceDown.of(s)]; c != 0 {
			r.down = c.First()
		}
		if v.Seats[s].Rows != nil {
			r.layRows(s, &lie)
		}
	}
	for c := range r.played {
		r.played[c] = never
	}
	for i := range v.Log {
		e := &v.Log[i]
		if e.Kind != chapters.Played {
			continue
		}
		c := e.Card
		if !c.Valid() {
			c = r.down
		}
		r.played[c] = i
		r.hand[e.Seat] |= c.Bit()
	}
	if !r.putAside(&lie) {
		return nil, false
	}
	for s := range v.Seats {
		if v.Seats[s].Rows != nil {
			for _, c := range r.away[s] {
				r.fill(c)
			}
		}
	}
	return r, true
}

// layRows turns the closed cards of the pyramid up.
func (r *rewind) layRows(s tricks.Seat, lie *[spots]tricks.Set) {
	sv := &r.view.Seats[s]
	closed := lie[inHand.of(s)].Cards()
	tricks.Shuffle(r.src, closed)
	for _, row := range sv.Laid {
		row = slices.Clone(row)
		for i, c := range row {
			if c == chapters.Closed && len(closed) > 0 {
				row[i], closed = closed[0], closed[1:]
			}
		}
		r.rows = append(r.rows, row)
	}
	r.extra = sv.Extra
	for _, t := range r.view.History {
		if c := t.Card[s]; c.Valid() && !r.inRows(c) {
			r.extra |= c.Bit()
		}
	}
	if c := r.view.Card[s]; r.view.Stage == chapters.StagePlay && c.Valid() && !r.inRows(c) {
		r.extra |= c.Bit()
	}
}

func (r *rewind) inRows(c tricks.Card) bool {
	return slices.ContainsFunc(r.rows, func(row []tricks.Card) bool { return slices.Contains(row, c) })
}

// putAside finds out which cards were put aside (K: Shadowfax, Radagast).
func (r *rewind) putAside(lie *[spots]tricks.Set) bool {
	v := r.view
	for i := range v.Log {
		e := &v.Log[i]
		var sp spot
		var shown tricks.Card
		switch sv := &v.Seats[max(e.Seat, 0)]; e.Kind {
		case chapters.Tucked:
			sp, shown = tuckedAway, sv.Tucked
		case chapters.KeptLast:
			sp, shown = keptLast, sv.Last
		case chapters.PutAside:
			sp, shown = putFirst, sv.First
		default:
			continue
		}
		c := e.Card
		switch hidden := lie[sp.of(e.Seat)]; {
		case c != tricks.NoCard:
		case hidden != 0:
			c = hidden.First()
		case shown.Valid():
			c = shown
		default:
			if c = r.usedUp(e, i, lie); c == tricks.NoCard {
				return false
			}
		}
		r.aside[i] = c
		if v.Seats[e.Seat].Rows != nil {
			r.extra &^= c.Bit()
			r.fill(c)
		}
	}
	return true
}

// usedUp finds out which card it was that was put aside and is so no more.
func (r *rewind) usedUp(e *chapters.Event, at int, lie *[spots]tricks.Set) tricks.Card {
	v := r.view
	var plays []tricks.Card // those of the seat
	back := at
	for i := range v.Log {
		switch p := &v.Log[i]; {
		case p.Seat != e.Seat:
		case p.Kind == chapters.CameBack:
			back, plays = i, nil
		case p.Kind == chapters.Played:
			c := p.Card
			if !c.Valid() {
				c = r.down
			}
			plays = append(plays, c)
		}
	}
	switch {
	case e.Kind == chapters.PutAside && len(plays) > 0:
		return plays[0]
	case e.Kind == chapters.KeptLast && len(plays) > 0:
		return plays[len(plays)-1]
	case e.Kind != chapters.Tucked:
		return tricks.NoCard
	}
	// It was played since it came back, or is in the hand.
	not := showedUntil(v, e.Seat, back)
	could := plays
	if c := lie[cameBack.of(e.Seat)]; c != 0 {
		could = append(slices.Clip(plays), c.First())
	}
	if r.view.Seats[e.Seat].Rows != nil {
		could = slices.DeleteFunc(append(could, r.view.Seats[e.Seat].Extra.Cards()...), r.inRows)
	}
	for _, c := range could {
		if not.Has(c) && back != at {
			return c
		}
	}
	if len(could) == 0 {
		return tricks.NoCard
	}
	return could[tricks.Below(r.src, len(could))]
}

// showedUntil returns what a seat's hand had shown by a moment that it did not hold.
func showedUntil(v *chapters.View, s tricks.Seat, event int) tricks.Set {
	before := *v
	before.Log = v.Log[:event]
	return showed(&before)[s].all
}

// position takes the round back to its deal.
func (r *rewind) position() (chapters.Position, bool) {
	v := r.view
	if v.Players == 1 && v.Stage == chapters.StagePlay && !r.takeDrawn() {
		return chapters.Position{}, false
	}
	r.moved = make([][]tricks.Card, len(r.batches))
	for i := len(r.batches) - 1; i >= 0; i-- {
		if !r.undo(i) {
			return chapters.Position{}, false
		}
	}
	pos := chapters.Position{
		Deal: v.Deal, Players: v.Players, Round: v.Round, Stage: beganIn(v), Leader: tricks.NoSeat,
		Pyramid: tricks.NoSeat, Lost: r.lost, Threats: r.threatDeck(),
	}
	if v.Chapter != nil {
		pos.Chapter = v.Chapter.ID
	}
	r.sides(&pos)
	for i := range v.Seats {
		s, sv := tricks.Seat(i), &v.Seats[i]
		h := chapters.HandInfo{Cards: r.hand[s]}
		if sv.Rows != nil {
			h = chapters.HandInfo{Rows: r.rows, Extra: r.extra}
			pos.Pyramid = s
		}
		if pos.Stage != chapters.StageDraft || v.Chapter.CastByLot {
			h.Character = sv.Character.ID
		}
		pos.Hands = append(pos.Hands, h)
	}
	switch pos.Stage {
	case chapters.StageSetup:
		r.statedThreats(&pos)
	case chapters.StagePlay:
		r.stated(&pos)
	}
	return pos, true
}

// sides puts the cards that are in no hand where they were dealt to.
func (r *rewind) sides(pos *chapters.Position) {
	v := r.view
	var barrow, rest []tricks.Card
	var stages [][]tricks.Card
	for i, b := range r.batches {
		switch b.kind {
		case chapters.TookSide:
			barrow = append(barrow, r.moved[i]...)
		case chapters.DrewCards:
			pos.Pile = append(pos.Pile, r.moved[i]...)
		case chapters.DealtMore:
			stages = append(stages, r.moved[i])
		}
	}
	rest = r.stock.Cards()
	tricks.Shuffle(r.src, rest)
	if isStaged(v) && pos.Stage != chapters.StagePlay {
		r.stages(pos, stages, rest)
		rest = nil
	}
	if name := sideDeck(v); name != "" {
		pos.Sides = map[string][]tricks.Card{name: slices.Concat(turnUps(v, r.src)...)}
	}
	if v.Chapter != nil && v.Chapter.Side != nil && v.Chapter.Side.Name == chapters.Barrow && pos.Stage != chapters.StagePlay {
		l, _ := v.Chapter.Layout(v.Players)
		for i := 0; i < len(rest) && len(barrow) < l.Side; {
			if c := rest[i]; v.Chapter.Side.Cards.Has(c) {
				barrow, rest = append(barrow, c), slices.Delete(rest, i, i+1)
				continue
			}
			i++
		}
		pos.Sides = map[string][]tricks.Card{chapters.Barrow: barrow}
	}
	pos.Pile = append(append(pos.Pile, r.pile...), rest[:min(len(rest), v.PileLeft)]...)
	if pos.Round.Rider != "" && pos.Stage == chapters.StageDraft {
		pos.RiderSeats = r.riderSeats()
	}
}

// stages divides the cards of a staged deal (C16).
func (r *rewind) stages(pos *chapters.Position, known [][]tricks.Card, rest []tricks.Card) {
	v := r.view
	l, _ := v.Chapter.Layout(v.Players)
	if len(known) < 2 {
		// The lost card is dealt last, too, and lies there unseen.
		for range l.Lost {
			if len(rest) > 0 {
				r.lost = append(r.lost, rest[0])
				rest = rest[1:]
			}
		}
		pos.Lost = r.lost
	}
	for i, n := range []int{v.Chapter.Staged, l.Hand - 2*v.Chapter.Staged} {
		stage := make([]tricks.Set, len(v.Seats))
		for s := range v.Seats {
			if v.Seats[s].Rows != nil {
				continue
			}
			cards := &rest
			if i < len(known) {
				cards = &known[i]
			}
			stage[s] = tricks.SetOf((*cards)[:min(n, len(*cards))]...)
			*cards = (*cards)[min(n, len(*cards)):]
		}
		pos.Staged = append(pos.Staged, stage)
	}
}

// riderSeats is an order in which the seats are asked for the rider (L5): who
// has it comes first.
func (r *rewind) riderSeats() []tricks.Seat {
	v := r.view
	var order []tricks.Seat
	for s := range v.Seats {
		order = append(order, tricks.Seat(s))
	}
	tricks.Shuffle(r.src, order)
	for i, s := range order {
		if c := v.Seats[s].Rider; c != nil && c.ID == v.Round.Rider {
			order[0], order[i] = order[i], order[0]
		}
	}
	return order
}

// threatDeck is an order the threat cards may have had (S8): those that were
// drawn, then the others. A number taken from those set aside was drawn before.
func (r *rewind) threatDeck() []int {
	v := r.view
	hidden := threats(v, r.src)
	r.numbers = hidden
	if v.Chapter == nil {
		return nil
	}
	var order []int
	add := func(n int) {
		if n > 0 && !slices.Contains(order, n) {
			order = append(order, n)
		}
	}
	var chosen []int
	for i := range v.Log {
		e := &v.Log[i]
		switch e.Kind {
		case chapters.DrewThreat:
			if e.Number == 0 {
				add(hidden[e.Seat])
			}
			add(e.Number)
		case chapters.RejectedThreat:
			if e.Number == 0 {
				add(r.impossible(e.Seat, order, hidden))
				continue
			}
			add(e.Number)
		case chapters.ChoseThreat:
			n := e.Number
			if n == 0 {
				n = hidden[e.Seat]
			}
			if characters.Has[characters.ChooseThreat](v.Seats[e.Seat].Character) {
				chosen = append(chosen, n)
			} else {
				add(n)
			}
		}
	}
	if a := v.Ask; a != nil && a.Kind == chapters.Threat && !characters.Has[characters.ChooseThreat](v.Seats[a.Seat].Character) {
		for _, d := range a.Options {
			add(d.Number)
		}
	}
	var rest []int
	for _, n := range v.Chapter.Threats {
		if !slices.Contains(order, n) && !slices.Contains(chosen, n) {
			rest = append(rest, n)
		}
	}
	tricks.Shuffle(r.src, rest)
	return slices.Concat(order, chosen, rest)
}

// impossible returns a number that the lost card makes impossible for a seat.
func (r *rewind) impossible(s tricks.Seat, order, hidden []int) int {
	all := slices.Clone(r.view.Chapter.Threats)
	tricks.Shuffle(r.src, all)
	for _, n := range all {
		if !slices.Contains(order, n) && !slices.Contains(hidden, n) && forbidden(r.view, s, n) {
			return n
		}
	}
	return 0
}

// statedThreats states in a position of stage setup the numbers that nobody drew.
func (r *rewind) statedThreats(pos *chapters.Position) {
	for s := range pos.Hands {
		if n := r.view.Seats[s].Threat; n != 0 && !hasThreat(r.view, tricks.Seat(s)) {
			pos.Hands[s].Threat = n
			pos.Threats = slices.DeleteFunc(pos.Threats, func(t int) bool { return t == n })
		}
	}
}

// stated states everything about the seats in a position of stage play.
func (r *rewind) stated(pos *chapters.Position) {
	v := r.view
	pos.Threats = nil
	numbers := r.numbers
	for i := range pos.Hands {
		s, sv, h := tricks.Seat(i), &v.Seats[i], &pos.Hands[i]
		h.Threat, h.Declared, h.Range, h.Announced = numbers[s], sv.Declared, sv.Range, sv.Announced
		if sv.Character != nil {
			h.Character = sv.Character.ID
		}
		if sv.Rider != nil {
			h.Rider = sv.Rider.ID
		}
		if sv.Gift != nil {
			h.Gift = sv.Gift.ID
		}
	}
	pos.Leader = v.Leader
	for i := range v.Log {
		if e := &v.Log[i]; e.Kind == chapters.Named || e.Kind == chapters.Played {
			pos.Leader = e.Seat
			break
		}
	}
}

// undo takes a batch of moves back.
func (r *rewind) undo(i int) bool {
	b := &r.batches[i]
	cards := make([]tricks.Card, len(b.moves))
	var gone tricks.Set // taken back in this batch already
	for j := range b.moves {
		cards[j] = b.moves[j].card
		if cards[j] != tricks.NoCard {
			gone |= cards[j].Bit()
		}
	}
	order := make([]int, len(b.moves))
	for j := range order {
		order[j] = j
	}
	tricks.Shuffle(r.src, order)
	for _, j := range order {
		if cards[j] == tricks.NoCard {
			if cards[j] = r.guess(i, b.moves[j], gone); cards[j] == tricks.NoCard {
				return false
			}
			gone |= cards[j].Bit()
		}
	}
	for j, m := range b.moves {
		c := cards[j]
		switch {
		case m.to == onTable:
			r.lost = slices.DeleteFunc(r.lost, func(l tricks.Card) bool { return l == c })
		case !r.hand[m.to].Has(c):
			return false
		default:
			r.hand[m.to] &^= c.Bit()
		}
	}
	for j, m := range b.moves {
		switch {
		case m.from.isSeat():
			r.hand[m.from] |= cards[j].Bit()
		case m.from == onTable:
			r.lost = slices.Insert(r.lost, 0, cards[j])
		}
	}
	r.moved[i] = cards
	r.relay(i)
	return r.holds(i)
}

// holds reports whether every card is where it could be before a batch.
func (r *rewind) holds(i int) bool {
	for s := range r.view.Seats {
		for _, c := range r.hand[s].Cards() {
			if !r.before[i][c].has(place(s)) {
				return false
			}
		}
	}
	return true
}

// guess chooses the card of a move that was not seen: one that must have come
// this way if there is one, else any that can have.
func (r *rewind) guess(i int, m move, gone tricks.Set) tricks.Card {
	b, before := &r.batches[i], &r.before[i]
	cards := r.hand[m.to] &^ gone
	if m.to.isSeat() && r.view.Seats[m.to].Rows != nil {
		// What came to the pyramid lies open (S9).
		cards &= r.uncovered()
		if m.from == stock || b.kind == chapters.Returned && r.passedBeside(i, m.to) {
			cards &= r.extra
		}
	}
	for at, c := range r.aside {
		if at < b.event {
			cards &^= c.Bit()
		}
	}
	var must, may []tricks.Card
	for _, c := range cards.Cards() {
		if r.played[c] < b.event || !r.couldGo(before, c, m) {
			continue
		}
		if b.kind == chapters.TookSide && !r.view.Chapter.Side.Cards.Has(c) {
			continue
		}
		if before[c].has(m.to) {
			may = append(may, c)
		} else {
			must = append(must, c)
		}
	}
	if len(must) > 0 {
		may = must
	}
	if len(may) == 0 {
		return tricks.NoCard
	}
	return may[tricks.Below(r.src, len(may))]
}

// passedBeside reports whether a card that lay beside the pyramid, because it was
// taken from the table, has been passed on since: what came back lies there.
func (r *rewind) passedBeside(i int, to place) bool {
	for _, b := range r.batches[:i] {
		if b.kind == chapters.TookLost && b.moves[0].to == to && !r.hand[to].Has(b.moves[0].card) {
			return true
		}
	}
	return false
}

// uncovered is what of the pyramid can have come to it: its hand, and what is
// in no place of it yet.
func (r *rewind) uncovered() tricks.Set {
	p := tricks.Pyramid{Rows: r.rows, Extra: r.extra}
	return p.Uncovered() | ^p.Owned()
}

// relay puts the cards of the pyramid back where they lay before a batch: those
// that came make room for those that went (S9, see [chapters.Places]).
func (r *rewind) relay(i int) {
	if r.rows == nil || r.batches[i].kind == chapters.Returned {
		return // both halves of an exchange arrive at the same time
	}
	pyramid := func(at place) bool { return at.isSeat() && r.view.Seats[at].Rows != nil }
	var before, came, after tricks.Set
	follow := func(b int) {
		for j, m := range r.batches[b].moves {
			bit := r.moved[b][j].Bit()
			if pyramid(m.from) && came&bit == 0 {
				before |= bit
			}
			came |= bit
			if after &^= bit; pyramid(m.to) {
				after |= bit
			}
		}
	}
	follow(i)
	passed := r.batches[i].kind == chapters.Passed
	returned := passed && i+1 < len(r.batches) && r.batches[i+1].kind == chapters.Returned
	if returned {
		follow(i + 1)
	}
	var trades []chapters.Trade
	var gave, got []tricks.Card
	back := 0
	for j, m := range r.batches[i].moves {
		t := chapters.Trade{Gave: r.moved[i][j], Got: tricks.NoCard}
		if returned && back < len(r.batches[i+1].moves) {
			if b := r.batches[i+1].moves[back]; b.from == m.to && b.to == m.from {
				t.Got = r.moved[i+1][back]
				back++
			}
		}
		switch {
		case t.Got != tricks.NoCard && pyramid(m.to):
			t.Gave, t.Got = t.Got, t.Gave
			trades = append(trades, t)
		case t.Got != tricks.NoCard && pyramid(m.from):
			trades = append(trades, t)
		case pyramid(m.from):
			gave = append(gave, t.Gave)
		case pyramid(m.to) && (!passed || returned): // else it has no place yet
			got = append(got, t.Gave)
		}
	}
	for j, c := range gave {
		t := chapters.Trade{Gave: c, Got: tricks.NoCard}
		if j < len(got) {
			t.Got = got[j]
		}
		trades = append(trades, t)
	}
	was, gone := map[tricks.Card]tricks.Card{}, tricks.Set(0)
	for before, now := range chapters.Places(trades, before, after) {
		if now == tricks.NoCard {
			gone |= before.Bit()
		} else {
			was[now] = before
		}
	}
	for _, c := range (after &^ before).Cards() {
		if _, laid := was[c]; !laid {
			was[c] = tricks.NoCard
		}
	}
	p := tricks.Pyramid{Rows: r.rows, Extra: r.extra}.Laid(was)
	r.rows, r.extra = p.Rows, p.Extra
	for _, c := range gone.Cards() {
		r.fill(c)
	}
}

// fill puts a card back into a place of the pyramid that is empty since it left,
// beside the rows if there is none.
func (r *rewind) fill(c tricks.Card) {
	var empty [][2]int
	for row := range r.rows {
		for i, lies := range r.rows[row] {
			if lies == tricks.NoCard && (tricks.Pyramid{Rows: r.rows}).Over(row, i) == 0 {
				empty = append(empty, [2]int{row, i})
			}
		}
	}
	if len(empty) == 0 {
		r.extra |= c.Bit()
		return
	}
	e := empty[tricks.Below(r.src, len(empty))]
	r.rows[e[0]] = slices.Clone(r.rows[e[0]])
	r.rows[e[0]][e[1]] = c
}

// takeDrawn takes the cards that solo hands have drawn during play back to the
// pile (S10), the last first. What a hand showed not to hold was drawn later.
func (r *rewind) takeDrawn() bool {
	v := r.view
	var refilled []tricks.Seat
	for s := range v.Seats {
		if c := v.Seats[s].Character; c == nil || !c.SoloFull {
			refilled = append(refilled, tricks.Seat(s))
		}
	}
	drawn := len(v.History) * len(refilled)
	if v.PileLeft == 0 && v.Chapter != nil {
		l, err := v.Chapter.Layout(v.Players)
		if err != nil {
			return false
		}
		for i := range r.batches {
			if r.batches[i].kind == chapters.DrewCards {
				l.Pile -= len(r.batches[i].moves)
			}
		}
		drawn = min(drawn, l.Pile)
	}
	var trickOf [64]int // when a card was played, counted from 0
	for c := range trickOf {
		trickOf[c] = never
	}
	not := [tricks.MaxSeats][]tricks.Set{}
	broken := false
	mark := func(n int, leader tricks.Seat, card *[tricks.MaxSeats]tricks.Card) {
		if card[leader] == tricks.NoCard {
			return
		}
		led, ring := card[leader].Suit(), false
		for s := range v.Seats {
			c, shown := card[s], tricks.Set(0)
			if c.Valid() {
				trickOf[c] = n
				ring = ring || c.Suit() == tricks.Rings
				switch {
				case !binds(v, tricks.Seat(s), n, false):
				case c.Suit() != led:
					shown = tricks.SuitSet(led)
				case tricks.Seat(s) == leader && led == tricks.Rings && !broken:
					shown = ^tricks.RingSet
				}
			}
			not[s] = append(not[s], shown)
		}
		broken = broken || ring
	}
	for n := range v.History {
		mark(n, v.History[n].Leader, &v.History[n].Card)
	}
	mark(len(v.History), v.Leader, &v.Card)
	late := func(s tricks.Seat, c tricks.Card) int { // the last trick that showed the card was not held
		for n := min(len(not[s]), trickOf[c]) - 1; n >= 0; n-- {
			if not[s][n].Has(c) {
				return n
			}
		}
		return -1
	}
	pile := make([]tricks.Card, drawn)
	for j := drawn - 1; j >= 0; j-- {
		s, n := refilled[j%len(refilled)], j/len(refilled)
		latest := -2
		var could []tricks.Card
		for _, c := range r.hand[s].Cards() {
			if trickOf[c] <= n || !r.before[len(r.batches)][c].has(stock) || r.isAside(c) {
				continue
			}
			switch l := late(s, c); {
			case l > latest:
				latest, could = l, []tricks.Card{c}
			case l == latest:
				could = append(could, c)
			}
		}
		if latest > n || len(could) == 0 {
			return false
		}
		pile[j] = could[tricks.Below(r.src, len(could))]
		r.hand[s] &^= pile[j].Bit()
	}
	r.pile = pile
	return true
}

func (r *rewind) isAside(c tricks.Card) bool {
	for aside := range maps.Values(r.aside) {
		if aside == c {
			return true
		}
	}
	return false
}

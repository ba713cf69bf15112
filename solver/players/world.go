package players

import (
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// world is one way things may be, as far as a view tells: every card has a
// place, and before play every seat gets a character and a threat.
type world struct {
	seats   []place
	players int
	lost    []tricks.Card
	pile    []tricks.Card
}

// place is a seat of a world.
type place struct {
	chapters.SeatView
	cards   tricks.Set     // a plain hand
	pyramid tricks.Pyramid // instead of it where rows are set (S9)
	given   tricks.SeatSet // who got a gift from this seat (C4)
	drawn   bool           // a solo hand that was dealt in full
}

func imagine(v *chapters.View, k *knowledge, src rand.Source) world {
	lie := k.deal(src)
	w := world{seats: make([]place, len(v.Seats)), players: v.Players, lost: v.Lost}
	for s := range v.Seats {
		at := &w.seats[s]
		at.SeatView = v.Seats[s]
		if at.Rows == nil {
			at.cards = at.Open | lie[s]
			continue
		}
		closed := lie[s].Cards()
		tricks.Shuffle(src, closed)
		at.pyramid = tricks.Pyramid{Rows: make([][]tricks.Card, len(at.Rows)), Extra: at.Extra}
		for r, row := range at.Rows {
			at.pyramid.Rows[r] = slices.Clone(row)
			for i, c := range row {
				if c == chapters.Closed && len(closed) > 0 {
					at.pyramid.Rows[r][i], closed = closed[0], closed[1:]
				}
			}
		}
	}
	w.pile = lie[elsewhere].Cards()
	tricks.Shuffle(src, w.pile)
	w.pile = w.pile[:min(v.PileLeft, len(w.pile))]
	for _, e := range v.Log {
		switch e.Kind {
		case chapters.Gave:
			w.seats[e.Seat].given |= e.To.Bit()
		case chapters.DrewCards:
			w.seats[e.Seat].drawn = true
		}
	}
	return w
}

// clone returns a copy whose seats can be changed.
func (w *world) clone() world {
	c := *w
	c.seats = slices.Clone(w.seats)
	return c
}

// hand returns the cards that can be passed on.
func (p *place) hand() tricks.Set { return p.cards | p.pyramid.Uncovered() }

// swap puts a card where another was, NoCard to leave the place empty.
func (p *place) swap(out, in tricks.Card) {
	if p.pyramid.Rows != nil {
		p.pyramid = p.pyramid.Swap(out, in)
		return
	}
	p.cards = p.cards&^out.Bit() | in.Bit()
}

func (p *place) add(c tricks.Card) {
	if p.pyramid.Rows != nil {
		p.pyramid.Extra |= c.Bit()
		return
	}
	p.cards |= c.Bit()
}

// decide makes a decision of the draft or of setup. What the partner of an
// exchange returns is anybody's guess.
func (w *world) decide(v *chapters.View, d chapters.Decision, src rand.Source) {
	at := &w.seats[d.Seat]
	switch d.Kind {
	case chapters.Draft:
		at.Character = inRoster(v.Chapter, d.Character)
	case chapters.Exchange:
		if d.To == tricks.NoSeat {
			return
		}
		to := &w.seats[d.To]
		back := (to.hand() &^ to.Character.MayNotPass).Cards()
		if n := tricks.Below(src, len(back)+1); n < len(back) {
			at.swap(d.Card, back[n])
			to.swap(back[n], d.Card)
		}
	case chapters.Return:
		// The card that came is still in the air: it lies in the view's hand,
		// but at the pyramid in none of its places.
		passed := v.Log[len(v.Log)-1].Card
		at.cards &^= passed.Bit()
		if d.Card != passed {
			at.swap(d.Card, passed)
		}
		w.seats[d.To].add(d.Card)
		if d.Card == passed {
			return
		}
	case chapters.Give:
		w.give(d.Seat, d.To, d.Card)
	}
}

func inRoster(c *chapters.Chapter, id string) *characters.Character {
	for _, r := range c.Roster {
		if r.Character.ID == id {
			return r.Character
		}
	}
	return nil
}

func (w *world) give(from, to tricks.Seat, c tricks.Card) {
	w.seats[from].swap(c, tricks.NoCard)
	w.seats[to].add(c)
	w.seats[from].given |= to.Bit()
}

// finishSetup lets the other seats take characters and carries out what is left
// of setup in short: who takes the lost card has it, gifts and threats are
// random, and nobody exchanges.
func (w *world) finishSetup(v *chapters.View, src rand.Source) {
	w.finishDraft(v, src)
	for s := range w.seats {
		at := &w.seats[s]
		if at.Character == nil {
			continue
		}
		if w.players == 1 && at.Character.SoloFull && !at.drawn && v.Chapter != nil {
			layout, _ := v.Chapter.Layout(w.players)
			n := min(max(layout.Tricks-at.cards.Len(), 0), len(w.pile))
			at.cards |= tricks.SetOf(w.pile[:n]...)
			w.pile = w.pile[n:]
		}
		if characters.Has[characters.TakeLost](at.Character) {
			for _, c := range w.lost {
				at.add(c)
			}
			w.lost = nil
		}
		if characters.Has[characters.GiveEach](at.Character) {
			for to := range tricks.Seat(len(w.seats)) {
				cards := (at.hand() &^ at.Character.MayNotPass).Cards()
				if int(to) != s && !at.given.Has(to) && len(cards) > 0 {
					w.give(tricks.Seat(s), to, cards[tricks.Below(src, len(cards))])
				}
			}
		}
	}
	w.drawThreats(v, src)
}

// finishDraft seats characters at random so that the starred ones are there (S4).
func (w *world) finishDraft(v *chapters.View, src rand.Source) {
	var empty []int
	for s := range w.seats {
		if w.seats[s].Character == nil {
			empty = append(empty, s)
		}
	}
	if len(empty) == 0 || v.Chapter == nil {
		return
	}
	var must, rest []*characters.Character
	for _, r := range v.Chapter.Roster {
		switch taken := func(p place) bool { return p.Character == r.Character }; {
		case slices.ContainsFunc(w.seats, taken):
		case r.Starred:
			must = append(must, r.Character)
		default:
			rest = append(rest, r.Character)
		}
	}
	tricks.Shuffle(src, rest)
	cast := slices.Concat(must, rest)
	cast = cast[:min(len(empty), len(cast))]
	tricks.Shuffle(src, cast)
	for i, c := range cast {
		w.seats[empty[i]].Character = c
	}
}

// drawThreats gives a threat number to everyone who still has to draw one: any
// that nobody has, and that the lost card does not make impossible (S8).
func (w *world) drawThreats(v *chapters.View, src rand.Source) {
	if v.Chapter == nil {
		return
	}
	var numbers []int
	for s := range w.seats {
		at := &w.seats[s]
		if at.Threat != 0 || at.Character == nil || !characters.Has[characters.DrawThreat](at.Character) {
			continue
		}
		if numbers == nil {
			numbers = w.threatsLeft(v)
			tricks.Shuffle(src, numbers)
		}
		for len(numbers) > 0 && at.Threat == 0 {
			b := w.binding(tricks.Seat(s))
			b.Threat, numbers = numbers[0], numbers[1:]
			goal := characters.Bind(at.Character.Goal, b)
			if !goal.Impossible(tricks.Deck&^tricks.SetOf(w.lost...), tricks.Deck.Len()) {
				at.Threat = b.Threat
			}
		}
	}
}

func (w *world) threatsLeft(v *chapters.View) []int {
	numbers := slices.Clone(v.Chapter.Threats)
	remove := func(n int) {
		if i := slices.Index(numbers, n); i >= 0 {
			numbers = slices.Delete(numbers, i, i+1)
		}
	}
	for s := range w.seats {
		remove(w.seats[s].Threat)
	}
	for _, e := range v.Log {
		if e.Kind == chapters.RejectedThreat {
			remove(e.Number)
		}
	}
	return numbers
}

func (w *world) binding(s tricks.Seat) characters.Binding {
	at := &w.seats[s]
	return characters.Binding{Seat: s, Seats: len(w.seats), Players: w.players, Threat: at.Threat, Declared: at.Declared}
}

// goals returns what everyone at the table wants.
func (w *world) goals() []goal {
	var out []goal
	for s := range w.seats {
		for _, c := range []*characters.Character{w.seats[s].Character, w.seats[s].Rider} {
			if c != nil {
				out = append(out, goal{seat: tricks.Seat(s), Formula: characters.Bind(c.Goal, w.binding(tricks.Seat(s)))})
			}
		}
	}
	return out
}

// table lays the cards out for play.
func (w *world) table() *tricks.Table {
	refills := tricks.Refills(w.pile, len(w.seats), func(s tricks.Seat) bool {
		c := w.seats[s].Character
		return c != nil && c.SoloFull
	})
	hands := make([]tricks.Hand, len(w.seats))
	for s := range w.seats {
		switch at := &w.seats[s]; {
		case at.pyramid.Rows != nil:
			hands[s] = at.pyramid
		case len(refills[s]) > 0:
			hands[s] = tricks.Solo{Start: at.cards, Drawn: refills[s]}
		default:
			hands[s] = tricks.Plain(at.cards)
		}
	}
	return tricks.NewTable(tricks.NoSuit, hands...)
}

// leader returns who will lead the first trick (S7): whose card says so, else
// the character that the holder of R1 takes, else who holds R1.
func (w *world) leader() tricks.Seat {
	for _, says := range []func(*place) bool{
		func(p *place) bool { return p.Character != nil && p.Character.Leads },
		func(p *place) bool { return p.Character != nil && p.Character.TakesR1 },
		func(p *place) bool { return (p.cards | p.pyramid.Owned()).Has(tricks.OneRing) },
	} {
		for s := range w.seats {
			if says(&w.seats[s]) {
				return tricks.Seat(s)
			}
		}
	}
	return 0
}

// resume returns the table and the state of the trick that is being played: it
// is laid out as it was before the lead, and the cards on it are played again.
// A card that the pyramid has played into it lies beside its bottom row here;
// what it covered opens only after this trick, so that makes no difference.
func (w *world) resume(v *chapters.View) (*tricks.Table, tricks.State) {
	for s := range w.seats {
		if c := v.Card[s]; c != tricks.NoCard {
			w.seats[s].add(c)
		}
	}
	table := w.table()
	state := table.Start(v.Leader, tricks.NoCard)
	state.RingsBroken = v.RingsBroken
	for s := v.Leader; v.Card[s] != tricks.NoCard && s != v.Acting; s = state.Turn {
		toWin := v.Taken && v.Card[s] == tricks.OneRing
		table.Play(&state, tricks.Move{Card: v.Card[s], ToWin: toWin})
	}
	return table, state
}

package players

import (
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// world is one way the cards may lie during play, as far as a view tells: every
// card has a place, and everyone a threat number who needs one.
type world struct {
	view  *chapters.View
	seats []holding
	lost  []tricks.Card
	pile  []tricks.Card
	// turned is the cards of a side deck for this trick and those to come.
	turned [][]tricks.Card
}

// holding is what a seat holds in a world.
type holding struct {
	cards   tricks.Set     // a plain hand, with what is put aside
	pyramid tricks.Pyramid // instead of it where rows are set (S9)
	threat  int
	// tucked, first and last are put aside (K), down lies face down in the
	// trick (C15); NoCard for none.
	tucked, first, last, down tricks.Card
}

func imagine(v *chapters.View, k *knowledge, src rand.Source) world {
	lie, _ := k.deal(src)
	w := world{view: v, seats: make([]holding, len(v.Seats)), lost: slices.Clone(v.Lost)}
	for s := range v.Seats {
		w.seats[s] = hold(v, tricks.Seat(s), &lie, src)
	}
	w.pile = lie[elsewhere].Cards()
	tricks.Shuffle(src, w.pile)
	w.pile = w.pile[:min(v.PileLeft, len(w.pile))]
	for s, n := range threats(v, src) {
		w.seats[s].threat = n
	}
	w.turned = turnUps(v, src)
	w.turned = w.turned[min(len(v.History), len(w.turned)):]
	return w
}

// hold lays out what a seat holds.
func hold(v *chapters.View, s tricks.Seat, lie *[spots]tricks.Set, src rand.Source) holding {
	sv := &v.Seats[s]
	one := func(sp spot, shown tricks.Card) tricks.Card {
		if c := lie[sp.of(s)]; c != 0 {
			return c.First()
		}
		return shown
	}
	h := holding{
		threat: sv.Threat, down: one(faceDown, tricks.NoCard),
		tucked: one(tuckedAway, sv.Tucked), first: one(putFirst, sv.First), last: one(keptLast, sv.Last),
	}
	aside := lie[tuckedAway.of(s)] | lie[putFirst.of(s)] | lie[keptLast.of(s)]
	hidden := lie[inHand.of(s)] | lie[cameBack.of(s)]
	if sv.Rows == nil {
		h.cards = sv.Open | hidden | aside
		return h
	}
	closed := hidden.Cards()
	tricks.Shuffle(src, closed)
	h.pyramid = tricks.Pyramid{Rows: make([][]tricks.Card, len(sv.Rows)), Extra: sv.Extra | aside}
	for r, row := range sv.Rows {
		h.pyramid.Rows[r] = slices.Clone(row)
		for i, c := range row {
			if c == chapters.Closed && len(closed) > 0 {
				h.pyramid.Rows[r][i], closed = closed[0], closed[1:]
			}
		}
	}
	h.pyramid.Extra |= tricks.SetOf(closed...)
	for _, c := range sv.Open.Cards() { // what is put aside by who sees it, what just came
		if !h.pyramid.Owned().Has(c) {
			h.pyramid.Extra |= c.Bit()
		}
	}
	return h
}

// clone returns a copy whose seats can be changed.
func (w *world) clone() world {
	c := *w
	c.seats, c.lost = slices.Clone(w.seats), slices.Clone(w.lost)
	return c
}

// swap puts a card where another was.
func (h *holding) swap(out, in tricks.Card) {
	if h.pyramid.Rows != nil {
		h.pyramid = h.pyramid.Swap(out, in)
		return
	}
	h.cards = h.cards&^out.Bit() | in.Bit()
}

func (h *holding) add(c tricks.Card) {
	if h.pyramid.Rows != nil {
		h.pyramid.Extra |= c.Bit()
		return
	}
	h.cards |= c.Bit()
}

// exchange makes an exchange during play (L5: Sting), or what comes back in one.
// What the partner of an exchange returns is anybody's guess.
func (w *world) exchange(d chapters.Decision, src rand.Source) {
	if d.To == tricks.NoSeat {
		return
	}
	me := &w.seats[d.Seat]
	switch {
	case d.To == chapters.LostCard:
		me.swap(d.Card, w.lost[0])
		w.lost[0] = d.Card
	case d.Kind == chapters.Swap:
		to := &w.seats[d.To]
		back := to.cards | to.pyramid.Uncovered()
		if who := w.view.Seats[d.To].Character; who != nil {
			back &^= who.MayNotPass
		}
		if cards := back.Cards(); len(cards) > 0 {
			c := cards[tricks.Below(src, len(cards))]
			me.swap(d.Card, c)
			to.swap(c, d.Card)
		}
	default:
		// The card that came is still in the air: it lies in the view's hand,
		// but at the pyramid beside the rows.
		passed := w.view.Log[len(w.view.Log)-1].Card
		me.cards &^= passed.Bit()
		me.pyramid.Extra &^= passed.Bit()
		if d.Card != passed {
			me.swap(d.Card, passed)
		}
		w.seats[d.To].add(d.Card)
	}
}

// goals returns what everyone at the table wants.
func (w *world) goals() []goal {
	var out []goal
	v := w.view
	for s := range w.seats {
		sv := &v.Seats[s]
		for _, c := range []*characters.Character{sv.Character, sv.Rider} {
			if c == nil {
				continue
			}
			f := characters.Bind(c.Goal, binding(v, tricks.Seat(s), w.seats[s].threat))
			for by := range v.Seats {
				if c2 := v.Seats[by].Character; c2 != nil && c2.CountsFor != nil && c.Is(c2.CountsFor.Character) {
					f = f.Shared(tricks.SuitSet(c2.CountsFor.Suit), tricks.Seat(by))
				}
			}
			out = append(out, goal{seat: tricks.Seat(s), rider: c == sv.Rider, Formula: f})
		}
	}
	return out
}

func binding(v *chapters.View, s tricks.Seat, threat int) characters.Binding {
	sv := &v.Seats[s]
	return characters.Binding{
		Seat: s, Seats: len(v.Seats), Players: v.Players, Threat: threat, Declared: sv.Declared, Range: sv.Range,
		Rivers: hasRivers(v),
	}
}

func hasRivers(v *chapters.View) bool { return v.Chapter != nil && v.Chapter.Rivers[v.Players] > 0 }

// table lays the cards out for play.
func (w *world) table() *tricks.Table {
	v := w.view
	refills := tricks.Refills(w.pile, len(w.seats), func(s tricks.Seat) bool {
		c := v.Seats[s].Character
		return c != nil && c.SoloFull
	})
	hands := make([]tricks.Hand, len(w.seats))
	for s := range w.seats {
		switch h := &w.seats[s]; {
		case h.pyramid.Rows != nil:
			hands[s] = h.pyramid
		case len(refills[s]) > 0:
			hands[s] = tricks.Solo{Start: h.cards, Drawn: refills[s]}
		default:
			hands[s] = tricks.Plain(h.cards)
		}
	}
	trump := tricks.NoSuit
	if hasRivers(v) {
		trump = v.Chapter.Trump
	}
	t := tricks.NewTable(trump, hands...)
	for s := range w.seats {
		sv, bit := &v.Seats[s], tricks.Seat(s).Bit()
		if c := sv.Character; c != nil {
			if c.NamesLeader {
				t.Namers |= bit
			}
			if c.NeedNotFollow {
				t.Free |= bit
			}
		}
		if sv.Gift != nil && sv.Gift.Effect == characters.FreeFirstTrick && len(v.History) == 0 {
			t.FreeOnce |= bit
		}
		t.Last[s] = w.seats[s].last
		if len(v.History) == 0 {
			t.First[s] = w.seats[s].first
		}
	}
	if sideDeck(v) == chapters.OldForest {
		for _, cards := range w.turned {
			t.Willow = append(t.Willow, cards[0])
		}
	} else {
		t.Balrog = w.turned
	}
	return t
}

// resume returns the table and the state of the trick that is being played: it
// is laid out as it was before the lead, and the cards on it are played again.
// A card that the pyramid has played into it lies beside its bottom row here;
// what it covered opens only after this trick, so that makes no difference.
func (w *world) resume() (*tricks.Table, tricks.State) {
	v := w.view
	tucked := tricks.NoCard
	card := v.Card
	for s := range w.seats {
		h := &w.seats[s]
		if card[s] == chapters.Closed {
			card[s] = h.down
		}
		if card[s] != tricks.NoCard {
			h.add(card[s])
		}
		if h.tucked != tricks.NoCard {
			tucked = h.tucked
		}
	}
	table := w.table()
	state := table.Start(v.Leader, tucked)
	state.RingsBroken = v.RingsBroken
	if state.Over {
		return table, state
	}
	if v.Led == tricks.NoSuit {
		state.Naming = state.Naming && v.Due != chapters.PlayCard
		return table, state
	}
	table.Name(&state, v.Leader)
	for s := v.Leader; card[s] != tricks.NoCard && s != v.Acting; s = state.Turn {
		toWin := v.Taken && card[s] == tricks.OneRing
		table.Play(&state, tricks.Move{Card: card[s], ToWin: toWin})
	}
	return table, state
}

package texts

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sync"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// Doom is a goal that a play puts out of reach for good.
type Doom struct {
	Goal *chapters.GoalStatus
	// Card is the one card that the goal needs and can no longer get; NoCard if the reason is
	// another one.
	Card tricks.Card
}

// Dooms finds the goals that plays put out of reach.
type Dooms struct {
	v *chapters.View
	// world returns a game that fits the view. It is nil if a card that lies face down could decide
	// a goal. The game is made once for all plays.
	world func() *chapters.Game
}

// DoomsOf returns the [Dooms] for a view.
func DoomsOf(v *chapters.View) *Dooms {
	return &Dooms{v, sync.OnceValue(func() *chapters.Game { return worldOf(v) })}
}

// Find returns the first goal that a play of a seat puts out of reach for good, at once or with the
// end of the trick. It judges by the cards on the table and the hands that lie open, and may miss a
// goal.
func (d *Dooms) Find(s tricks.Seat, m tricks.Move) (Doom, bool) {
	takesLead, _, known := d.v.WouldTakeLead(m)
	if !known {
		return Doom{}, false
	}
	if doom, ok := trickDooms(d.v, s, m, takesLead); ok {
		return doom, true
	}
	return d.playInWorld(s, m)
}

// turnUpTricks is the number of remaining tricks from which on a card that a play turns up can
// decide a goal.
const turnUpTricks = 3

// worldOf returns one of the games that fit the view.
func worldOf(v *chapters.View) *chapters.Game {
	decks := slices.ContainsFunc(v.Sides, func(deck chapters.Side) bool { return deck.Remaining > 0 })
	pyramid := slices.ContainsFunc(v.Seats, func(seat chapters.SeatView) bool {
		return slices.Contains(slices.Concat(seat.Rows...), tricks.Closed)
	})
	if v.FaceDown != tricks.NoSeat || v.Tricks-len(v.History) <= turnUpTricks && (decks || pyramid) {
		return nil
	}
	var g chapters.Game
	w := v.Worlds()
	w.Log = true
	if !w.Make(&g, rand.NewPCG(0, 0)) {
		return nil
	}
	return &g
}

// playInWorld makes the play in a game that fits the view, and returns the first goal that fails by
// it. Goals fail only by what everybody knows, so that a goal that fails in one such game fails in
// all of them. This does not hold for cards that are turned up meanwhile: [worldOf] makes no game if
// they could matter, and the end of the round, which shows all cards, does not count.
func (d *Dooms) playInWorld(s tricks.Seat, m tricks.Move) (Doom, bool) {
	world := d.world()
	if world == nil {
		return Doom{}, false
	}
	g := world.Clone()
	if g.Apply(chapters.Decision{Kind: chapters.PlayCard, Seat: s, Move: m}) != nil || g.IsOver() {
		return Doom{}, false
	}
	viewAfter := g.View(d.v.Player)
	for i := range d.v.Goals {
		if doom := (Doom{&d.v.Goals[i], tricks.NoCard}); !hasFailed(doom.Goal) && hasFailed(&viewAfter.Goals[i]) {
			return doom, true
		}
	}
	return Doom{}, false
}

// hasFailed reports whether a goal has failed, even if a gift covers that.
func hasFailed(g *chapters.GoalStatus) bool {
	return g.Status == characters.Failed || g.Status == characters.Waived
}

// trickDooms returns the first goal that the numbers of the goals show to be out of reach after a
// play, and not before it.
func trickDooms(v *chapters.View, s tricks.Seat, m tricks.Move, takesLead bool) (Doom, bool) {
	next := *v
	next.Card[s] = m.Card
	next.Taken = v.Taken || m.ToWin
	if takesLead {
		next.Best = s
	}
	if v.Led == tricks.NoSuit {
		next.Led = m.Card.Suit()
	}
	trickBefore, trickAfter := trickOf(v), trickOf(&next)
	trickAfter.sure = trickAfter.sure || SeatsToPlay(v, s) == 0
	if trickAfter.sure && !next.Taken && next.Best != tricks.NoSeat && next.Card[next.Best].Rank() < v.Low {
		return Doom{}, false // Old Man Willow may take the trick (C5)
	}
	for i := range v.Seats {
		seat := tricks.Seat((int(s) + i) % len(v.Seats))
		goal, ok := v.Standing(seat)
		d := Doom{AimOf(v, seat), tricks.NoCard}
		if !ok || d.Goal == nil || hasFailed(d.Goal) {
			continue
		}
		if d.broken(&goal, &trickAfter) && !(&Doom{}).broken(&goal, &trickBefore) {
			return d, true
		}
	}
	return Doom{}, false
}

// trickState describes a trick that is being played.
type trickState struct {
	// cards are the cards that lie face up.
	cards tricks.Set
	// played has the seats that have played or are seen to be beaten.
	played tricks.SeatSet
	// best is the seat with the best card so far.
	best tricks.Seat
	// sure reports whether that seat wins the trick for sure.
	sure bool
}

func trickOf(v *chapters.View) trickState {
	state := trickState{best: v.Best, sure: v.Taken, played: beaten(v)}
	for s := range v.Seats {
		if c := v.Card[s]; c != tricks.NoCard {
			state.played |= tricks.Seat(s).Bit()
			if c.Valid() {
				state.cards |= c.Bit()
			}
		}
	}
	return state
}

// beaten returns the seats that still have to play into the trick and are seen to be unable to take
// it, because their whole hands are open.
func beaten(v *chapters.View) (seats tricks.SeatSet) {
	if v.Led == tricks.NoSuit || v.Best == tricks.NoSeat {
		return 0
	}
	for s := range v.Seats {
		seat := &v.Seats[s]
		if v.Card[s] != tricks.NoCard || seat.Rows != nil || seat.Hand.Len() != seat.Cards {
			continue
		}
		if !slices.ContainsFunc(seat.Hand.Cards(), func(c tricks.Card) bool {
			takesLead, _, _ := v.WouldTakeLead(tricks.Move{Card: c, ToWin: c == tricks.OneRing})
			return takesLead
		}) {
			seats |= tricks.Seat(s).Bit()
		}
	}
	return seats
}

// broken reports whether a goal is out of reach with a trick. One broken part breaks a goal that needs
// all of its parts; a goal that needs any of them is broken once all are.
func (d *Doom) broken(g *characters.Standing, trick *trickState) bool {
	switch g.Op {
	case characters.Leaf:
		return d.leaf(g, trick)
	case characters.All:
		return slices.ContainsFunc(g.Parts, func(part characters.Standing) bool { return d.broken(&part, trick) })
	case characters.Any:
		return len(g.Parts) > 0 && !slices.ContainsFunc(g.Parts, func(part characters.Standing) bool {
			return !d.broken(&part, trick)
		})
	}
	return false
}

// leaf is [Doom.broken] for one condition. If the condition needs just one card and has lost it, leaf
// sets the doom's card.
func (d *Doom) leaf(g *characters.Standing, trick *trickState) bool {
	condition := &g.Condition
	seats := condition.Seat.Bit() | condition.ExtraSeats
	// A seat that wins the trick may win too much.
	if trick.sure && trick.best != tricks.NoSeat && seats.Contains(trick.best) {
		switch condition.Kind {
		case characters.Tricks:
			return g.Most != characters.NoLimit && g.Counted+1 > g.Most
		case characters.Cards:
			return g.Most != characters.NoLimit && g.Counted+(condition.Cards&trick.cards).Len() > g.Most
		default:
			return false
		}
	}
	othersLead := trick.best == tricks.NoSeat || !seats.Contains(trick.best)
	loses := trick.sure || trick.played&seats == seats && othersLead
	if condition.Kind != characters.Cards || !loses || g.Counted >= g.Least ||
		g.Counted+(g.Missing&^trick.cards).Len() >= g.Least {
		return false
	}
	if lostCards := g.Missing & trick.cards; lostCards.Len() == 1 && g.Least-g.Counted == 1 && g.Missing.Len() == 1 {
		d.Card = lostCards.First()
	}
	return true
}

// Cost says, as part of a sentence, what a round has lost. v is the view of the moment before, and
// goals has a bit for each goal of the view that can no longer be met with the others. If goals is 0,
// the tricks fall short of their sums (C14).
func (r Round) Cost(goals uint64) string {
	var lost []*chapters.GoalStatus
	for i := range r.view.Goals {
		if goals>>i&1 != 0 {
			lost = append(lost, &r.view.Goals[i])
		}
	}
	switch len(lost) {
	case 0:
		return r.texts.T("puzzle.cost.sum")
	case 1:
		only := lost[0]
		goal, known := r.view.Standing(only.Seat)
		wantsCards := known && goal.Op == characters.Leaf && goal.Condition.Kind == characters.Cards
		needsOneCard := wantsCards && goal.Least-goal.Counted == 1 && goal.Missing.Len() == 1
		if only.Rider == "" && needsOneCard {
			return r.texts.T("puzzle.cost.card", r.NameAt(only.Seat), goal.Missing.First())
		}
		return r.texts.T("puzzle.cost.goal", r.NameAt(only.Seat), r.GoalOf(only))
	}
	var all []string
	for _, g := range lost {
		goal := cmp.Or(r.GoalInFew(goalCard(r.view, g), g.Seat), r.GoalOf(g))
		all = append(all, r.texts.T("puzzle.cost.of", r.NameAt(g.Seat), goal))
	}
	return r.texts.T("puzzle.cost.goals", r.texts.All(all))
}

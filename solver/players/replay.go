package players

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// worldTries is how often a world is made up before giving up. Most come right
// at once; those that do not agree with the view in every point are thrown away.
const worldTries = 200

// errNoWorld says that no world was found that agrees with a view.
var errNoWorld = errors.New("no world was found that agrees with what is seen")

// World returns a game that the player of a view cannot tell from the one he is
// in: what he does not see is made up, everything else is the same, and so is
// his view of it. It depends on the view and the source only.
func World(v *chapters.View, src rand.Source) (*chapters.Game, error) {
	return learn(v).world(src)
}

func (k *knowledge) world(src rand.Source) (*chapters.Game, error) {
	for range worldTries {
		r, ok := newRewind(k, src)
		if !ok {
			continue
		}
		pos, ok := r.position()
		if !ok {
			continue
		}
		if g, err := r.replay(pos); err == nil && sameView(g, k.view) {
			return g, nil
		}
	}
	return nil, errNoWorld
}

// sameView reports whether the player would see the same of a game. What he is
// asked follows from the rest.
func sameView(g *chapters.Game, v *chapters.View) bool {
	same, seen := g.Sight(v.Player), *v
	seen.Ask = nil
	same.Chapter, seen.Chapter = nil, nil
	// The longest lists first, by a quicker comparison than the rest needs.
	if !slices.Equal(same.Log, seen.Log) || !slices.Equal(same.History, seen.History) {
		return false
	}
	same.Log, seen.Log, same.History, seen.History = nil, nil, nil, nil
	var one, two any = same, seen // without what was asked there is no error to compare
	return reflect.DeepEqual(one, two)
}

// replay makes the decisions of the log in a round that was dealt like that, with
// those that are not in it yet.
func (r *rewind) replay(pos chapters.Position) (*chapters.Game, error) {
	g, err := r.view.Library().NewGame(pos)
	if err != nil {
		return nil, err
	}
	p := player{rewind: r, game: g, used: make([]bool, len(r.view.Log))}
	for !p.done() {
		d, ok := p.next()
		if !ok {
			return nil, errNoWorld
		}
		if err := g.Apply(d); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// player makes the decisions that a log tells of.
type player struct {
	*rewind
	game *chapters.Game
	used []bool // events that a decision was made for
}

// done reports whether the game has come as far as the view.
func (p *player) done() bool {
	v, g := p.view, p.game
	if g.Over() || g.Logged() > len(v.Log) {
		return true
	}
	if g.Logged() < len(v.Log) || g.Stage() != v.Stage || g.Due() != v.Due || g.Acting() != v.Acting {
		return false
	}
	now := g.Sight(v.Player)
	for s := range v.Seats {
		if now.Seats[s].Cards != v.Seats[s].Cards {
			return false // somebody has still to choose a card
		}
	}
	return true
}

// find returns the next event of a kind at a seat that no decision was made for,
// nil if the log has none. Transfers go to somebody, too.
func (p *player) find(kind chapters.EventKind, from, to tricks.Seat) (e *chapters.Event, i int) {
	for i := p.game.Logged(); i < len(p.view.Log); i++ {
		e := &p.view.Log[i]
		if e.Kind == kind && e.Seat == from && (to == tricks.NoSeat || e.To == to) && !p.used[i] {
			return e, i
		}
	}
	return nil, 0
}

// at returns the next event if it is of a kind at a seat.
func (p *player) at(kind chapters.EventKind, s tricks.Seat) *chapters.Event {
	if i := p.game.Logged(); i < len(p.view.Log) {
		if e := &p.view.Log[i]; e.Kind == kind && e.Seat == s {
			return e
		}
	}
	return nil
}

// next returns the decision that comes next in the log.
func (p *player) next() (chapters.Decision, bool) {
	g := p.game
	kind, s := g.Due(), g.Acting()
	d := chapters.Decision{Kind: kind, Seat: s, To: tricks.NoSeat, Move: tricks.Move{Card: tricks.NoCard}}
	no := func(yes bool) string {
		if yes {
			return chapters.Yes
		}
		return chapters.No
	}
	switch kind {
	case chapters.Draft:
		e := p.at(chapters.Took, s)
		if e == nil {
			return d, false
		}
		d.Character = e.Character
	case chapters.Exchange, chapters.Return, chapters.Give:
		return p.transfer(d)
	case chapters.Threat:
		e, _ := p.find(chapters.ChoseThreat, s, tricks.NoSeat)
		if e == nil {
			return d, false
		}
		if d.Number = e.Number; d.Number == 0 {
			return p.anyThreat(d)
		}
	case chapters.Redraw:
		e := p.at(chapters.RejectedThreat, s)
		d.Say = no(e != nil)
	case chapters.Declare, chapters.Range:
		e := p.at(chapters.Declared, s)
		if kind == chapters.Range {
			e = p.at(chapters.ChoseRange, s)
		}
		if e == nil {
			return d, false
		}
		d.Say = e.Say
	case chapters.TakeLost:
		d.Say = no(p.at(chapters.TookLost, s) != nil)
	case chapters.Tuck, chapters.KeepLast, chapters.PutFirst:
		return p.putDown(d)
	case chapters.TakeBack:
		back := p.at(chapters.CameBack, s) != nil
		if d.Say = no(back); back {
			return d, true
		}
		// A play of the tucked card says that it came back.
		if e := p.at(chapters.Played, s); e != nil && p.isAside(e.Card) {
			return p.play(d, e), true
		}
	case chapters.Swap:
		if e := p.at(chapters.Passed, s); e != nil {
			return p.transfer(d)
		}
		if i := g.Logged(); p.at(chapters.TookLost, s) != nil && i+1 < len(p.view.Log) {
			d.To, d.Card = chapters.LostCard, p.view.Log[i+1].Card
		}
	case chapters.NameLeader:
		d.To = s
		if e := p.at(chapters.Named, s); e != nil {
			d.To = e.To
		}
	default:
		e := p.at(chapters.Played, s)
		if e == nil {
			return d, false
		}
		return p.play(d, e), true
	}
	return d, true
}

func (p *player) play(d chapters.Decision, e *chapters.Event) chapters.Decision {
	d.Kind, d.Card, d.ToWin = chapters.PlayCard, e.Card, e.ToWin
	if !d.Card.Valid() {
		d.Card = p.down
	}
	return d
}

// transfer passes the card that the log says, or that was chosen for it. One
// that the log does not have yet is on its way.
func (p *player) transfer(d chapters.Decision) (chapters.Decision, bool) {
	s := d.Seat
	if p.at(chapters.Declined, s) != nil {
		return d, true
	}
	if i := p.game.Logged(); d.Kind == chapters.Exchange && p.at(chapters.TookLost, s) != nil && i+1 < len(p.view.Log) {
		d.To, d.Card = chapters.LostCard, p.view.Log[i+1].Card
		return d, true
	}
	kind := map[chapters.Kind]chapters.EventKind{
		chapters.Exchange: chapters.Passed, chapters.Swap: chapters.Passed, chapters.Return: chapters.Returned, chapters.Give: chapters.Gave,
	}[d.Kind]
	d.To = p.game.Target()
	e, i := p.find(kind, s, d.To)
	if e != nil {
		p.used[i] = true
		d.To, d.Card = e.To, p.movedAt(i)
		return d, true
	}
	if len(p.away[s]) == 0 {
		return d, false
	}
	d.Card, p.away[s] = p.away[s][0], p.away[s][1:]
	if d.To != tricks.NoSeat {
		return d, true
	}
	var to []tricks.Seat
	for _, o := range p.game.Options() {
		if o.Card == d.Card {
			to = append(to, o.To)
		}
	}
	if len(to) == 0 {
		return d, false
	}
	d.To = to[tricks.Below(p.src, len(to))]
	return d, true
}

// movedAt returns the card of a transfer in the log.
func (p *player) movedAt(event int) tricks.Card {
	for i, b := range p.batches {
		transfers := b.kind == chapters.Passed || b.kind == chapters.Returned || b.kind == chapters.Gave
		if transfers && event >= b.event && event < b.event+len(b.moves) {
			return p.moved[i][event-b.event]
		}
	}
	return tricks.NoCard
}

func (p *player) putDown(d chapters.Decision) (chapters.Decision, bool) {
	kind := map[chapters.Kind]chapters.EventKind{
		chapters.Tuck: chapters.Tucked, chapters.KeepLast: chapters.KeptLast, chapters.PutFirst: chapters.PutAside,
	}[d.Kind]
	e, i := p.find(kind, d.Seat, tricks.NoSeat)
	if e == nil {
		return d, false
	}
	d.Card = p.aside[i]
	return d, true
}

// anyThreat chooses a threat number that the player does not see.
func (p *player) anyThreat(d chapters.Decision) (chapters.Decision, bool) {
	options := p.game.Options()
	for _, o := range options {
		if o.Number == p.hiddenThreat(d.Seat) {
			return o, true
		}
	}
	return pick(p.src, options), len(options) > 0
}

func (p *player) hiddenThreat(s tricks.Seat) int {
	if int(s) < len(p.numbers) {
		return p.numbers[s]
	}
	return 0
}

package chapters

import (
	"maps"
	"reflect"
	"slices"

	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// Stage is how far a round has come.
type Stage uint8

// The stages, in their order.
const (
	StageDraft Stage = iota
	StageSetup
	StagePlay
)

var stageNames = []string{"draft", "setup", "play"}

// String returns the stage's name in documents: draft, setup or play.
func (s Stage) String() string { return stageNames[s] }

// MarshalText writes the stage as [Stage.String].
func (s Stage) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Position is a moment from which a round can be played: stated by a position document, dealt by
// the dealer, or at the head of a record. Documents are written and read by the tags: see
// [strictyaml.Field].
type Position struct {
	// ID is echoed in answers as it came: a person who numbers documents looks the answers up
	// by number. It may be empty. BareID reports whether it is a number or boolean and stays one.
	ID     string `yaml:"id,omitempty" doc:"of=id"`
	BareID bool   `yaml:"-"`
	// Deal is the name of the deal if the dealer dealt it, else empty. Files and
	// commands are made of it: it is one that ParseDealID reads.
	Deal string `yaml:"deal,omitempty" doc:"of=deal"`
	// Chapter is the chapter's id; empty: a plain round without any special.
	Chapter string `yaml:"chapter,omitempty" doc:"of=chapter"`
	Players int    `yaml:"players" doc:"need,1..4"`
	Terms   `yaml:",inline"`
	// Lost is the lost cards (S2). In a staged deal they come to the table only after the
	// last batch (C16).
	Lost  []tricks.Card `yaml:"lost,flow" doc:"most=64"`
	Stage Stage         `yaml:"stage"`
	// Leader leads the first trick, NoSeat for whom the cards say. If they say nothing it
	// is the seat that R1 was dealt to, even if R1 has moved in setup (S7, C18: the second
	// group). A position in stage play cannot know that seat. There it is the one that
	// holds R1: see [State].
	Leader tricks.Seat `yaml:"leader,omitempty"`
	// Pyramid is the seat of the pyramid (S9), NoSeat without one.
	Pyramid tricks.Seat `yaml:"pyramid,omitempty"`
	Hands   []HandInfo  `yaml:"hands" doc:"need,most=16"`
	// Pile is the draw pile, next card first (S10).
	Pile pile `yaml:"pile,omitempty"`
	// Threats is the threat deck, next card first (S8).
	Threats []int `yaml:"threats,omitempty,flow" doc:"most=20,1..99"`
	// Sides is the side decks by name, in the order they will be turned up.
	Sides sides `yaml:"sides,omitempty"`
	// Staged holds the cards that each seat still gets, batch by batch (C16).
	Staged batches `yaml:"staged,omitempty" doc:"most=8,of=batch"`
	// RiderSeats is the order in which the seats are asked whether they can carry the rider (L5).
	RiderSeats []tricks.Seat `yaml:"rider_seats,omitempty,flow" doc:"most=4,once"`
	// Plays are the plays so far, from the start of the first trick.
	Plays []tricks.Play `yaml:"plays,omitempty,flow" doc:"most=64"`
	// Expect is the known answer of test data.
	Expect *Expect `yaml:"expect,omitempty,flow"`
}

// Terms are what is settled before a round is dealt: by the group's choices, and by earlier rounds
// of a long chapter.
type Terms struct {
	// Event is the event of this round, EventsDone those that were won (C14). Group is the
	// group of this round (C18).
	Event      string   `yaml:"event,omitempty" json:"event,omitempty" doc:"of=event"`
	EventsDone []string `yaml:"events_done,omitempty,flow" json:"events_done,omitempty" doc:"most=12,once,of=event"`
	Group      string   `yaml:"group,omitempty" json:"group,omitempty" doc:"of=group"`
	// Pool is the characters of the Road, Gift its gift. Rider is the special rider that
	// must be carried in this round, empty for none (L5).
	Pool  []string `yaml:"pool,omitempty,flow" json:"pool,omitempty" doc:"most=200,once,of=character"`
	Rider string   `yaml:"rider,omitempty" json:"rider,omitempty" doc:"of=rider"`
	Gift  string   `yaml:"gift,omitempty" json:"gift,omitempty" doc:"of=gift"`
	// Completed is the characters completed in earlier rounds (L2).
	Completed []string `yaml:"completed,omitempty,flow" json:"completed,omitempty" doc:"most=200,once,of=character"`
	// MithrilUsed reports whether the one use of the chapter is spent.
	MithrilUsed bool `yaml:"mithril_used,omitempty" json:"mithril_used,omitempty"`
}

// Expect is the known answer in a document of test data.
type Expect struct {
	Verdict string `yaml:"verdict,omitempty" doc:"of=verdict"` // winnable, unwinnable; empty: not stated
	// Perft is the number of legal sequences of Depth plays, see [tricks.Table.Perft]; nil: not stated.
	Depth int     `yaml:"depth,omitempty" doc:"0..64"`
	Perft *uint64 `yaml:"perft,omitempty" doc:"0.."`
}

// HandInfo is one seat of a position.
type HandInfo struct {
	Character string     `yaml:"character,omitempty" doc:"of=character"`
	Threat    int        `yaml:"threat,omitempty" doc:"1..99"` // 0: none
	Declared  string     `yaml:"declared,omitempty" doc:"of=direction"`
	Range     span       `yaml:"range,omitempty,flow"`
	Rider     string     `yaml:"rider,omitempty" doc:"of=rider"`
	Gift      string     `yaml:"gift,omitempty" doc:"of=gift"`
	Cards     tricks.Set `yaml:"cards"`
	// Rows and Extra take the place of Cards at the pyramid.
	Rows  rows       `yaml:"rows,omitempty,flow"`
	Extra tricks.Set `yaml:"extra,omitempty"`
	// Tucked, First and Last are a card each, or none, that is held but not in the hand: tucked
	// away (Shadowfax), put into the first trick and set aside for the last (Radagast).
	Tucked tricks.Set `yaml:"tucked,omitempty" doc:"of=card"`
	First  tricks.Set `yaml:"first,omitempty" doc:"of=card"`
	Last   tricks.Set `yaml:"last,omitempty" doc:"of=card"`
	// Announced is the suits that were announced (the Horn).
	Announced []tricks.Suit `yaml:"announced,omitempty,flow" doc:"most=6,once"`
	// TookLost reports whether the lost cards were taken into this hand. Sting can still ask for
	// one (L5).
	TookLost bool `yaml:"took_lost,omitempty"`
}

// Owned returns every card the seat holds.
func (h *HandInfo) Owned() tricks.Set {
	return h.Cards | h.Tucked | h.First | h.Last | tricks.Pyramid{Rows: h.Rows, Extra: h.Extra}.Owned()
}

// keyAfterDeal is the key of what the hand states that only comes after the deal, "" for nothing.
// Characters that are dealt by lot come with the deal (C16).
func (h *HandInfo) keyAfterDeal(lot bool) string {
	dealt := []string{"cards", "rows", "extra"}
	if lot {
		dealt = append(dealt, "character")
	}
	value := reflect.ValueOf(*h)
	for i, f := range strictyaml.FieldsOf(value.Type()) {
		if !value.Field(i).IsZero() && !slices.Contains(dealt, f.Key) {
			return f.Key
		}
	}
	return ""
}

// listing is the cards that a position has at one key of the document, or at one seat.
type listing struct {
	name  say.Text
	cards []tricks.Card
	side  bool // a side deck, which has cards of its own
}

// listings lists all cards of the position, in the order in which mistakes are told: those on the
// table first. Only a side deck that goes round may have a card twice, so it is left out.
func (p *Position) listings(decks []*SideDeck) []listing {
	out := []listing{{name: say.Sprintf("%s", "lost"), cards: p.Lost}, {name: say.Sprintf("%s", "pile"), cards: p.Pile}}
	for _, d := range decks {
		if !d.goesRound() {
			out = append(out, listing{name: say.Sprintf("%s", d.Name), cards: p.Sides[d.Name], side: true})
		}
	}
	for s := range p.Hands {
		h := &p.Hands[s]
		own := (h.Cards | h.Tucked | h.First | h.Last).Cards()
		for _, row := range h.Rows {
			own = append(own, slices.DeleteFunc(slices.Clone(row), func(c tricks.Card) bool {
				return c == tricks.NoCard
			})...)
		}
		own = append(own, h.Extra.Cards()...)
		for _, stage := range p.Staged {
			if s < len(stage) {
				own = append(own, stage[s].Cards()...)
			}
		}
		out = append(out, listing{name: say.Sprintf("seat %d", s), cards: own})
	}
	return out
}

// check reports what makes the position impossible to set up. The rules for every stage
// come first, then those of the chapter for the stages draft and setup. The decks are those
// that the position lists.
func (p *Position) check(chapter *Chapter, decks []*SideDeck) error {
	deck := tricks.Deck
	if chapter.hasRivers(p.Players) {
		deck |= tricks.SuitSet(tricks.Rivers)
	}
	var seen tricks.Set
	for _, list := range p.listings(decks) {
		for _, c := range list.cards {
			switch {
			case seen.Contains(c):
				return say.Errorf("%s: card %s is there twice (T1)", list.name, c)
			case !list.side && !deck.Contains(c):
				return say.Errorf("%s: card %s is not in this chapter's deck (T1)", list.name, c)
			}
			seen |= c.Bit()
		}
	}
	for _, d := range decks {
		for _, c := range p.Sides[d.Name] {
			if d.goesRound() && seen.Contains(c) {
				return say.Errorf("%s: card %s is somewhere else, too (T1)", d.Name, c)
			}
		}
	}
	tucked, takers := 0, 0
	for s := range p.Hands {
		h := &p.Hands[s]
		if h.TookLost {
			takers++
		}
		for r := 1; r < len(h.Rows); r++ {
			if len(h.Rows[r]) != len(h.Rows[r-1])+1 {
				return say.Errorf("seat %d: each row of the pyramid has one place more than the row above it (S9)", s)
			}
		}
		if h.Tucked|h.First|h.Last != 0 &&
			h.Tucked.Len()+h.First.Len()+h.Last.Len() != (h.Tucked|h.First|h.Last).Len() {
			return say.Errorf("seat %d: tucked, first and last must be different cards (K)", s)
		}
		tucked += h.Tucked.Len()
	}
	if tucked > 1 {
		return say.Errorf("%d cards are tucked away, but only one character can do that (K: Shadowfax)", tucked)
	}
	switch {
	case takers > 1:
		return say.Errorf("%d seats took the lost cards, but only one can (K)", takers)
	case takers > 0 && p.Stage != StagePlay:
		return say.Errorf("took_lost says what setup has done, so it belongs to stage play")
	case p.Stage == StagePlay:
		return nil
	}
	if chapter == nil {
		return say.Errorf("stage %s needs a chapter (S4)", p.Stage)
	}
	return p.checkDeal(chapter, decks)
}

// checkDeal holds a position before play to S1, S2, S8, S9, S10 and to what is
// special in the chapter.
func (p *Position) checkDeal(c *Chapter, decks []*SideDeck) error {
	switch {
	case len(c.Events) > 0 && c.Event == "":
		return say.Errorf("event is missing: each round of chapter %s is played with one%s (C14)", c.ID,
			variantHint(c.Events))
	case len(c.Groups) > 0 && c.Group == "":
		return say.Errorf("group is missing: each round of chapter %s is played with one%s (C18)", c.ID,
			variantHint(c.Groups))
	}
	if err := p.checkPool(c); err != nil {
		return err
	}
	l, err := c.Layout(p.Players)
	if err != nil {
		return err
	}
	// In stage setup the deal may have ended already.
	staged := c.Staged > 0 && p.Players > 1 && (p.Stage == StageDraft || len(p.Staged) > 0)
	if err := p.checkSizes(c, l, staged); err != nil {
		return err
	}
	for s := range p.Hands {
		if key := p.Hands[s].keyAfterDeal(c.CastByLot); p.Stage == StageDraft && key != "" {
			return say.Errorf("seat %d has %q, but stage draft comes before that (S4)", s, key)
		}
	}
	var all, held tricks.Set
	for _, list := range p.listings(decks) {
		all |= tricks.SetOf(list.cards...)
	}
	for s := range p.Hands {
		held |= p.Hands[s].Owned()
	}
	switch {
	case !held.Contains(tricks.OneRing) && !staged && !slices.Contains(p.Lost, tricks.OneRing):
		return say.Errorf("nobody holds R1: it is in a hand when a round begins (S2, S3, S10)")
	case slices.Contains(p.Lost, tricks.OneRing) && !c.LostMayBeR1:
		return say.Errorf("R1 may not be the lost card (S2)")
	case l.Deck&^all != 0:
		return say.Errorf("these cards are nowhere: %s (T1)", l.Deck&^all)
	case len(p.Plays) > 0:
		return say.Errorf("plays are listed, but stage %s comes before the first trick", p.Stage)
	}
	for _, card := range p.Sides[deckName(c.Side)] {
		if !c.Side.Cards.Contains(card) {
			return say.Errorf("%s: %s does not belong to this deck", c.Side.Name, card)
		}
	}
	drawn := slices.Clone(p.Threats)
	for s := range p.Hands {
		if t := p.Hands[s].Threat; t != 0 {
			drawn = append(drawn, t)
		}
	}
	if p.Stage == StageDraft && len(drawn) < len(c.Threats) {
		return say.Errorf("the threat deck has %v, but the chapter's is %v (S8)", p.Threats, c.Threats)
	}
	return checkThreats(drawn, c.Threats)
}

func (p *Position) checkPool(c *Chapter) error {
	if c.Pool == nil {
		if len(p.Pool) > 0 || p.Rider != "" || p.Gift != "" {
			return say.Errorf("pool, rider and gift are drawn for the Road, not for chapter %s (L5)", c.ID)
		}
		return nil
	}
	switch {
	case len(p.Pool) == 0:
		return say.Errorf("pool is missing: it lists the characters of the Road (L5)")
	case p.Rider != "" && !slices.Contains(c.Pool.Riders, p.Rider):
		return say.Errorf("rider: %s is not drawn in chapter %s (L5)", p.Rider, c.ID)
	case p.Gift != "" && !slices.Contains(c.Pool.Gifts, p.Gift):
		return say.Errorf("gift: %s is not drawn in chapter %s (L5)", p.Gift, c.ID)
	case len(c.Roster) > mostRoster:
		return say.Errorf("pool has %d characters: %d are the most (L5)", len(c.Roster), mostRoster)
	}
	for i, id := range p.Pool {
		switch {
		case c.Entry(id) == nil:
			return say.Errorf("pool: %s is not in chapter %s (L5)", id, c.ID)
		case slices.Contains(p.Pool[:i], id):
			return say.Errorf("pool: %s is there twice (L5)", id)
		}
	}
	return nil
}

type size struct {
	owner say.Text
	n     int
	unit  say.Word
	rule  string
}

// sizes lists how much of everything a position has before play.
func (p *Position) sizes() []size {
	key := func(name string) say.Text { return say.Sprintf("%s", name) }
	list := []size{{key("staged"), len(p.Staged), "batches", "C16"}}
	for s := range p.Hands {
		seat := say.Sprintf("seat %d", s)
		h := &p.Hands[s]
		list = append(list, size{seat, h.Owned().Len(), "cards", "S1, N"}, size{seat, len(h.Rows), "rows", "S9"})
		for r, row := range h.Rows {
			list = append(list, size{say.Sprintf("seat %d, row %d", s, r+1), len(row), "cards", "S9"})
		}
		for i, batch := range p.Staged {
			if s < len(batch) {
				list = append(list, size{say.Sprintf("seat %d, stage %d", s, i+2), batch[s].Len(), "cards", "C16"})
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Sides)) {
		list = append(list, size{key(name), len(p.Sides[name]), "cards", "C5, C6, C14"})
	}
	return append(list, size{key("lost"), len(p.Lost), "cards", "S2"}, size{key("pile"), len(p.Pile), "cards", "S10"})
}

// checkSizes holds a position to the sizes that the dealer deals, bit by bit or not.
func (p *Position) checkSizes(c *Chapter, l Layout, staged bool) error {
	for _, name := range slices.Sorted(maps.Keys(p.Sides)) {
		if name != deckName(c.Side) {
			return say.Errorf("this chapter has no side deck %s (C5, C6, C14)", name)
		}
	}
	chapter := *c
	if !staged {
		chapter.Staged = 0
	}
	d := dealer{chapter: &chapter, layout: l, src: tricks.NewSource(0, 0), pos: Position{
		Players: p.Players, Pyramid: tricks.NoSeat, Hands: make([]HandInfo, l.Seats),
	}}
	d.deal()
	if p.Pyramid != tricks.NoSeat { // the dealer has it at the last seat
		last := l.Seats - 1
		d.pos.Hands[p.Pyramid], d.pos.Hands[last] = d.pos.Hands[last], d.pos.Hands[p.Pyramid]
		for _, batch := range d.pos.Staged {
			batch[p.Pyramid], batch[last] = batch[last], batch[p.Pyramid]
		}
	}
	got := p.sizes()
	for _, want := range d.pos.sizes() {
		n := 0
		if i := slices.IndexFunc(got, func(candidate size) bool {
			return candidate.owner.String() == want.owner.String() && candidate.unit == want.unit
		}); i >= 0 {
			n = got[i].n
		}
		if n != want.n {
			return say.Errorf("%s has %d %s, but %d are dealt (%s)", want.owner, n, want.unit, want.n, want.rule)
		}
	}
	return nil
}

// checkThreats reports a threat number that the chapter does not have, or has only once.
func checkThreats(drawn, deck []int) error {
	remaining := map[int]int{}
	for _, n := range deck {
		remaining[n]++
	}
	for _, n := range drawn {
		remaining[n]--
		if remaining[n] < 0 {
			return say.Errorf("threat %d is not in the threat deck that often; the chapter has %v (S8)", n, deck)
		}
	}
	return nil
}

// FirstTrick returns the round as it lies before its first trick, as a position in stage play: what
// the draft and the setup have made of the deal. It is an error before that moment and after it.
func (g *Game) FirstTrick() (Position, error) {
	if g.stage != StagePlay || len(g.history) > 0 || g.state.Led != tricks.NoSuit || g.stingUsed() {
		return Position{}, say.New("the round does not stand before its first trick")
	}
	pos := g.start
	pos.ID = ""
	pos.BareID = false
	pos.Deal = ""
	pos.Stage = StagePlay
	pos.Leader = g.state.Leader
	// nil where there are none, as a document is read.
	pos.Lost, pos.Pile = append([]tricks.Card(nil), g.lost...), append([]tricks.Card(nil), g.pile...)
	pos.Threats = nil
	pos.Staged = nil
	pos.RiderSeats = nil
	pos.Plays = nil
	pos.Expect = nil
	pos.Hands = make([]HandInfo, len(g.seats))
	var held tricks.Set
	for s := range g.seats {
		pos.Hands[s] = g.handNow(tricks.Seat(s))
		held |= pos.Hands[s].Owned()
	}
	pos.Sides = maps.Clone(pos.Sides)
	for _, d := range g.decks {
		if d.IsTurnedUp() {
			continue
		}
		// The cards that were taken from it are in the hands now (C6).
		remaining := slices.DeleteFunc(slices.Clone(pos.Sides[d.Name]), held.Contains)
		pos.Sides[d.Name] = remaining
		if len(remaining) == 0 {
			delete(pos.Sides, d.Name)
		}
	}
	if len(pos.Sides) == 0 {
		pos.Sides = nil
	}
	return pos, nil
}

// handNow is a seat as a document states it.
func (g *Game) handNow(s tricks.Seat) HandInfo {
	seat := &g.seats[s]
	h := HandInfo{
		Threat: seat.Threat, Declared: seat.Declared, Range: seat.Range, Announced: slices.Clone(seat.Announced),
		Tucked: seat.tucked, First: seat.first, Last: seat.last, TookLost: s == g.progress.TookLost,
	}
	if seat.Character != nil {
		h.Character = seat.Character.ID
	}
	if seat.Rider != nil {
		h.Rider = seat.Rider.ID
	}
	if seat.Gift != nil {
		h.Gift = seat.Gift.ID
	}
	if seat.isPyramid() {
		h.Rows, h.Extra = seat.pyramid.Rows, seat.pyramid.Extra
	} else {
		h.Cards = seat.hand
	}
	return h
}

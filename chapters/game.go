package chapters

import (
	"fmt"
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// Game is one round being played: a position and the decisions made since.
// It asks for one decision at a time. A Game is for one goroutine; [Game.Clone]
// makes a second one.
type Game struct {
	lib     *Library
	chapter *Chapter // nil without a chapter
	start   Position

	stage   Stage
	seats   []seat
	lost    []tricks.Card
	threats []int
	// rejected is the threat numbers that were set aside (S8).
	rejected []int
	pile     []tricks.Card
	r1       tricks.Seat // who was dealt R1, NoSeat if nobody

	// The draft and setup go round the table: order is who acts when, turn an
	// index into it, step the acting character's next setup action.
	order []tricks.Seat
	turn  int
	step  int
	// passed is the card on its way in an exchange that waits for the return.
	passed *Decision
	// given is who has had a card from the seat that gives to each.
	given tricks.SeatSet
	// soloExchange is who used the one exchange of a solo round (S10).
	soloExchange tricks.Seat

	table   *tricks.Table
	state   tricks.State
	history []characters.Trick
	goals   []goal

	made   []Decision
	events []Event
}

// seat is a seat's cards before play, and its character.
type seat struct {
	character *characters.Character
	threat    int
	declared  string
	limits    [2]int
	rider     *characters.Character
	hand      tricks.Set     // cards that can be passed on: of a pyramid the open ones
	pyramid   tricks.Pyramid // instead of a plain hand where rows are set
}

func (s *seat) isPyramid() bool { return s.pyramid.Rows != nil }

// owned returns every card of the seat, those covered in a pyramid included.
func (s *seat) owned() tricks.Set { return s.hand | s.pyramid.Owned() }

// offered returns the cards that whoever decides for the seat might think of:
// not the closed ones of a pyramid, which he does not know (S9).
func (s *seat) offered(held, hand tricks.Set) tricks.Set {
	if s.isPyramid() {
		return s.faceUp(held, hand)
	}
	return held
}

// Event is something that happened in a round, for the log. Card is NoCard to
// those who may not see it.
type Event struct {
	Kind EventKind
	Seat tricks.Seat
	To   tricks.Seat
	// Character is the id, for Took.
	Character string
	Card      tricks.Card
	ToWin     bool
	// Number is a threat number, or a number of cards.
	Number int
	// sees is who may know the card.
	sees tricks.SeatSet
}

// EventKind is the kind of an event.
type EventKind uint8

// The kinds of events.
const (
	Took           EventKind = iota // Seat took Character
	DrewThreat                      // Seat drew the threat Number
	RejectedThreat                  // the threat Number was set aside for Seat (S8)
	TookLost                        // Seat took the lost Card
	Passed                          // Seat passed Card to To
	Returned                        // Seat passed Card back to To
	Gave                            // Seat gave Card to To
	Declined                        // Seat made no exchange
	DrewCards                       // Seat got Number cards from the pile (solo)
	Played                          // Seat played Card
	WonTrick                        // Seat won the trick Number, counted from 1
	Named                           // Seat named To to lead
)

// NewGame sets the position up and, for stage play, makes its plays. Errors
// name the rule; the position may come from an untrusted document.
func (l *Library) NewGame(pos Position) (*Game, error) {
	g := &Game{lib: l, start: pos, stage: pos.Stage, r1: tricks.NoSeat, soloExchange: tricks.NoSeat}
	if pos.Chapter != "" {
		c, err := l.Chapter(pos.Chapter)
		if err != nil {
			return nil, err
		}
		g.chapter = c
	}
	if pos.Players < 1 || pos.Players > 4 || len(pos.Hands) != SeatsFor(pos.Players) {
		return nil, ruleError("S1", "%d players with %d hands: 1 and 4 players have 4, 2 and 3 players have 3", pos.Players, len(pos.Hands))
	}
	if err := pos.check(g.chapter); err != nil {
		return nil, err
	}
	g.lost, g.threats, g.pile = slices.Clone(pos.Lost), slices.Clone(pos.Threats), slices.Clone(pos.Pile)
	taken := map[string]bool{}
	for s, h := range pos.Hands {
		at := seat{threat: h.Threat, declared: h.Declared, limits: h.Range, hand: h.Cards}
		if h.Rows != nil {
			at.pyramid = tricks.Pyramid{Rows: h.Rows, Extra: h.Extra}
			at.hand = at.pyramid.Uncovered()
		}
		if h.Character != "" {
			if taken[h.Character] {
				return nil, fmt.Errorf("seat %d: %s is there twice (S4)", s, h.Character)
			}
			taken[h.Character] = true
			if at.character = l.Characters[h.Character]; at.character == nil {
				return nil, fmt.Errorf("seat %d: unknown character %q", s, h.Character)
			}
		}
		if h.Rider != "" {
			if at.rider = l.Riders[h.Rider]; at.rider == nil {
				return nil, fmt.Errorf("seat %d: unknown rider %q", s, h.Rider)
			}
		}
		if h.Owned().Has(tricks.OneRing) {
			g.r1 = tricks.Seat(s)
		}
		g.seats = append(g.seats, at)
	}
	switch pos.Stage {
	case StageDraft:
		g.beginDraft()
	case StageSetup:
		if err := g.checkCast(); err != nil {
			return nil, err
		}
		g.beginSetup()
	default:
		if err := g.beginPlay(); err != nil {
			return nil, err
		}
		for i, p := range pos.Plays {
			d := PlayDecision(p)
			if err := g.playLegal(d); err != nil {
				return nil, fmt.Errorf("play %d: %w", i+1, err)
			}
			g.name(p.Seat)
			g.playCard(p.Move)
		}
	}
	return g, nil
}

// Clone returns an independent copy of the game.
func (g *Game) Clone() *Game {
	c := *g
	c.seats = slices.Clone(g.seats)
	c.lost, c.threats, c.pile = slices.Clone(g.lost), slices.Clone(g.threats), slices.Clone(g.pile)
	c.history = slices.Clip(g.history)
	c.made = slices.Clip(g.made)
	c.events = slices.Clip(g.events)
	return &c
}

// Start returns the position the game began with.
func (g *Game) Start() Position { return g.start }

// Chapter returns the chapter, nil for a plain round.
func (g *Game) Chapter() *Chapter { return g.chapter }

// Library returns the characters and chapters the game is played with.
func (g *Game) Library() *Library { return g.lib }

// Stage returns how far the round has come.
func (g *Game) Stage() Stage { return g.stage }

// Seats returns the number of seats.
func (g *Game) Seats() int { return len(g.seats) }

// Players returns the number of players.
func (g *Game) Players() int { return g.start.Players }

// Over reports whether the round has ended (T10).
func (g *Game) Over() bool { return g.stage == StagePlay && g.state.Over }

// Decisions returns the decisions made since the start, not to be changed.
func (g *Game) Decisions() []Decision { return g.made }

// Table and State give the solver the round of cards, once play has begun.
func (g *Game) Table() *tricks.Table { return g.table }

// State returns the play as it stands; it is meaningful in stage play only.
func (g *Game) State() tricks.State { return g.state }

// History returns the finished tricks, not to be changed.
func (g *Game) History() []characters.Trick { return g.history }

// Character returns the character at a seat, nil before it was taken.
func (g *Game) Character(s tricks.Seat) *characters.Character { return g.seats[s].character }

// Ask is the decision that is due.
type Ask struct {
	Kind Kind
	// Seat is the character's seat, By the player who decides: another seat
	// where somebody controls the pyramid (S9), or plays all hands (S10).
	Seat, By tricks.Seat
	// Options are the legal decisions, never empty.
	Options []Decision
	// Refused are the answers one might think of that are not legal, and why.
	Refused []Refusal
}

// Refusal is a decision that is not legal, and the reason.
type Refusal struct {
	Decision
	Err error
}

// Ask returns the decision that is due, or nil when the round is over.
func (g *Game) Ask() *Ask {
	if g.Over() {
		return nil
	}
	a := &Ask{Kind: g.due(), Seat: g.acting()}
	a.By = g.decides(a.Seat)
	for _, d := range g.candidates(a.Kind, a.Seat) {
		if err := g.legal(d); err != nil {
			a.Refused = append(a.Refused, Refusal{Decision: d, Err: err})
		} else {
			a.Options = append(a.Options, d)
		}
	}
	return a
}

// Options returns the legal decisions without the reasons for the others: what
// a search needs. It is empty when the round is over.
func (g *Game) Options() []Decision {
	if g.Over() {
		return nil
	}
	all := g.candidates(g.due(), g.acting())
	return slices.DeleteFunc(all, func(d Decision) bool { return g.legal(d) != nil })
}

// Due returns the kind of the decision that is due; it means nothing when the
// round is over.
func (g *Game) Due() Kind { return g.due() }

// due returns the kind of the decision that is due.
func (g *Game) due() Kind {
	switch {
	case g.stage == StageDraft:
		return Draft
	case g.stage == StagePlay && g.state.Naming:
		return NameLeader
	case g.stage == StagePlay:
		return PlayCard
	case g.passed != nil:
		return Return
	}
	return g.setupKind()
}

// acting returns the seat whose decision is due.
func (g *Game) acting() tricks.Seat {
	switch {
	case g.stage == StagePlay:
		return g.state.Turn
	case g.passed != nil:
		return g.passed.To
	}
	return g.order[g.turn]
}

// decides returns who makes the decisions of a seat. In solo the one player is
// known as seat 0 (S10); the pyramid is controlled by the holder of R1, or by
// the player to its right if it holds R1 itself (S9).
func (g *Game) decides(s tricks.Seat) tricks.Seat {
	switch {
	case g.Players() == 1:
		return 0
	case g.Players() != 2 || s != g.start.Pyramid:
		return s
	case g.r1 != s && g.r1 != tricks.NoSeat:
		return g.r1
	}
	return g.right(s)
}

func (g *Game) left(s tricks.Seat) tricks.Seat {
	return (s + 1) % tricks.Seat(len(g.seats))
}

func (g *Game) right(s tricks.Seat) tricks.Seat {
	return (s + tricks.Seat(len(g.seats)) - 1) % tricks.Seat(len(g.seats))
}

// candidates lists the answers one might think of, legal or not.
func (g *Game) candidates(kind Kind, s tricks.Seat) []Decision {
	switch kind {
	case Draft:
		return g.draftCandidates(s)
	case Exchange:
		return g.exchangeCandidates(s)
	case Return:
		return g.returnCandidates()
	case Give:
		return g.giveCandidates(s)
	case NameLeader:
		return g.nameCandidates(s)
	default:
		return g.playCandidates(s)
	}
}

// legal returns nil if the decision is due and may be made, else why not.
func (g *Game) legal(d Decision) error {
	if g.Over() {
		return ruleError("T10", "the round is over")
	}
	if d.Kind == PlayCard && g.stage == StagePlay {
		return g.playLegal(d)
	}
	if due, s := g.due(), g.acting(); d.Kind != due || d.Seat != s {
		rule := "S5"
		switch due {
		case Draft:
			rule = "S4"
		case PlayCard:
			rule = "T3"
		case NameLeader:
			rule = "K"
		}
		return ruleError(rule, "seat %d cannot do that now: due is %s by seat %d", d.Seat, due, s)
	}
	switch d.Kind {
	case Draft:
		return g.draftLegal(d)
	case Exchange:
		return g.exchangeLegal(d)
	case Return:
		return g.returnLegal(d)
	case Give:
		return g.giveLegal(d)
	default:
		return g.nameLegal(d)
	}
}

// Apply makes a decision. One that is not legal changes nothing and returns an
// error that names the rule: a [RuleError] or a [tricks.IllegalError].
func (g *Game) Apply(d Decision) error {
	if err := g.legal(d); err != nil {
		return err
	}
	g.made = append(g.made, d)
	switch d.Kind {
	case Draft:
		return g.draft(d)
	case Exchange:
		return g.exchange(d)
	case Return:
		return g.returned(d)
	case Give:
		return g.give(d)
	case NameLeader:
		g.name(d.To)
		return nil
	default:
		g.name(d.Seat)
		g.playCard(d.Move)
		return nil
	}
}

// Before returns the game as it was after its first n decisions.
func (g *Game) Before(n int) (*Game, error) {
	h, err := g.lib.NewGame(g.start)
	if err != nil {
		return nil, err
	}
	if n < 0 || n > len(g.made) {
		return nil, fmt.Errorf("there are %d decisions, not %d", len(g.made), n)
	}
	for _, d := range g.made[:n] {
		if err := h.Apply(d); err != nil {
			return nil, err
		}
	}
	return h, nil
}

func (g *Game) log(e Event) { g.events = append(g.events, e) }

// everybody may see an event.
const everybody = tricks.SeatSet(1<<tricks.MaxSeats - 1)

package chapters

import (
	"encoding/json"
	"slices"

	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Game is one round being played: a position and the decisions made since. It asks for one
// decision at a time. A Game is for one goroutine, and [Game.Clone] makes a second one. It keeps what
// it found out of its goals: call View once after each [Game.Apply], then reads are safe from any
// goroutine.
//
// To play it:
//   - [Game.Due] says which decision is due, and who makes it, [Game.Options] lists what is possible,
//     and [Game.Refused] says why the rest is not.
//   - [Game.Apply] makes a decision. To try one, make it in a [Game.Clone]. [Game.AfterDecisions] takes
//     some back in a new game.
//   - [Game.View] is what a seat sees.
//   - [Game.Statuses] and [Game.Result] say how it stands, [Game.IsOver] whether it has ended.
//
// How the goals stand is read in two ways: as a seat knows it ([View.Goals], with the numbers in
// [View.Standings]), and, by programs that see all cards and play on in their head, such as the
// solver, as it is counted ([Game.Goals], beside [Game.State]). [Game.Statuses] is what everybody
// knows. The other methods say what round it is and what has been played.
type Game struct {
	lib     *Library
	chapter *Chapter // as it is played in this round; nil without a chapter
	start   Position
	decks   []*SideDeck // the side decks of the round
	deck    tricks.Set  // all cards but those of a side deck that is turned up

	stage   Stage
	seats   []seatState
	lost    []tricks.Card // the lost cards on the table
	threats []int         // the threat deck
	pile    []tricks.Card // the draw pile

	progress Progress
	// awaited is the decision that is waited for in setup.
	awaited struct {
		Kind DecisionKind
		Seat tricks.Seat
	}
	// sideTaken is how many cards of a barrow were taken (C6).
	sideTaken int

	blindfolded   tricks.SeatSet // the seats that play face down (C15)
	leaderGuessed bool           // nothing said who leads

	table   *tricks.Table
	state   tricks.State
	history []characters.Trick
	goals   []goal
	score   score
	moments []moment // moments of the last tricks that may settle goals, to be looked at
	// fates are the statuses that the last tricks have settled, else Open: see [Game.settle].
	fates [goalsAtMost]characters.Status

	decisions []Decision
	events    []Event
	// madeUp reports whether the round began as somebody's view of it ([View.Worlds]).
	madeUp bool
	// goalCache has the goals of games made by the same builder, nil for others.
	goalCache *goalCache
}

// Progress is how far a round has come, beside where the cards lie. That of a [View] has what its
// player knows: a card he does not see is [tricks.Closed] there, and such a threat number is 0.
type Progress struct {
	// R1 is the seat that was dealt R1, NoSeat for none. In a [View] it is NoSeat unless everybody
	// knows it.
	R1 tricks.Seat `json:"r1"`
	// TookLost is the seat that took the lost cards.
	TookLost tricks.Seat `json:"took_lost"`
	// Rejected is the threat numbers that were set aside (S8).
	Rejected []int `json:"rejected"`

	// Order is the order in which seats act in the draft and the setup, and Turn is an index into
	// it. Step is the index of the acting character's next setup action.
	Order []tricks.Seat `json:"order"`
	Turn  int           `json:"turn"`
	Step  int           `json:"step"`
	// Transfers are the cards on their way between hands.
	Transfers []Transfer `json:"transfers"`
	// Batches is how many of the later batches of a staged deal have been dealt (C16).
	Batches int `json:"batches"`
	// Drawn is the threat numbers of which one has to be kept.
	Drawn []int `json:"drawn"`
	// SoloExchange is the seat that used the one exchange of a solo round, NoSeat for none (S10).
	SoloExchange tricks.Seat `json:"solo_exchange"`

	// Asked says for each kind whether it was answered in this setup action or before this trick.
	// Stays reports whether the answer was to leave the tucked card where it is.
	Asked      [numKinds]bool `json:"-"`
	LeftTucked bool           `json:"stays"`
	// SetupLog is how many events came before the first trick.
	SetupLog int `json:"setup_log"`
	// PutFirst is the seats that put a card into the first trick, KeptLast those that set one
	// aside for the last one (K: Radagast).
	PutFirst tricks.SeatSet `json:"put_first"`
	KeptLast tricks.SeatSet `json:"kept_last"`
	// SwappedAt is the trick before which Sting was used, counted from 0, -1 as long as it was not.
	SwappedAt int `json:"swapped_at"`
}

// seatState is a seat's cards before play, and its role.
type seatState struct {
	Role
	full    bool           // a solo hand that has got all its cards (C4, C6)
	hand    tricks.Set     // cards that can be passed on: of a pyramid the open ones
	pyramid tricks.Pyramid // instead of a plain hand where rows are set
	// away is cards of the hand that are on their way to others. Coming is cards of others
	// that have arrived and may still go on.
	away, coming tricks.Set
	// tucked, first and last are held, but not in the hand.
	tucked, first, last tricks.Set
}

func (s *seatState) isPyramid() bool { return s.pyramid.Rows != nil }

// owned returns every card of the seat before play, those covered in a pyramid
// and those on their way included.
func (s *seatState) owned() tricks.Set {
	return s.hand | s.pyramid.Owned() | s.tucked | s.first | s.last
}

// offered returns the cards that the player who decides for the seat might think of. The
// closed ones of a pyramid he does not know (S9).
func (s *seatState) offered(held, hand tricks.Set) tricks.Set {
	if s.isPyramid() {
		return s.faceUp(held, hand) | held&(s.tucked|s.first|s.last)
	}
	return held
}

// hasEffect reports whether the seat has a gift of that effect.
func (r *Role) hasEffect(e characters.Effect) bool { return r.Gift != nil && r.Gift.Effect == e }

// NewGame sets the position up and, for stage play, makes its plays. The position may come
// from an untrusted document. Errors name the rule.
func (l *Library) NewGame(pos Position) (*Game, error) {
	g := &Game{lib: l, start: pos, stage: pos.Stage}
	g.progress = Progress{R1: tricks.NoSeat, TookLost: tricks.NoSeat, SoloExchange: tricks.NoSeat, SwappedAt: -1}
	if pos.Players < 1 || pos.Players > 4 || len(pos.Hands) != tricks.SeatsFor(pos.Players) {
		return nil, ruleError("S1", "players: %d, hands: %d; 1 and 4 players have 4, 2 and 3 players have 3",
			pos.Players, len(pos.Hands))
	}
	if pos.Chapter != "" {
		c, err := l.Chapter(pos.Chapter)
		if err != nil {
			return nil, err
		}
		if g.chapter, err = c.ForRound(pos.Terms, pos.Players); err != nil {
			return nil, err
		}
	}
	var err error
	if g.decks, err = l.decksOf(&pos); err != nil {
		return nil, err
	}
	if err := pos.check(g.chapter, g.decks); err != nil {
		return nil, err
	}
	for _, list := range pos.listings(g.decks) {
		if !list.side || len(g.sideCards(TakenInSetup)) > 0 {
			g.deck |= tricks.SetOf(list.cards...)
		}
	}
	g.lost = slices.Clone(pos.Lost)
	g.threats = slices.Clone(pos.Threats)
	g.pile = slices.Clone(pos.Pile)
	for s := range pos.Hands {
		if err := g.addSeat(tricks.Seat(s), &pos.Hands[s]); err != nil {
			return nil, err
		}
	}
	return g, g.begin()
}

// addSeat lays a hand out and seats its character.
func (g *Game) addSeat(s tricks.Seat, h *HandInfo) error {
	seat := seatState{
		Role: Role{Threat: h.Threat, Declared: h.Declared, Range: h.Range, Announced: h.Announced},
		hand: h.Cards &^ (h.Tucked | h.First | h.Last), tucked: h.Tucked, first: h.First, last: h.Last,
	}
	if h.Rows != nil {
		seat.pyramid = tricks.Pyramid{Rows: h.Rows, Extra: h.Extra}
		seat.hand = seat.pyramid.Uncovered()
	}
	if h.Character != "" {
		if g.taken(h.Character) {
			return say.Errorf("seat %d: %s is there twice (S4)", s, h.Character)
		}
		seat.Character = g.characterOf(h.Character)
		if seat.Character == nil {
			return say.Errorf("seat %d: unknown character %q", s, h.Character)
		}
	}
	if h.Rider != "" {
		seat.Rider = g.lib.Riders[h.Rider]
		if seat.Rider == nil {
			return say.Errorf("seat %d: unknown rider %q", s, h.Rider)
		}
	}
	if h.Gift != "" {
		seat.Gift = g.lib.Gifts[h.Gift]
		if seat.Gift == nil {
			return say.Errorf("seat %d: unknown gift %q", s, h.Gift)
		}
	}
	if h.Owned().Contains(tricks.OneRing) {
		g.progress.R1 = s
	}
	if h.TookLost {
		g.progress.TookLost = s
	}
	g.seats = append(g.seats, seat)
	return nil
}

// characterOf returns the character as the chapter has it. One that is not in the chapter
// is as in its own file.
func (g *Game) characterOf(id string) *characters.Character {
	if g.chapter != nil {
		if e := g.chapter.Entry(id); e != nil {
			return e.Character
		}
	}
	return g.lib.Characters[id]
}

// begin starts the stage the position stands in.
func (g *Game) begin() error {
	switch g.stage {
	case StageDraft:
		if g.chapter.CastByLot {
			return g.beginByLot()
		}
		g.beginDraft()
		if len(g.Options()) == 0 {
			return ruleError("S4", "with these characters not every seat can take one")
		}
		return nil
	case StageSetup:
		if g.dealing() {
			return g.beginByLot() // C16: the Mirror is part of the setup
		}
		if err := g.checkCast(); err != nil {
			return err
		}
		g.beginSetup()
		return g.advance()
	}
	g.handOut()
	for s := range g.seats {
		if seat := &g.seats[s]; seat.Character != nil && seat.Character.HasAction(characters.Reveal) {
			seat.Shown = openHand
		}
	}
	if err := g.beginPlay(); err != nil {
		return err
	}
	if err := g.checkSting(); err != nil {
		return err
	}
	for i, p := range g.start.Plays {
		d := PlayDecision(p)
		if err := g.playLegal(d); err != nil {
			return say.Errorf("play %d: %w", i+1, err)
		}
		g.play(d)
	}
	return nil
}

// roomForMore is about how many decisions and events a copy gets on its way.
const roomForMore = 8

// Clone returns an independent copy of the game.
func (g *Game) Clone() *Game {
	c := &Game{
		decisions: make([]Decision, 0, len(g.decisions)+roomForMore),
		events:    make([]Event, 0, len(g.events)+roomForMore),
	}
	g.CloneInto(c)
	return c
}

// CloneInto overwrites another game with an independent copy of this one, and reuses its memory.
func (g *Game) CloneInto(c *Game) {
	old := *c
	*c = *g
	c.seats = copyInto(old.seats, g.seats)
	c.threats = copyInto(old.threats, g.threats)
	c.pile = copyInto(old.pile, g.pile)
	c.progress.Rejected, c.progress.Drawn = slices.Clip(g.progress.Rejected), slices.Clip(g.progress.Drawn)
	c.progress.Transfers = copyInto(old.progress.Transfers, g.progress.Transfers)
	c.lost = slices.Clone(g.lost)
	c.history = slices.Clip(g.history)
	c.moments = copyInto(old.moments, g.moments)
	c.decisions, c.events = copyInto(old.decisions, g.decisions), copyInto(old.events, g.events)
}

// copyInto copies a list into the memory of another one.
func copyInto[T any](buffer, list []T) []T { return append(buffer[:0], list...) }

// Start returns the position the game began with.
func (g *Game) Start() Position { return g.start }

// Chapter returns the chapter as it is played in this round, with its event and
// its characters; nil for a plain round.
func (g *Game) Chapter() *Chapter { return g.chapter }

// Library returns the characters and chapters the game is played with.
func (g *Game) Library() *Library { return g.lib }

// Stage returns how far the round has come.
func (g *Game) Stage() Stage { return g.stage }

// Seats returns the number of seats.
func (g *Game) Seats() int { return len(g.seats) }

// IsOver reports whether the round has ended (T10).
func (g *Game) IsOver() bool { return g.stage == StagePlay && g.state.IsOver }

// Decisions returns the decisions made since the start, not to be changed.
func (g *Game) Decisions() []Decision { return g.decisions }

// History returns the finished tricks, not to be changed.
func (g *Game) History() []characters.Trick { return g.history }

// Character returns the character at a seat, nil before it was taken.
func (g *Game) Character(s tricks.Seat) *characters.Character { return g.seats[s].Character }

// Due says which decision is due.
type Due struct {
	// Kind means nothing when the round is over.
	Kind DecisionKind `json:"kind"`
	// Seat is the character's seat, By the player who decides: another seat where somebody controls
	// the pyramid (S9), or plays all hands (S10). Both are [tricks.NoSeat] when the round is over.
	Seat    tricks.Seat `json:"seat"`
	Decider tricks.Seat `json:"by"`
}

// Ask is the decision that is due, and its answers, for the player who decides.
type Ask struct {
	Due `json:"-"` // as in the view
	// Options are the legal decisions, never empty.
	Options []Decision `json:"options"`
	// Refused are the answers one might think of that are not legal, and why.
	Refused []Refusal `json:"refused"`
}

// Refusal is a decision that is not legal, and the reason.
type Refusal struct {
	Decision
	err error
}

// MarshalJSON writes the decision as a line of a record does, with the keys rule and why.
func (r Refusal) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]string{r.Kind.String(): r.Decision.String(), "rule": r.Rule(), "why": r.Reason()})
}

// Rule returns the number of the rule that forbids it.
func (r *Refusal) Rule() string { return ruleOf(r.err) }

// Reason returns the reason, which names that rule.
func (r *Refusal) Reason() string { return r.err.Error() }

// Options returns the legal decisions. It is empty when the round is over.
func (g *Game) Options() []Decision { return g.AppendOptions(nil) }

// AppendOptions appends the legal decisions to a list.
func (g *Game) AppendOptions(list []Decision) []Decision {
	all := g.candidates(list[len(list):])
	legal := slices.DeleteFunc(all, func(d Decision) bool { return g.legal(d) != nil })
	if len(list) == 0 {
		return legal
	}
	return append(list, legal...)
}

// Refused returns the decisions that one might think of and that are not legal.
func (g *Game) Refused() (list []Refusal) {
	for _, d := range g.candidates(nil) {
		if err := g.legal(d); err != nil {
			list = append(list, Refusal{d, err})
		}
	}
	return list
}

// candidates appends the decisions that one might think of to a list.
func (g *Game) candidates(list []Decision) []Decision {
	if g.IsOver() {
		return list
	}
	due, s := g.decisionDue()
	return decisionKinds[due].candidates(g, newDecision(due, s), list)
}

// Due returns which decision is due.
func (g *Game) Due() Due {
	if g.IsOver() {
		return Due{Kind: PlayCard, Seat: tricks.NoSeat, Decider: tricks.NoSeat}
	}
	kind, s := g.decisionDue()
	return Due{Kind: kind, Seat: s, Decider: g.deciderOf(s)}
}

// decisionDue returns the kind of the decision that is due, and whose it is.
func (g *Game) decisionDue() (DecisionKind, tricks.Seat) {
	switch g.stage {
	case StageDraft:
		return Draft, g.progress.Order[g.progress.Turn]
	case StageSetup:
		return g.awaited.Kind, g.awaited.Seat
	}
	return g.playDue()
}

// deciderOf returns the player that makes the decisions of a seat. In solo the one player is known as
// seat 0 (S10); the pyramid is controlled by the holder of R1, or by the player to its right if it
// holds R1 itself (S9).
func (g *Game) deciderOf(s tricks.Seat) tricks.Seat {
	switch {
	case g.start.Players == 1:
		return 0
	case g.start.Players != 2 || s != g.start.Pyramid:
		return s
	case g.progress.R1 != s && g.progress.R1 != tricks.NoSeat:
		return g.progress.R1
	}
	return g.rightOf(s)
}

// seatWhere returns the first seat for which something holds, NoSeat if it holds for none.
func (g *Game) seatWhere(holds func(tricks.Seat) bool) tricks.Seat {
	for s := range tricks.Seat(len(g.seats)) {
		if holds(s) {
			return s
		}
	}
	return tricks.NoSeat
}

func (g *Game) leftOf(s tricks.Seat) tricks.Seat {
	return (s + 1) % tricks.Seat(len(g.seats))
}

func (g *Game) rightOf(s tricks.Seat) tricks.Seat {
	return (s + tricks.Seat(len(g.seats)) - 1) % tricks.Seat(len(g.seats))
}

// legal returns nil if the decision is due and may be made, else why not.
func (g *Game) legal(d Decision) error {
	if g.IsOver() {
		return ruleError("T10", "the round is over")
	}
	due, s := g.decisionDue()
	if d.Kind == PlayCard && g.stage == StagePlay && due != Return {
		return g.playLegal(d)
	}
	if g.isStingRefusal(d) {
		return nil
	}
	if d.Kind != due || d.Seat != s {
		return ruleError(decisionKinds[due].rule, "seat %d cannot do that now: due is %s by seat %d", d.Seat, due, s)
	}
	return decisionKinds[d.Kind].legal(g, d)
}

// Apply makes a decision. A decision that is not legal changes nothing. Its error names the rule.
func (g *Game) Apply(d Decision) error {
	if err := g.legal(d); err != nil {
		return err
	}
	g.decisions = append(g.decisions, d)
	g.progress.Asked[d.Kind] = true
	decisionKinds[d.Kind].apply(g, d)
	if g.stage == StageSetup {
		return g.advance()
	}
	return nil
}

// AfterDecisions returns the game as it was after its first n decisions. It is an error for a game
// that was made from a view, which does not know them.
func (g *Game) AfterDecisions(n int) (*Game, error) {
	if g.madeUp {
		return nil, say.New("the game was made up from a view: what came before is not known")
	}
	h, err := g.lib.NewGame(g.start)
	if err != nil {
		return nil, err
	}
	if n < 0 || n > len(g.decisions) {
		return nil, say.Errorf("there are %d decisions, not %d", len(g.decisions), n)
	}
	for _, d := range g.decisions[:n] {
		if err := h.Apply(d); err != nil {
			return nil, err
		}
	}
	return h, nil
}

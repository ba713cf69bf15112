package chapters

import (
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

// hasEffect reports whether the seat has a gift of that effect.
func (r *Role) hasEffect(e characters.Effect) bool { return r.Gift != nil && r.Gift.Effect == e }

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

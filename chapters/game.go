package chapters

import (
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Game is one round being played: a position and the decisions made since. It asks for one
// decision at a time.
//
// A Game is for one goroutine; [Game.Clone] makes an independent one. [Game.View] stores what it
// finds out about the goals. After it was called once since the last [Game.Apply], any number of
// goroutines may read the game.
//
// To play it:
//   - [Game.Due] returns which decision is due and who makes it, [Game.Options] the legal decisions,
//     and [Game.Refused] the others, each with a reason.
//   - [Game.Apply] makes a decision. To try one, make it in a [Game.Clone]. [Game.AfterDecisions]
//     returns an earlier moment as a new game.
//   - [Game.View] returns what a seat sees.
//   - [Game.Statuses] and [Game.Result] tell how the goals and the round stand, [Game.IsOver] whether
//     the round has ended.
//
// Game has the state of the round, and what other packages use. The stages of a round and the jobs in it are
// types of their own that work on a game, such as draft, setup, play, judge and observer.
//
// There are three ways to read how the goals stand. [View.Goals] is what one seat knows, with numbers
// in [View.Standings]. [Game.Statuses] is what everybody knows. [Game.Goals], with [Game.State], is
// what was counted: it is for programs that see all cards and search how the round can go on, such as
// the solver.
type Game struct {
	lib *Library
	// chapter is the chapter as it is played in this round, nil for a plain round.
	chapter *Chapter
	// start is the position that the round began with.
	start Position
	// decks are the side decks of the round.
	decks []*SideDeck
	// deck is all cards of the round, without a side deck that is turned up.
	deck tricks.Set

	stage Stage
	seats seatList
	// lost is the lost cards on the table.
	lost []tricks.Card
	// threats is the threat deck, next card first.
	threats []int
	// pile is the draw pile before play, next card first. In play the table says which cards of it are
	// drawn.
	pile []tricks.Card

	progress Progress
	// awaited is the decision that is due in the setup.
	awaited struct {
		Kind DecisionKind
		Seat tricks.Seat
	}
	// sideTaken is how many cards of the barrow were taken (C6).
	sideTaken int
	// blindfolded is the seats that play face down (C15).
	blindfolded tricks.SeatSet
	// leaderGuessed is [State.LeaderGuessed].
	leaderGuessed bool

	table   *tricks.Table
	state   tricks.State
	history []characters.Trick
	// count is the goals of the round with their score.
	count goalCount

	decisions []Decision
	events    []Event
	// madeUp reports whether the game was made by [Worlds], and so does not know how the round began.
	madeUp bool
}

// Progress is how far a round has come, beside where the cards lie. In a [View] it has only what the
// player knows: a card that the player does not see is [tricks.Closed], and a threat number is 0.
type Progress struct {
	// R1 is the seat that was dealt R1, NoSeat if R1 is lost or not dealt yet. In a [View] it is also
	// NoSeat unless everybody knows the seat.
	R1 tricks.Seat `json:"r1"`
	// TookLost is the seat that took the lost cards, NoSeat if none did.
	TookLost tricks.Seat `json:"took_lost"`
	// Rejected is the threat numbers that were set aside (S8).
	Rejected []int `json:"rejected"`

	// Order is the order in which seats act in the draft, and then in the setup.
	Order []tricks.Seat `json:"order"`
	// Turn is the index in Order of the seat that acts.
	Turn int `json:"turn"`
	// Step is the index of the acting character's next setup action.
	Step int `json:"step"`
	// Transfers are the cards on their way between hands.
	Transfers []Transfer `json:"transfers"`
	// Batches is how many of the later batches of a staged deal have been dealt (C16).
	Batches int `json:"batches"`
	// Drawn is the threat numbers that were drawn and from which one is kept.
	Drawn []int `json:"drawn"`
	// SoloExchange is the seat that used the one exchange of a solo round, NoSeat for none (S10).
	SoloExchange tricks.Seat `json:"solo_exchange"`

	// Asked says for each kind of decision whether it was made in this setup action or before this
	// trick.
	Asked [numKinds]bool `json:"-"`
	// LeftTucked reports whether it was decided to leave the tucked card tucked away before this trick.
	LeftTucked bool `json:"stays"`
	// SetupLog is the number of events before the first trick.
	SetupLog int `json:"setup_log"`
	// PutFirst is the seats that put a card into the first trick (K: Radagast).
	PutFirst tricks.SeatSet `json:"put_first"`
	// KeptLast is the seats that set a card aside for the last trick (K: Radagast).
	KeptLast tricks.SeatSet `json:"kept_last"`
	// SwappedAt is the number of the trick before which Sting was used, counted from 0. It is -1 as
	// long as Sting was not used.
	SwappedAt int `json:"swapped_at"`
}

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

// Character returns the character at a seat, nil if the seat has not taken one yet.
func (g *Game) Character(s tricks.Seat) *characters.Character { return g.seats[s].Character }

// legal returns nil if the decision is due and may be made, else the reason with the number of a rule.
func (g *Game) legal(d Decision) error {
	if g.IsOver() {
		return ruleError("T10", "the round is over")
	}
	due, s := g.decisionDue()
	if d.Kind == PlayCard && g.stage == StagePlay && due != Return {
		return playLegal(g, d)
	}
	if (sting{g}).isRefusal(d) {
		return nil
	}
	if d.Kind != due || d.Seat != s {
		return ruleError(decisionKinds[due].rule, "seat %d cannot do that now: %s by seat %d is due", d.Seat, due, s)
	}
	return decisionKinds[d.Kind].legal(g, d)
}

// Apply makes a decision. If the decision is not legal, the game does not change and the error names
// the rule.
func (g *Game) Apply(d Decision) error {
	if err := g.legal(d); err != nil {
		return err
	}
	g.decisions = append(g.decisions, d)
	g.progress.Asked[d.Kind] = true
	decisionKinds[d.Kind].apply(g, d)
	if g.stage == StageSetup {
		return setup{g}.advance()
	}
	return nil
}

// AfterDecisions returns a new game that is the same as this one was after its first n decisions. It
// fails for a game that was made from a view ([View.Worlds]), because that does not know how it began.
func (g *Game) AfterDecisions(n int) (*Game, error) {
	if g.madeUp {
		return nil, say.New("the game was built from a view: earlier decisions are not known")
	}
	earlier, err := g.lib.NewGame(g.start)
	if err != nil {
		return nil, err
	}
	if n < 0 || n > len(g.decisions) {
		return nil, say.Errorf("there are %d decisions, not %d", len(g.decisions), n)
	}
	for _, d := range g.decisions[:n] {
		if err := earlier.Apply(d); err != nil {
			return nil, err
		}
	}
	return earlier, nil
}

package realtable

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// setupReplay plays draft and setup of a game with the decisions that the note has.
type setupReplay struct {
	note *note
	game *chapters.Game
	// moves are the exchanges and gifts of setup that are not made yet.
	moves []move
}

// noMove is the index of a move for a decision that is no move.
const noMove = -1

// replaySetup plays a game from the deal to its first trick. The error says which decision is not written.
func replaySetup(n *note, dealt chapters.Position) (*chapters.Game, error) {
	game, err := n.head.lib.NewGame(dealt)
	if err != nil {
		return nil, err
	}
	r := &setupReplay{note: n, game: game, moves: n.setupMoves()}
	for game.Stage() != chapters.StagePlay {
		if err := r.decide(); err != nil {
			return nil, err
		}
	}
	if len(r.moves) > 0 {
		return nil, say.Errorf(
			"%s could not pass %s on: correct the exchange, or the hand (S6)",
			n.name(r.moves[0].giver),
			spelled(r.moves[0].card),
		)
	}
	return game, wrongThreat(n, game)
}

// threatErr is the error that a seat has another threat number than the one it drew.
type threatErr struct {
	error
	line int
}

// Unwrap returns the error with the message.
func (e *threatErr) Unwrap() error { return e.error }

// FormatArgs returns the message for translation, see package say.
func (e *threatErr) FormatArgs() (format string, args []any) { return "%w", []any{e.error} }

// wrongThreat returns a [threatErr] if a game at its first trick has another threat number at a seat than the note
// (S8), nil if it has not.
func wrongThreat(n *note, game *chapters.Game) error {
	for s := range n.seats {
		seat := tricks.Seat(s)
		written := n.seats[s].Threat
		if drawn := game.View(seat).Seats[s].Threat; written != 0 && drawn != 0 && written != drawn {
			return &threatErr{
				say.Errorf(
					"%s has the threat number %d here, but drew %d according to the line with the threats: correct one of them (S8)",
					n.name(seat),
					written,
					drawn,
				),
				n.seats[s].line,
			}
		}
	}
	return nil
}

// decide makes the next decision: the one that is written, or the only one possible.
func (r *setupReplay) decide() error {
	due := r.game.Due()
	options := r.game.Options()
	moveIndex := noMove
	i := slices.IndexFunc(options, func(d chapters.Decision) (yes bool) {
		yes, moveIndex = r.isWritten(d)
		return yes
	})
	if i < 0 && len(options) == 1 {
		i = 0
		moveIndex = noMove
	}
	if i < 0 {
		return say.Errorf("a decision of %s is not written: %s (S5)", r.note.name(due.Seat),
			say.Word(due.Kind.String()))
	}
	d := options[i]
	if err := r.game.Apply(d); err != nil {
		return err
	}
	switch {
	case moveIndex == noMove:
	case d.Kind == chapters.Exchange && d.Target != chapters.LostCard:
		r.moves[moveIndex].passed = true // The other card comes back in a decision of its own.
	default:
		r.moves = slices.Delete(r.moves, moveIndex, moveIndex+1)
	}
	return nil
}

// isWritten reports whether the note has a decision, and which of the moves it is.
func (r *setupReplay) isWritten(decision chapters.Decision) (yes bool, moveIndex int) {
	n := r.note
	entry := &n.seats[decision.Seat]
	switch decision.Kind {
	case chapters.Exchange, chapters.Give:
		return r.isWrittenMove(decision)
	case chapters.Return:
		moveIndex = slices.IndexFunc(r.moves, func(m move) bool {
			return m.passed && m.giver == decision.Target && m.receiver == decision.Seat && m.returned == decision.Card
		})
		return moveIndex >= 0, moveIndex
	case chapters.Draft:
		yes = decision.Character == entry.Character
	case chapters.Threat:
		yes = decision.Number == entry.Threat
	case chapters.Redraw:
		view := r.game.View(r.game.Due().Decider)
		yes = (decision.Word == chapters.No) == (view.Seats[decision.Seat].Threat == entry.Threat)
	case chapters.Declare:
		yes = decision.Word == entry.Declared
	case chapters.Range:
		yes = decision.Word == say.Sprintf("%d-%d", entry.Range[0], entry.Range[1]).String()
	case chapters.TakeLost:
		took := n.tookLost() && (n.taker == noSeat || n.taker == decision.Seat)
		yes = took && decision.Word == chapters.Yes || !took && decision.Word == chapters.No
	case chapters.Tuck:
		yes = entry.Tucked.Contains(decision.Card)
	case chapters.KeepLast:
		yes = entry.Last.Contains(decision.Card)
	case chapters.PutFirst:
		yes = entry.First.Contains(decision.Card)
	default: // The other kinds of decisions come after setup.
	}
	return yes, noMove
}

// isWrittenMove is isWritten for a card that is given away or given in exchange. A seat without a written exchange
// exchanged with nobody.
func (r *setupReplay) isWrittenMove(decision chapters.Decision) (yes bool, moveIndex int) {
	isGift := decision.Kind == chapters.Give
	moveIndex = slices.IndexFunc(r.moves, func(m move) bool {
		return !m.passed && m.giver == decision.Seat && (m.returned == tricks.NoCard) == isGift &&
			(!isGift || m.receiver == decision.Target || decision.Target == tricks.NoSeat)
	})
	if moveIndex == noMove {
		return !isGift && decision.Target == tricks.NoSeat, noMove
	}
	m := r.moves[moveIndex]
	return m.receiver == decision.Target && m.card == decision.Card, moveIndex
}

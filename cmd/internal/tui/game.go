package tui

import (
	"context"
	"reflect"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
	"fellowship/solver/players"
	"fellowship/tricks"
	"fellowship/tricks/say"

	tea "github.com/charmbracelet/bubbletea"
)

// Game is a game as its screen drives it, from one place: the [session.Place] of this
// program, or one at a table that is kept elsewhere.
type Game interface {
	Next() session.Moment
	GoOn()
	Look() chapters.View
	// Eyes is whose cards may be shown now, Player the person whose decision is due.
	Eyes() tricks.Seat
	Player() tricks.Seat
	Name(seat tricks.Seat) string
	Shown() int
	Stopped() bool

	// Decide, Undo and Stop return ErrSent where what comes of it is heard later, see
	// [Model.Refresh].
	Decide(d chapters.Decision) error
	Undo() error
	Stop() error

	// Think and Follow are for computer players that think in this place, see
	// [session.Session.Think].
	Think() *session.Thought
	Follow(t *session.Thought, d chapters.Decision) error

	// Why and OpenCards return a question for another goroutine, nil where nothing is to
	// be asked: no computer player has played, or the person is to be told first what
	// open cards are. By is who thinks, NoSeat where that is not known yet.
	Why() (by tricks.Seat, why Why, err error)
	OpenCards() (func(context.Context) (session.Opened, error), error)
	// Hint asks what a strong player would do in the person's place, as a question for
	// another goroutine, see [session.Session.Hint].
	Hint() (Hint, error)
}

// Hint says what a strong player would do, and for what reason.
type Hint func(context.Context) (chapters.Decision, players.Reason, error)

// Why says which card a computer player has played last, and for what reason; the card is
// NoCard if there is none.
type Why func(context.Context) (tricks.Play, chapters.Decision, players.Reason, error)

// ErrSent is that what the person wants was sent to where the table is kept.
var ErrSent = say.New("it was sent")

// here is a game in this program.
type here struct{ *session.Place }

// hereOf is where all people of a game look at it, one after the other.
func hereOf(s *session.Session) Game { return here{s.At(s.Humans(), true)} }

// Stop ends a round that is settled.
func (h here) Stop() error {
	_, err := h.Place.Stop()
	return err
}

// Why thinks once more.
func (h here) Why() (tricks.Seat, Why, error) {
	play, thought, err := h.LastCard()
	if err != nil || thought == nil {
		return tricks.NoSeat, nil, err
	}
	return play.Seat, func(ctx context.Context) (tricks.Play, chapters.Decision, players.Reason, error) {
		d, reason, err := thought.Explain(ctx)
		return play, d, reason, err
	}, nil
}

// Hint thinks in the person's place.
func (h here) Hint() (Hint, error) {
	thought, err := h.Place.Hint()
	if err != nil {
		return nil, err
	}
	return thought.Explain, nil
}

// Refresh looks at the game anew: something has happened elsewhere. What the person was
// about to choose stays where nothing has happened to the round, and a finished trick
// until the person goes on.
func (m *Model) Refresh() tea.Cmd {
	//nolint:govet // the errors in a view are those of its chapter, which stays the same
	if now := m.game.Next(); now == m.phase && (now == trickEnd || reflect.DeepEqual(m.game.Look(), m.view)) {
		return nil
	}
	return m.proceed()
}

// Note says something to the person, as bad news or not, until the next key.
func (m *Model) Note(text string, warning bool) { m.note, m.warning = text, warning }

// Sight is what the person may see.
func (m *Model) Sight() *chapters.View { return &m.view }

// Busy says that the next key is for something that lies on top of the game.
func (m *Model) Busy() bool { return m.page != noPage || m.leaving || m.peek }

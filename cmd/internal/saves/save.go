package saves

import (
	"bytes"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/round"
)

// Save is a saved game: a round of a table.
type Save struct {
	// Name is what people call it.
	Name string
	// Modified is when somebody decided something last.
	Modified time.Time
	// Campaign is the one of which it is a round, empty for none.
	Campaign string
	Record   chapters.Record
	// Round is the record played through, and Result how it stands. Finished says that it has ended, by
	// itself or early (T11).
	Round    *chapters.Game
	Result   chapters.Result
	Finished bool
	// Undos is how often something was taken back.
	Undos int
	// Err is why the game cannot be continued; it matches ErrEmpty, ErrForeign, ErrDamaged or an error of
	// the file system.
	Err error

	at *Table
	// number is that of the round at its table, and text its record as it was written. Stopped says that
	// the round was ended early.
	number  int
	text    []byte
	stopped bool
}

// Path returns where the table of the game is.
func (g *Save) Path() string { return g.at.Path() }

// play plays a game through.
func (g *Save) play(lib *chapters.Library) Save {
	now := *g
	if now.Err != nil {
		return now
	}
	if err := now.replay(lib); err != nil {
		now.Err = say.Errorf("saved game %s: %w", g.Name, say.Errorf("%w: %w", ErrDamaged, err))
		return now
	}
	now.Undos = bytes.Count(g.text, []byte(`{"undo":`))
	now.Result, now.Finished = now.Round.Result(), now.Round.Over() || g.stopped
	if lost := g.at.lost(); lost != nil && !now.Finished { // it went on in the campaign, and would go back in time
		now.Err = say.Errorf("saved game %s: %w", g.Name, lost)
	}
	return now
}

func (g *Save) replay(lib *chapters.Library) error {
	entries := 0
	for e := range lib.Read(g.at.Name+extension, bytes.NewReader(g.text)) {
		switch entries++; {
		case entries > 1:
			return say.Errorf("line %d is not a decision", e.Line)
		case e.Err != nil:
			return e.Err
		}
		g.Record = e.Record
	}
	game, err := g.Record.Game(lib)
	if err == nil {
		err = round.CheckBy(game, g.Record.By)
	}
	if err == nil {
		g.Round = game
	}
	return err
}

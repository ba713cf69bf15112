package saves

import (
	"bytes"
	"os"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"
)

// Save is a saved game: a round of a table, as it was written, under the name that people call it.
type Save struct {
	table.Recorded
	// Campaign is the one of which it is a round, empty for none.
	Campaign string
	Record   chapters.Record
	// Game is the record played through, nil in a list of what was Played. Stage and Result say how far it
	// has come, in play after so many of its tricks. Finished reports whether it has ended, by itself or, then it
	// is Early, not (T11).
	Game            *chapters.Game
	Stage           chapters.Stage
	Tricks, Of      int
	Result          chapters.Result
	Finished, Early bool
	// Undos is how often something was taken back.
	Undos int
	// Err is why the game cannot be continued; it matches ErrEmpty, ErrForeign, ErrDamaged or an error of
	// the file system.
	Err error

	at *Table
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
	now.Undos = bytes.Count(g.Text, []byte(`{"undo":`))
	over := now.Game.Over()
	now.Result, now.Finished, now.Early = now.Game.Result(), over || g.Stopped, !over && g.Stopped
	if now.Stage = now.Game.Stage(); now.Stage == chapters.StagePlay {
		now.Tricks, now.Of = len(now.Game.History()), now.Game.State().Table.Tricks()
	}
	if lost := g.at.lost(); lost != nil && !now.Finished { // it went on in the campaign, and would go back in time
		now.Err = say.Errorf("saved game %s: %w", g.Name, lost)
	}
	return now
}

func (g *Save) replay(lib *chapters.Library) error {
	entries := 0
	for e := range lib.Read(g.at.Name+extension, bytes.NewReader(g.Text)) {
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
		g.Game = game
	}
	return err
}

// GoesOn reports whether the game can be played on.
func (g *Save) GoesOn() bool { return g.Err == nil && !g.Finished }

// Open opens the table of the game.
func (g *Save) Open(lib *chapters.Library) (*File, error) { return g.at.Open(lib) }

// Delete deletes the game, unless somebody plays it, or it is a round of a campaign. Other rounds of its
// table stay.
func (g *Save) Delete() error {
	if g.Campaign != "" {
		return say.Errorf("saved game %s: %w %s", g.Name, ErrOfCampaign, g.Campaign)
	}
	now := &Table{Name: g.at.Name, dir: g.at.dir}
	err := now.keeps(func(keeper *folder.Store) error {
		if len(now.saves()) > 1 {
			return table.Forget(keeper, now.Name, g.Number)
		}
		return now.remove(keeper)
	})
	if err = now.problem(err); err != nil {
		return say.Errorf("saved game %s: %w", g.Name, err)
	}
	return nil
}

// keep keeps a round of a campaign as a game of its own.
func (g *Save) keep(lib *chapters.Library) error {
	own := Table{Name: g.Name, dir: g.at.in.dir}
	if _, err := os.Lstat(own.Path()); err == nil {
		return nil // it was kept when the campaign was to be deleted before, and the program killed
	}
	if played := g.play(lib); played.Game == nil {
		return nil // nothing that could be kept
	}
	_, err := g.at.in.addGame(lib, func(n int) string {
		if n == 1 {
			return g.Name
		}
		return numbered(g.Name)(n)
	}, nil, g.Text, g.Stopped)
	return err
}

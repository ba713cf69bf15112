package saves

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"
)

// Table is a table of a list.
type Table struct {
	Name string
	// Modified is when its file was written last.
	Modified time.Time
	// Campaign is the campaign that is played there, nil where Err says why it cannot be read: of the
	// tables that are listed as those of campaigns.
	Campaign *campaign.Campaign
	Err      error

	folder *Folder
	dir    string
	// campaign reports whether one is played there.
	campaign bool
	// What stands in the file, once it was read: its rounds, the events of a campaign, and why not all of
	// it can be read.
	read   bool
	rounds []*Save
	events []store.Event
	damage error
}

// Path returns where the table is.
func (t *Table) Path() string { return filepath.Join(t.dir, t.Name+extension) }

// text returns the beginning of a table's file, as far as it can be read.
func (t *Table) text(most int64) []byte {
	f, err := disk.OpenOwn(t.Path(), os.O_RDONLY)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, most))
	return text
}

// start is so much of a file that it tells which kind of table it is.
const start = 1 << 10

// isCampaign reports whether a table says that a campaign is played there.
func (t *Table) isCampaign() bool {
	if !t.campaign && !t.read {
		text := t.text(start)
		if len(t.events) > 0 {
			text = t.events[0].Data
		}
		t.campaign = bytes.Contains(text, []byte(`"campaign":true,`))
	}
	return t.campaign
}

// saves reads the table, and returns its rounds: of a damaged table the rounds before the damage.
func (t *Table) saves() []*Save {
	if t.read {
		return t.rounds
	}
	err := t.withStore(func(keeper *folder.Store) (err error) {
		t.events, err = keeper.Read(t.Name)
		return err
	})
	rounds, readErr := table.Rounds(t.events)
	t.damage = t.tableError(cmp.Or(err, readErr))
	if !t.isCampaign() {
		t.events = nil
		if len(rounds) == 0 { // its name is all there is to tell
			rounds = []table.Recorded{{Number: 1, Modified: t.Modified}}
			t.damage = cmp.Or(t.damage, ErrEmpty)
		}
	}
	for i, r := range rounds {
		g := &Save{Recorded: r, table: t}
		switch {
		case t.campaign:
			g.Campaign = t.Name
		case r.Number == 1:
			g.Name = t.Name
		case !campaign.PlainName(r.Name):
			g.Name = numbered(t.Name)(r.Number)
		}
		if !t.campaign && i == len(rounds)-1 && t.damage != nil {
			g.Err = say.Errorf("saved game %s: %w", g.Name, t.damage)
		}
		if campaign.PlainName(g.Name) {
			t.rounds = append(t.rounds, g)
		}
	}
	t.read = true
	return t.rounds
}

// withStore does something with the file of the table.
func (t *Table) withStore(do func(*folder.Store) error) error {
	keeper, err := folder.Open(folder.Options{Dir: t.dir})
	if err != nil {
		return err
	}
	defer keeper.Close()
	return do(keeper)
}

// tableError says in the words of saved games what is wrong with a table.
func (t *Table) tableError(err error) error {
	switch _, statErr := os.Lstat(t.Path()); {
	case err == nil:
		return nil
	case errors.Is(err, disk.ErrInUse) && t.campaign:
		return ErrCampaignInUse
	case errors.Is(err, disk.ErrInUse):
		return ErrInUse
	case errors.Is(err, store.ErrGone) && statErr == nil:
		return ErrEmpty
	case errors.Is(err, store.ErrGone):
		return fs.ErrNotExist
	case errors.Is(err, disk.ErrStrange):
		return disk.ErrStrange
	case errors.Is(err, store.ErrDamaged) && !bytes.HasPrefix(t.text(start), []byte(folder.Head)):
		return ErrForeign
	case errors.Is(err, store.ErrDamaged):
		return say.Errorf("%w: %w", ErrDamaged, err)
	}
	return disk.Classify(err)
}

// namedError says what is wrong with a table, by its name.
func (t *Table) namedError(err error) error {
	err = t.tableError(err)
	switch {
	case err == nil:
		return nil
	case t.campaign:
		return say.Errorf("campaign %s: %w", t.Name, err)
	}
	return say.Errorf("saved game %s: %w", t.Name, err)
}

// damageError is why the last rounds of a campaign may be missing among the games, nil where none are.
func (t *Table) damageError() error {
	t.saves()
	if !t.campaign || t.damage == nil {
		return nil
	}
	return say.Errorf("campaign %s: %w", t.Name, t.damage)
}

// replay comes to where the campaign of a table is.
func (t *Table) replay(lib *chapters.Library) {
	t.Err = t.damageError()
	if t.Err != nil || t.Campaign != nil {
		return
	}
	c, err := table.CampaignOf(lib, t.events)
	t.Campaign = c
	t.events = nil
	if err != nil {
		t.Campaign = nil
		t.Err = t.namedError(err)
	}
}

// Delete deletes a campaign, also one that cannot be read; its rounds stay, as saved games.
func (t *Table) Delete(lib *chapters.Library) error {
	t = &Table{Name: t.Name, folder: t.folder, dir: t.dir, campaign: true} // as it is now
	return t.namedError(t.withStore(func(keeper *folder.Store) error {
		stop, err := keeper.Hold(t.Name, func(store.Event) {}) // so that nobody else plays there
		if err == nil {
			defer stop()
		} else if errors.Is(err, disk.ErrInUse) {
			return err
		}
		rounds := t.saves()
		if t.damage != nil && len(rounds) > 0 {
			rounds = rounds[:len(rounds)-1] // the last one before the damage may have gone on
		}
		for _, g := range rounds {
			if err := g.keep(lib); err != nil {
				return err
			}
		}
		return t.remove(keeper)
	}))
}

// remove deletes the file of a table, also one in which nothing stands.
func (t *Table) remove(keeper *folder.Store) error {
	err := keeper.Delete(t.Name)
	if errors.Is(err, store.ErrGone) {
		return os.Remove(t.Path())
	}
	return err
}

// Save is a saved game: a round of a table, as it was written, under the name that people call it.
type Save struct {
	table.Recorded
	// Campaign is the one of which it is a round, empty for none.
	Campaign string
	Record   chapters.Record
	// Game is the record played through, nil in a list of what was Played. Stage and Result say how far it
	// has come, in play after so many of its tricks. Finished reports whether it has ended, by itself or, then it
	// is Early, not (T11).
	Game               *chapters.Game
	Stage              chapters.Stage
	Tricks, TrickTotal int
	Result             chapters.Result
	Finished, Early    bool
	// Undos is how often something was taken back.
	Undos int
	// Err is why the game cannot be continued; it matches ErrEmpty, ErrForeign, ErrDamaged or an error of
	// the file system.
	Err error

	table *Table
}

// Path returns where the table of the game is.
func (g *Save) Path() string { return g.table.Path() }

// replayed plays a game through.
func (g *Save) replayed(lib *chapters.Library) Save {
	save := *g
	if save.Err != nil {
		return save
	}
	if err := save.replay(lib); err != nil {
		save.Err = say.Errorf("saved game %s: %w", g.Name, say.Errorf("%w: %w", ErrDamaged, err))
		return save
	}
	save.Undos = bytes.Count(g.Text, []byte(`{"undo":`))
	ended := save.Game.IsOver()
	save.Result = save.Game.Result()
	save.Finished = ended || g.Stopped
	save.Early = !ended && g.Stopped
	save.Stage = save.Game.Stage()
	if save.Stage == chapters.StagePlay {
		save.Tricks = len(save.Game.History())
		save.TrickTotal = save.Game.State().Table.Tricks()
	}
	// it went on in the campaign, and would go back in time
	if damageErr := g.table.damageError(); damageErr != nil && !save.Finished {
		save.Err = say.Errorf("saved game %s: %w", g.Name, damageErr)
	}
	return save
}

func (g *Save) replay(lib *chapters.Library) error {
	entries := 0
	for e := range lib.Read(g.table.Name+extension, bytes.NewReader(g.Text)) {
		entries++
		switch {
		case entries > 1:
			return say.Errorf("line %d is not a decision", e.Line)
		case e.Err != nil:
			return e.Err
		}
		g.Record = e.Record
	}
	game, err := g.Record.Game(lib)
	if err == nil {
		err = round.CheckPlayers(game, g.Record.PlayerNames)
	}
	if err == nil {
		g.Game = game
	}
	return err
}

// CanContinue reports whether the game can be played on.
func (g *Save) CanContinue() bool { return g.Err == nil && !g.Finished }

// Open opens the table of the game.
func (g *Save) Open(lib *chapters.Library) (*File, error) { return g.table.Open(lib) }

// Delete deletes the game, unless somebody plays it, or it is a round of a campaign. Other rounds of its
// table stay.
func (g *Save) Delete() error {
	if g.Campaign != "" {
		return say.Errorf("saved game %s: %w %s", g.Name, ErrOfCampaign, g.Campaign)
	}
	now := &Table{Name: g.table.Name, dir: g.table.dir}
	err := now.withStore(func(keeper *folder.Store) error {
		if len(now.saves()) > 1 {
			return table.Forget(keeper, now.Name, g.Number)
		}
		return now.remove(keeper)
	})
	if err = now.tableError(err); err != nil {
		return say.Errorf("saved game %s: %w", g.Name, err)
	}
	return nil
}

// keep keeps a round of a campaign as a game of its own.
func (g *Save) keep(lib *chapters.Library) error {
	own := Table{Name: g.Name, dir: g.table.folder.dir}
	if _, err := os.Lstat(own.Path()); err == nil {
		return nil // it was kept when the campaign was to be deleted before, and the program killed
	}
	if played := g.replayed(lib); played.Game == nil {
		return nil // nothing that could be kept
	}
	_, err := g.table.folder.addGame(lib, func(n int) string {
		if n == 1 {
			return g.Name
		}
		return numbered(g.Name)(n)
	}, nil, g.Text, g.Stopped)
	return err
}

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
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"
)

// Table is a table in a [List].
type Table struct {
	Name string
	// Modified is when the table's file was written last.
	Modified time.Time
	// size is the size of the file in bytes.
	size int64
	// Campaign is the campaign of the table. It is only set for tables from [List.Campaigns] and
	// [List.Campaign], and nil if Err is not.
	Campaign *campaign.Campaign
	// Err is why the campaign cannot be read, nil if it can.
	Err error

	folder *Folder
	// dir is the directory of the table's file.
	dir string
	// strange reports whether something other than a file is in the place of the table's file.
	strange bool
	// campaign reports whether the table is known to have a campaign.
	campaign bool
	// read reports whether the file was read, which sets the fields below.
	read bool
	// rounds are the rounds of the table.
	rounds []*Save
	// events are the events of a campaign's table until the campaign was replayed.
	events []store.Event
	// damage is what is wrong with the file, nil if all of it could be read.
	damage *Damage
}

// Path returns the path of the table's file.
func (t *Table) Path() string { return filepath.Join(t.dir, t.Name+extension) }

// text returns at most a number of bytes from the beginning of the table's file, as far as it can be read.
func (t *Table) text(most int64) []byte {
	f, err := disk.OpenOwn(t.Path(), os.O_RDONLY)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, most))
	return text
}

// start is the number of bytes at the beginning of a file that tell which kind of table it is.
const start = 1 << 10

// isCampaign reports whether the beginning of the table's file says that it has a campaign.
func (t *Table) isCampaign() bool {
	switch {
	case t.campaign || t.read:
	case t.strange:
		t.saves() // looks where a link leads
	default:
		t.campaign = hasCampaign(t.text(start))
	}
	return t.campaign
}

// hasCampaign reports whether the beginning of a file, or its first event, says that the table has a campaign.
func hasCampaign(text []byte) bool { return bytes.Contains(text, []byte(`"campaign":true,`)) }

// saves reads the table and returns its rounds. For a damaged table these are the rounds before the damage.
func (t *Table) saves() []*Save {
	if t.read {
		return t.rounds
	}
	rounds := t.readRounds()
	for i, r := range rounds {
		g := &Save{Recorded: r, table: t}
		switch {
		case t.campaign:
			g.Campaign = t.Name
		case r.Number == 1:
			g.Name = t.Name
		case !campaign.IsSaveName(r.Name):
			g.Name = numbered(t.Name)(r.Number)
		}
		if !t.campaign && i == len(rounds)-1 && t.damage != nil {
			g.Err = say.Errorf("saved game %s: %w", g.Name, t.damage)
		}
		if campaign.IsSaveName(g.Name) {
			t.rounds = append(t.rounds, g)
		}
	}
	t.read = true
	return t.rounds
}

// readRounds reads the events of the table and their rounds, and what is wrong with the file.
func (t *Table) readRounds() []table.Recorded {
	err := t.withStore(func(keeper *folder.Store) (err error) {
		t.events, err = keeper.Read(t.Name)
		return err
	})
	rounds, readErr := table.Rounds(t.events)
	if err = cmp.Or(err, readErr); err != nil {
		t.damage = cmp.Or(t.damageOf(err), t.unreadableDamage(err))
		if t.damage == nil {
			t.damage = t.newDamage(Unreadable, disk.Classify(disk.WithoutPath(err)))
		}
		t.campaign = t.campaign || t.damage.IsCampaign
	}
	switch {
	case t.campaign:
	case len(t.events) > 0:
		t.campaign = hasCampaign(t.events[0].Data)
	default:
		t.campaign = hasCampaign(t.text(start))
	}
	if t.damage != nil {
		t.damage.IsCampaign = t.campaign
	}
	if !t.campaign && len(rounds) == 0 {
		// An entry without a record makes the file appear in the list, with its error.
		rounds = []table.Recorded{{Number: 1, Modified: t.Modified}}
		t.damage = cmp.Or(t.damage, t.newDamage(Empty, ErrEmpty))
	}
	if !t.campaign && t.damage == nil {
		t.events = nil
	}
	return rounds
}

// withStore opens the store with the table's file for a function.
func (t *Table) withStore(do func(*folder.Store) error) error {
	keeper, err := openStore(t.dir)
	if err != nil {
		return err
	}
	defer keeper.Close()
	return do(keeper)
}

// tableError translates an error of the store into one about saved games.
func (t *Table) tableError(err error) error {
	switch _, statErr := os.Lstat(t.Path()); {
	case err == nil:
		return nil
	case errors.Is(err, disk.ErrInUse) && t.campaign:
		return ErrCampaignInUse
	case errors.Is(err, disk.ErrInUse):
		return ErrInUse
	case errors.Is(err, store.ErrGone) && statErr != nil:
		return fs.ErrNotExist
	}
	if d := t.damageOf(err); d != nil {
		return d
	}
	return disk.Classify(err)
}

// namedError is tableError with the name of the table.
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

// damageError returns why the last rounds of a campaign may be missing in the list of games, nil if none is
// missing or the table has no campaign.
func (t *Table) damageError() error {
	t.saves()
	if !t.campaign || t.damage == nil {
		return nil
	}
	return say.Errorf("campaign %s: %w", t.Name, t.damage)
}

// replay sets Campaign or Err from the table's events.
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
		t.damage = t.damageOf(err)
	}
}

// Delete deletes a campaign, even one that cannot be read. Its rounds remain as saved games.
func (t *Table) Delete(lib *chapters.Library) error {
	// The file may have changed since the list was made, so it is read again.
	t = &Table{Name: t.Name, folder: t.folder, dir: t.dir, campaign: true}
	return t.namedError(t.withStore(func(keeper *folder.Store) error {
		stop, err := keeper.Hold(t.Name, func(store.Event) {}) // locks the table
		if err == nil {
			defer stop()
		} else if errors.Is(err, disk.ErrInUse) {
			return err
		}
		rounds := t.saves()
		// A file that is in the place of another one is whole, so nothing of its last round is missing.
		if t.damage != nil && t.damage.Kind != Replaced && len(rounds) > 0 {
			rounds = rounds[:len(rounds)-1] // the last round may have gone on in the damaged part
		}
		for _, g := range rounds {
			if err := g.keep(lib); err != nil {
				return err
			}
		}
		return t.remove(keeper)
	}))
}

// remove deletes the file of a table, even an empty one.
func (t *Table) remove(keeper *folder.Store) error {
	err := keeper.Delete(t.Name)
	if errors.Is(err, store.ErrGone) {
		return os.Remove(t.Path())
	}
	return err
}

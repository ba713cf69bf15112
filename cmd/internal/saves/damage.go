package saves

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"
)

// DamageKind says what is wrong with the file of a table.
type DamageKind int

// The kinds of damage.
const (
	// Cut: the end of the file is missing.
	Cut DamageKind = iota + 1
	// Changed: a line in the file is not as it was written.
	Changed
	// Replaced: another file of that name is in its place.
	Replaced
	// Unplayable: the lines are as they were written, but no round of this program.
	Unplayable
	// Copy: the file is a copy of another table's file, such as a browser or a synced folder makes.
	Copy
	// Foreign: the file is of another program.
	Foreign
	// Empty: the file has no line yet.
	Empty
	// Unreadable: the person may not read the file.
	Unreadable
	// Link: a link is in the place of the file.
	Link
	// DeadLink: a link that leads nowhere is in the place of the file.
	DeadLink
	// NoFile: a folder, a pipe or a device is in the place of the file.
	NoFile
)

// Damage is what is wrong with the file of a table. As an error it is one sentence without the name, and matches
// [ErrDamaged], [ErrForeign], [ErrEmpty] or [disk.ErrStrange]. Package book says the rest in words.
type Damage struct {
	// Name is the name of the table. For a Copy it may have any letters that can be seen.
	Name string
	// Path is the path of the file.
	Path string
	Kind DamageKind
	// IsCampaign reports whether the table is known to have a campaign.
	IsCampaign bool
	// Original is the name of the table of which the file is a Copy.
	Original string
	// Modified is when the file was written last.
	Modified time.Time
	// Lines is the number of lines at the beginning of the file that can be read.
	Lines int

	// Game is the last round as far as it can be read, nil if none can be. [Damage.Complete] sets it.
	Game *Save
	// Campaign is the campaign as far as it can be read, nil if it cannot. [Damage.Complete] sets it.
	Campaign *campaign.Campaign

	// isGame reports whether the table is known to have saved games.
	isGame bool
	// err is the sentence.
	err   error
	table *Table
}

// Error returns the sentence in English.
func (d *Damage) Error() string { return d.err.Error() }

// Unwrap returns the sentence.
func (d *Damage) Unwrap() error { return d.err }

// Is reports whether the target is the error for this kind of damage.
func (d *Damage) Is(target error) bool {
	switch d.Kind {
	case Link, DeadLink, NoFile:
		return target == disk.ErrStrange
	case Copy:
		return target == ErrDamaged
	default:
		return false
	}
}

// IsKnown reports whether it is known whether the table has a campaign.
func (d *Damage) IsKnown() bool { return d.IsCampaign || d.isGame || d.Game != nil }

// CanRepair reports whether the table can go on after its last readable line.
func (d *Damage) CanRepair() bool {
	switch d.Kind {
	case Cut, Changed, Replaced:
		return d.Lines > 0
	default:
		return false
	}
}

// Repair makes the table go on after its last readable line. It keeps the whole file as it is in another one, and
// returns the path of that.
func (d *Damage) Repair() (kept string, err error) {
	err = d.table.withStore(func(keeper *folder.Store) (err error) {
		kept, err = keeper.Repair(d.table.Name)
		return err
	})
	return kept, d.table.namedError(err)
}

// newDamage returns the damage of the table.
func (t *Table) newDamage(kind DamageKind, err error) *Damage {
	return &Damage{
		Name: t.Name, Path: t.Path(), Kind: kind, IsCampaign: t.campaign, Modified: t.Modified, err: err, table: t,
	}
}

// damageOf returns the damage that an error of the store means, nil if the error is something else.
func (t *Table) damageOf(err error) *Damage {
	var found *store.DamageError
	switch _, statErr := os.Lstat(t.Path()); {
	case errors.Is(err, disk.ErrStrange):
		return t.strangeDamage()
	case errors.Is(err, store.ErrGone) && statErr == nil:
		return t.newDamage(Empty, ErrEmpty)
	case !errors.Is(err, store.ErrDamaged):
		return nil
	case errors.As(err, &found):
		return t.storedDamage(found)
	}
	return t.newDamage(Unplayable, say.Errorf("%w: %w", ErrDamaged, err))
}

// storedDamage returns the damage that the store has found.
func (t *Table) storedDamage(found *store.DamageError) (d *Damage) {
	lines := int(found.Line) - 1
	switch found.Kind {
	case store.Cut:
		d = t.newDamage(Cut, say.Errorf("%w: its end is missing; lines that can be read: %d of %d",
			ErrDamaged, lines, found.Written))
	case store.Torn:
		d = t.newDamage(Cut, say.Errorf("%w: its end is missing, it stops in the middle of line %d",
			ErrDamaged, found.Line))
	case store.Replaced:
		d = t.newDamage(Replaced, say.Errorf("%w: another file of that name is in its place", ErrDamaged))
	case store.Renamed:
		if copied := t.copiedEvents(); len(copied) > 0 {
			return t.copyDamage(found.Table, len(copied))
		}
		fallthrough
	default:
		d = t.newDamage(Changed, say.Errorf("%w: line %d was changed after it was written", ErrDamaged, found.Line))
		if found.Line == 1 && string(t.text(int64(len(folder.Head)))) != folder.Head {
			d = t.newDamage(Foreign, ErrForeign)
		}
	}
	d.Lines = lines
	return d
}

// copyDamage returns the damage of a file with a number of events that is a copy of another table's file.
func (t *Table) copyDamage(original string, events int) *Damage {
	d := t.newDamage(Copy, say.Errorf("it is a copy of %.60q under another name", original))
	d.Original = original
	d.Lines = events
	return d
}

// strangeDamage returns the damage of a table in whose place is something other than a file.
func (t *Table) strangeDamage() *Damage {
	info, err := os.Lstat(t.Path())
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return t.newDamage(NoFile, say.New("a folder, a pipe or a device is in the place of the file"))
	}
	target, err := os.Stat(t.Path())
	if err != nil || !target.Mode().IsRegular() {
		return t.newDamage(DeadLink, say.New("a link in the place of the file leads to no file"))
	}
	d := t.newDamage(Link, say.New("a link is in the place of the file"))
	if f, err := os.Open(t.Path()); err == nil { // it is only read
		defer f.Close()
		text, _ := io.ReadAll(io.LimitReader(f, start))
		d.IsCampaign = d.IsCampaign || hasCampaign(text)
		d.isGame = !d.IsCampaign && strings.HasPrefix(string(text), folder.Head)
	}
	return d
}

// unreadableDamage returns the damage of a table that the person may not read, nil for another error.
func (t *Table) unreadableDamage(err error) *Damage {
	if !errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return t.newDamage(Unreadable, say.New("you may not read the file"))
}

// copiedEvents returns the events in the file of a table, also if it is the file of another table.
func (t *Table) copiedEvents() []store.Event {
	f, err := disk.OpenOwn(t.Path(), os.O_RDONLY)
	if err != nil {
		return nil
	}
	defer f.Close()
	events, _ := folder.Events(f) // the events before any damage
	return events
}

// Complete fills in what can be read of a damaged table: Game and Campaign.
func (d *Damage) Complete(lib *chapters.Library) {
	t := d.table
	if d.Game != nil || d.Campaign != nil {
		return
	}
	events := t.events
	if d.Kind == Copy {
		events = t.copiedEvents()
	}
	if len(events) > 0 {
		d.IsCampaign = hasCampaign(events[0].Data)
	}
	if d.IsCampaign {
		d.Campaign, _ = table.CampaignOf(lib, events) // without one nothing is left of it
	}
	rounds, _ := table.Rounds(events)
	if len(rounds) == 0 {
		return
	}
	game := &Save{Recorded: rounds[len(rounds)-1], table: t}
	game.Name = t.Name
	for _, g := range t.rounds {
		if g.Number == game.Number {
			game.Name = g.Name
			game.Campaign = g.Campaign
		}
	}
	if game.replay(lib) == nil {
		game.evaluate()
		d.Game = game
	}
}

// Damages returns what is wrong with files of tables, in the order of [List.Rounds]. Of tables whose lines are as they
// were written it knows only after the tables were replayed.
func (l *List) Damages(lib *chapters.Library) (all []*Damage) {
	all = l.DamagesSince(lib, time.Time{})
	for _, name := range l.Strange {
		if d := l.strangeCopy(name); d != nil {
			d.Complete(lib)
			all = append(all, d)
		}
	}
	return all
}

// DamagesSince is [List.Damages] for the files that were written at a moment or later, without copies under strange
// names.
func (l *List) DamagesSince(lib *chapters.Library, moment time.Time) (all []*Damage) {
	for _, t := range l.tables {
		if t.Modified.Before(moment) {
			break
		}
		t.saves()
		if t.damage != nil {
			t.damage.Complete(lib)
			all = append(all, t.damage)
		}
	}
	return all
}

// Named returns the damage as an error with the name of the game or the campaign.
func (d *Damage) Named() error {
	if d.IsCampaign {
		return say.Errorf("campaign %s: %w", d.Name, d)
	}
	return say.Errorf("saved game %s: %w", d.Name, d)
}

// FindDamage returns what is wrong with the file of the table with a name, or of the table of a saved game with the
// name; nil if nothing is.
func (l *List) FindDamage(lib *chapters.Library, name string) *Damage {
	for _, d := range l.Damages(lib) {
		if sameName(d.Name, name) {
			return d
		}
		for _, g := range d.table.rounds {
			if sameName(g.Name, name) {
				return d
			}
		}
	}
	return nil
}

// strangeCopy returns the damage of a file with a name that the program never chooses, if it is a copy of a table's
// file and people can read its name; otherwise nil.
func (l *List) strangeCopy(file string) *Damage {
	if strictyaml.Visible(file) != file {
		return nil
	}
	t := &Table{Name: file[:len(file)-len(extension)], folder: l.folder, dir: l.folder.dir}
	events := t.copiedEvents()
	if len(events) == 0 {
		return nil
	}
	var original string
	head := strings.TrimPrefix(string(t.text(start)), `{"table":`)
	if err := json.NewDecoder(strings.NewReader(head)).Decode(&original); err != nil {
		return nil //nolint:nilerr // it is no table's file, so it is no copy of one
	}
	return t.copyDamage(original, len(events))
}

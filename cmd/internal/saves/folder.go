// Package saves keeps the tables of a person at home, and lists their rounds. A table is a file of
// its own, to which every decision is added before it is shown, and which is locked while somebody
// plays there. It has one round or many, which people call saved games, or a campaign.
package saves

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"

	"golang.org/x/text/unicode/norm"
)

const extension = ".ndjson"

// Folder is the folder of the tables. Earlier programs kept campaigns in another one beside it,
// where they go on.
type Folder struct{ dir, campaigns string }

// Default returns the folder of the person who runs the program: fellowship/games in the folder for
// state that the platform names, such as $XDG_STATE_HOME.
func Default() *Folder { return New(disk.State("games")) }

// New returns the tables in a folder, which is made for the first of them. Without a folder there are
// none, and nothing can be put there.
func New(dir string) *Folder {
	if dir == "" {
		return &Folder{}
	}
	return &Folder{dir, filepath.Join(filepath.Dir(dir), "campaigns")}
}

// Dir returns the folder.
func (f *Folder) Dir() string { return f.dir }

// File is a table that this program has opened. It is locked until Close.
type File struct {
	*table.Home
	at *Table
}

// Name returns the name of the last round, and Table that of the table.
func (f *File) Name() string { return cmp.Or(f.RoundName(), f.at.Name) }

// Table returns the name of the table, which a campaign has as well.
func (f *File) Table() string { return f.at.Name }

// Path returns where the table is.
func (f *File) Path() string { return f.at.Path() }

// BeginRound begins the round of a record, and in a campaign of a choice.
func (f *File) BeginRound(lib *chapters.Library, choice *campaign.Choice, record chapters.Record) error {
	text, err := table.Text(lib, record)
	if err == nil {
		err = f.Begin(context.Background(), choice, text)
	}
	if err != nil {
		return say.Errorf("campaign %s was not saved: %w", f.at.Name, err)
	}
	return nil
}

// Create begins a table for a round. Its name is that of the deal with a number behind it that is
// not taken yet.
func (f *Folder) Create(lib *chapters.Library, record chapters.Record) (*File, error) {
	text, err := table.Text(lib, record)
	if err != nil {
		return nil, err
	}
	named := numbered(cmp.Or(record.Deal, "game"))
	if !campaign.PlainName(named(1)) {
		return nil, say.Errorf("saved game %.60q: %w", record.Deal, ErrGameName)
	}
	name, err := f.addGame(lib, named, f.taken(), text, false)
	if err != nil {
		return nil, err
	}
	return f.Open(lib, name)
}

// numbered returns names with a number behind them.
func numbered(name string) func(n int) string {
	return func(n int) string { return fmt.Sprintf("%s-%d", name, n) }
}

// addGame adds a table for a round under the first of the names, from 1 on, that is free.
func (f *Folder) addGame(lib *chapters.Library, named func(n int) string, taken map[string]bool, record []byte, stopped bool) (string, error) {
	begins, err := table.GameAtHome(lib, record, stopped)
	if err != nil {
		return "", err
	}
	name, err := f.add(named, taken, begins)
	if err != nil {
		err = say.Errorf("a new saved game: %w", err)
	}
	return name, err
}

// CreateCampaign begins a table for a campaign.
func (f *Folder) CreateCampaign(lib *chapters.Library, name string, c *campaign.Campaign) error {
	name = norm.NFC.String(name)
	if campaign.ReservedName(name) {
		return say.Errorf("%.60q: %w", name, ErrReserved)
	}
	if !validName(name) {
		return say.Errorf("%.60q: %w", name, ErrName)
	}
	begins, err := table.CampaignAtHome(lib, c)
	if err != nil {
		return err
	}
	_, err = f.add(func(n int) string {
		if n > 1 {
			return ""
		}
		return name
	}, f.taken(), begins)
	if errors.Is(err, fs.ErrExist) {
		err = ErrTaken
	}
	if err != nil {
		return say.Errorf("campaign %s: %w", name, err)
	}
	return nil
}

// validName reports whether a campaign may be called so. Its rounds are called
// after it, and its name is typed in commands.
func validName(name string) bool {
	const longest = 40
	return campaign.PlainName(name) && utf8.RuneCountInString(name) <= longest && !strings.ContainsAny(name, ". ")
}

// taken are the names that tables and rounds have.
func (f *Folder) taken() map[string]bool {
	taken := map[string]bool{}
	list, _ := f.List()
	for _, t := range list.tables {
		taken[norm.NFC.String(t.Name)] = true
		for _, g := range t.saves() {
			taken[norm.NFC.String(g.Name)] = true
		}
	}
	return taken
}

// add begins a table under the first of the names, from 1 on, that is free; taken are others that are
// not. A name is passed over where something else is in the place of the file. The error matches fs.ErrExist or disk.ErrStrange
// where a name is empty: there are no more.
func (f *Folder) add(named func(n int) string, taken map[string]bool, begins [][]byte) (name string, err error) {
	if err = disk.ErrNoHome; f.dir != "" {
		err = disk.Classify(os.MkdirAll(f.dir, 0o700))
	}
	if err != nil {
		return "", say.Errorf("the folder of the %s: %w", say.Word("saved games"), err)
	}
	keeper, err := folder.Open(folder.Options{Dir: f.dir})
	if err != nil {
		return "", err
	}
	defer keeper.Close()
	var strange error
	for n := 1; ; n++ {
		if name = named(n); name == "" {
			return "", cmp.Or(strange, fs.ErrExist)
		}
		if taken[name] {
			continue
		}
		begun, err := table.Begin(keeper, name, begins)
		switch {
		case errors.Is(err, store.ErrQuicker) || errors.Is(err, disk.ErrInUse): // another program was quicker
		case errors.Is(err, disk.ErrStrange):
			strange = err
		case err != nil && begun > 0:
			return name, errors.Join(err, keeper.Delete(name)) // nobody has seen it
		default:
			return name, err
		}
	}
}

// Open opens the table of a saved game.
func (f *Folder) Open(lib *chapters.Library, name string) (*File, error) {
	if !campaign.PlainName(name) {
		return nil, say.Errorf("saved game %.60q: %w", name, ErrGameName)
	}
	at := &Table{Name: name, dir: f.dir}
	if _, err := os.Lstat(at.Path()); err != nil {
		list, _ := f.List()
		if g, ok := list.find(name); ok {
			at = g.at
		}
	}
	file, err := f.open(lib, at, ErrInUse)
	if err != nil {
		return nil, say.Errorf("saved game %s: %w", name, err)
	}
	return file, nil
}

// OpenCampaign opens the table of a campaign, of the one played last where the name is empty.
func (f *Folder) OpenCampaign(lib *chapters.Library, name string) (*File, error) {
	list, err := f.List()
	if err != nil {
		return nil, err
	}
	at, err := list.campaign(name)
	if err != nil {
		return nil, err
	}
	file, err := f.open(lib, at, ErrCampaignInUse)
	if err == nil && file.Campaign() == nil {
		err = errors.Join(ErrNoCampaign, file.Close())
	}
	if err != nil {
		return nil, say.Errorf("campaign %s: %w", at.Name, err)
	}
	return file, nil
}

// open opens a table. Busy is the error where another program has opened it. Rounds that begin there
// get the first name that is free.
func (f *Folder) open(lib *chapters.Library, at *Table, busy error) (*File, error) {
	keeper, err := folder.Open(folder.Options{Dir: at.dir})
	if err != nil {
		return nil, err
	}
	home, err := table.OpenHome(lib, keeper, at.Name, func(deal string, number int) string {
		named, taken := numbered(cmp.Or(deal, "game")), f.taken()
		if number > 0 {
			named = numbered(fmt.Sprintf("%s-r%d", at.Name, number))
		}
		for n := 1; ; n++ {
			if name := named(n); !taken[norm.NFC.String(name)] {
				return name
			}
		}
	})
	if err != nil {
		return nil, at.problem(err, busy)
	}
	return &File{home, at}, nil
}

// Delete deletes a saved game, unless somebody plays it, or it is a round of a campaign. Other rounds of
// its table stay.
func (f *Folder) Delete(g *Save) error {
	switch {
	case !campaign.PlainName(g.Name):
		return say.Errorf("saved game %.60q: %w", g.Name, ErrGameName)
	case g.Campaign != "":
		return say.Errorf("saved game %s: %w %s", g.Name, ErrOfCampaign, g.Campaign)
	}
	now := &Table{Name: g.Name, dir: f.dir}
	if g.at != nil {
		now.Name = g.at.Name
	}
	err := now.remove(func(keeper *folder.Store) error {
		if rounds := now.saves(); len(rounds) > 1 {
			return table.Forget(keeper, now.Name, g.number)
		}
		return keeper.Delete(now.Name)
	}, ErrInUse)
	if err != nil {
		return say.Errorf("saved game %s: %w", g.Name, err)
	}
	return nil
}

// DeleteCampaign deletes a campaign, also one that cannot be read; its rounds stay, as saved games.
func (f *Folder) DeleteCampaign(lib *chapters.Library, name string) error {
	list, err := f.List()
	if err != nil {
		return err
	}
	at, err := list.campaign(name)
	if err != nil {
		return err
	}
	err = at.remove(func(keeper *folder.Store) error {
		if open, err := f.open(lib, at, ErrCampaignInUse); err == nil {
			if err := open.Close(); err != nil {
				return err
			}
		} else if errors.Is(err, ErrCampaignInUse) {
			return err
		}
		rounds := at.saves()
		if at.damage != nil && len(rounds) > 0 {
			rounds = rounds[:len(rounds)-1] // the last one before the damage may have gone on
		}
		for _, g := range rounds {
			if err := f.keep(lib, g); err != nil {
				return err
			}
		}
		return keeper.Delete(at.Name)
	}, ErrCampaignInUse)
	if err != nil {
		return say.Errorf("campaign %s: %w", at.Name, err)
	}
	return nil
}

// keep keeps a round of a campaign as a game of its own.
func (f *Folder) keep(lib *chapters.Library, g *Save) error {
	if _, err := os.Lstat(filepath.Join(f.dir, g.Name+extension)); err == nil {
		return nil // it was kept when the campaign was to be deleted before, and the program killed
	}
	if played := g.play(lib); played.Round == nil {
		return nil // nothing that could be kept
	}
	_, err := f.addGame(lib, func(n int) string {
		if n == 1 {
			return g.Name
		}
		return numbered(g.Name)(n)
	}, nil, g.text, g.stopped)
	return err
}

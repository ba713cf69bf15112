// Package saves keeps the tables of a person at home, and lists their rounds. A table is a file of
// its own, to which every decision is added before it is shown, and which is locked while somebody
// plays there. It has one round or many, which people call saved games, or a campaign.
package saves

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
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

// Create begins a table for a round. Its name is that of the deal with a number behind it that is
// not taken yet.
func (f *Folder) Create(lib *chapters.Library, record chapters.Record) (*File, error) {
	text, err := table.Text(lib, record)
	if err != nil {
		return nil, err
	}
	nthName := numbered(cmp.Or(record.Deal, "game"))
	if !campaign.PlainName(nthName(1)) {
		return nil, say.Errorf("saved game %.60q: %w", record.Deal, ErrGameName)
	}
	t, err := f.addGame(lib, nthName, f.nameChecker(), text, false)
	if err != nil {
		return nil, err
	}
	return t.Open(lib)
}

// Open opens the table, where another round can begin when the last one has ended. Such a round gets the
// first name that is free.
func (t *Table) Open(lib *chapters.Library) (*File, error) {
	keeper, err := folder.Open(folder.Options{Dir: t.dir})
	if err != nil {
		return nil, t.namedError(err)
	}
	home, err := table.OpenHome(lib, keeper, t.Name, func(deal string, number int) string {
		nthName := numbered(cmp.Or(deal, "game"))
		taken := t.folder.nameChecker()
		if number > 0 {
			nthName = numbered(fmt.Sprintf("%s-r%d", t.Name, number))
		}
		for n := 1; ; n++ {
			if name := nthName(n); !taken(norm.NFC.String(name)) {
				return name
			}
		}
	})
	if err != nil {
		return nil, t.namedError(err)
	}
	return &File{home, t}, nil
}

// File is a table that this program has opened. It is locked until Close.
type File struct {
	*table.Home
	Table *Table
}

// Name returns the name of the last round.
func (f *File) Name() string { return cmp.Or(f.RoundName(), f.Table.Name) }

// numbered returns names with a number behind them.
func numbered(name string) func(n int) string {
	return func(n int) string { return fmt.Sprintf("%s-%d", name, n) }
}

// addGame adds a table for a round under the first of the names, from 1 on, that is free.
func (f *Folder) addGame(lib *chapters.Library, nthName func(n int) string, taken func(string) bool, record []byte,
	stopped bool,
) (*Table, error) {
	firstEvent, err := table.GameAtHome(lib, record, stopped)
	if err != nil {
		return nil, err
	}
	t, err := f.add(nthName, taken, firstEvent)
	if err != nil {
		err = say.Errorf("a new saved game: %w", err)
	}
	return t, err
}

// CreateCampaign begins a table for a campaign.
func (f *Folder) CreateCampaign(lib *chapters.Library, name string, c *campaign.Campaign) error {
	name = norm.NFC.String(name)
	if campaign.ReservedName(name) {
		return say.Errorf("%.60q: %w", name, ErrReserved)
	}
	const longest = 40 // its rounds are called after it, and it is typed in commands
	if !campaign.PlainName(name) || utf8.RuneCountInString(name) > longest || strings.ContainsAny(name, ". ") {
		return say.Errorf("%.60q: %w", name, ErrName)
	}
	firstEvent, err := table.CampaignAtHome(lib, c)
	if err != nil {
		return err
	}
	only := map[int]string{1: name}
	_, err = f.add(func(n int) string { return only[n] }, f.nameChecker(), firstEvent)
	if errors.Is(err, fs.ErrExist) {
		err = ErrTaken
	}
	if err != nil {
		return say.Errorf("campaign %s: %w", name, err)
	}
	return nil
}

// nameChecker returns whether a table or a round has a name.
func (f *Folder) nameChecker() func(name string) bool {
	list := f.List()
	var texts [][]byte
	for _, t := range list.tables {
		texts = append(texts, t.text(math.MaxInt64))
	}
	return func(name string) bool {
		called := fmt.Appendf(nil, `"name":%q`, name)
		return slices.ContainsFunc(list.tables, func(t *Table) bool { return norm.NFC.String(t.Name) == name }) ||
			slices.ContainsFunc(texts, func(text []byte) bool { return bytes.Contains(text, called) })
	}
}

// add begins a table under the first of the names, from 1 on, that is free: that no other file has, and
// that is not taken, where taken is not nil. A name is passed over where something else is in the place
// of the file. The error matches fs.ErrExist or disk.ErrStrange where a name is empty: there are no more.
func (f *Folder) add(nthName func(n int) string, taken func(string) bool, firstEvent []byte) (*Table, error) {
	err := disk.ErrNoHome
	if f.dir != "" {
		err = disk.Classify(os.MkdirAll(f.dir, 0o700))
	}
	if err != nil {
		return nil, say.Errorf("the folder of the %s: %w", say.Word("saved games"), err)
	}
	keeper, err := folder.Open(folder.Options{Dir: f.dir})
	if err != nil {
		return nil, err
	}
	defer keeper.Close()
	var strange error
	for n := 1; ; n++ {
		name := nthName(n)
		if name == "" {
			return nil, cmp.Or(strange, fs.ErrExist)
		}
		if taken != nil && taken(name) {
			continue
		}
		switch err := keeper.Append(name, 0, firstEvent); {
		case errors.Is(err, store.ErrQuicker) || errors.Is(err, disk.ErrInUse): // another program was quicker
		case errors.Is(err, disk.ErrStrange):
			strange = err
		default:
			return &Table{Name: name, dir: f.dir, folder: f}, err
		}
	}
}

// Errors about saved games. Those of this package wrap them.
var (
	ErrUnknown    = say.New("there is no such saved game")
	ErrGameName   = say.New("a saved game's name is made of letters, digits, -, _, . and spaces")
	ErrInUse      = say.New("another program is playing this game")
	ErrEmpty      = say.New("the file holds no game yet")
	ErrForeign    = say.New("the file is not a game of this program")
	ErrDamaged    = say.New("the file is damaged")
	ErrOfCampaign = say.New("it goes with its campaign, which is")
)

// Errors about campaigns.
var (
	ErrNoCampaign    = say.New("there is no such campaign")
	ErrTaken         = say.New("a campaign or a saved game has that name already")
	ErrName          = say.New("a name is made of letters, digits, - and _, up to 40 of them, and does not begin with -")
	ErrReserved      = say.New("Windows keeps this name for a device, so no file there can have it")
	ErrCampaignInUse = say.New("another program is playing this campaign")
)

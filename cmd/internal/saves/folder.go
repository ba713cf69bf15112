// Package saves manages the tables of a person at home and lists their rounds. Each table is a file. Every
// decision is added to the file before it is shown, and the file is locked while somebody plays there. A
// table has one or more rounds, which people call saved games, or a campaign. What is wrong with a file, or with what
// lies in its place, is one value: [Damage].
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

// extension is the extension of the files of tables.
const extension = ".ndjson"

// Folder is the folder of the tables.
type Folder struct {
	// dir is the path of the folder, empty if there is none.
	dir string
	// campaigns is the folder in which earlier programs kept campaigns. They are still played there.
	campaigns string
	// summaries has what is known of the tables, see KeepSummaries; nil if that is not kept.
	summaries *summaries
}

// Default returns the folder of the person who runs the program: fellowship/games in the platform's folder
// for state, such as $XDG_STATE_HOME.
func Default() *Folder { return New(disk.State("games")) }

// New returns a Folder for a path. The folder is created with its first table. With an empty path there are
// no tables, and none can be created.
func New(dir string) *Folder {
	if dir == "" {
		return &Folder{}
	}
	return &Folder{dir: dir, campaigns: filepath.Join(filepath.Dir(dir), "campaigns")}
}

// Dir returns the path of the folder.
func (f *Folder) Dir() string { return f.dir }

// openStore opens the store of a folder with tables. How far they were written is remembered beside the folder: that
// stays on this machine if the folder is a link into one that is synced with other machines.
func openStore(dir string) (*folder.Store, error) {
	if dir == "" {
		return nil, disk.ErrNoHome
	}
	return folder.Open(
		folder.Options{Dir: dir, EndMarks: filepath.Join(filepath.Dir(dir), ".ends", filepath.Base(dir))},
	)
}

// Create creates a table for a round and opens it. Its name is the deal's name with the first number behind
// it that is not taken yet.
func (f *Folder) Create(lib *chapters.Library, record chapters.Record) (*File, error) {
	return f.create(lib, record, func(text []byte) ([]byte, error) { return table.GameAtHome(lib, text, false) })
}

// CreatePractice is Create for a round that plays on from the middle of an earlier one. Statistics do not count it.
func (f *Folder) CreatePractice(lib *chapters.Library, record chapters.Record) (*File, error) {
	return f.create(lib, record, func(text []byte) ([]byte, error) { return table.PracticeAtHome(lib, text) })
}

// create creates a table with the first event that begin makes of a record, and opens it.
func (f *Folder) create(lib *chapters.Library, record chapters.Record, begin func(text []byte) ([]byte, error),
) (*File, error) {
	text, err := table.RecordText(lib, record)
	if err != nil {
		return nil, err
	}
	nthName := numbered(cmp.Or(record.Deal, "game"))
	if !campaign.IsSaveName(nthName(1)) {
		return nil, say.Errorf("saved game %.60q: %w", record.Deal, ErrGameName)
	}
	firstEvent, err := begin(text)
	if err != nil {
		return nil, err
	}
	t, err := f.addGame(nthName, f.nameChecker(), firstEvent)
	if err != nil {
		return nil, err
	}
	return t.Open(lib)
}

// Open opens the table. Another round can begin there when the last one has ended; it gets the first name
// that is not taken yet.
func (t *Table) Open(lib *chapters.Library) (*File, error) {
	keeper, err := openStore(t.dir)
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

// File is a table that this program has opened. Its file is locked until Close.
type File struct {
	// Home is the table as the person at home uses it.
	Home *table.Home
	// Table is the table in its folder.
	Table *Table
}

// Name returns the name of the last round as a saved game.
func (f *File) Name() string { return cmp.Or(f.Home.RoundName(), f.Table.Name) }

// numbered returns a function that returns the name with a number behind it.
func numbered(name string) func(n int) string {
	return func(n int) string { return fmt.Sprintf("%s-%d", name, n) }
}

// addGame creates a table for a round from its first event, under the first name that is free, see add.
func (f *Folder) addGame(nthName func(n int) string, taken func(string) bool, firstEvent []byte) (*Table, error) {
	t, err := f.add(nthName, taken, firstEvent)
	if err != nil {
		err = say.Errorf("a new saved game: %w", err)
	}
	return t, err
}

// CreateCampaign creates a table for a campaign. The error matches [ErrName], [ErrReserved] or [ErrTaken] if
// the name cannot be used.
func (f *Folder) CreateCampaign(lib *chapters.Library, name string, c *campaign.Campaign) error {
	name = norm.NFC.String(name)
	if campaign.IsReservedName(name) {
		return say.Errorf("%.60q: %w", name, ErrReserved)
	}
	// A campaign's name is limited because the names of its rounds contain it and people type it in commands.
	const longest = 40
	if !campaign.IsSaveName(name) || utf8.RuneCountInString(name) > longest || strings.ContainsAny(name, ". ") {
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

// nameChecker returns a function that reports whether a table or a round in the folder has a name already.
func (f *Folder) nameChecker() func(name string) bool {
	list := f.List()
	var texts [][]byte
	for _, t := range list.tables {
		texts = append(texts, t.text(math.MaxInt64))
	}
	hasName := func(name string) func(*Table) bool {
		return func(t *Table) bool { return !t.strange && norm.NFC.String(t.Name) == name }
	}
	return func(name string) bool {
		nameKey := fmt.Appendf(nil, `"name":%q`, name)
		return slices.ContainsFunc(list.tables, hasName(name)) ||
			slices.ContainsFunc(texts, func(text []byte) bool { return bytes.Contains(text, nameKey) })
	}
}

// add creates a table with its first event under the first free name. nthName returns the names to try,
// counted from 1, and then "". A name is not free if a file has it, or if taken, which may be nil, reports
// it. If no name is free, the error matches [fs.ErrExist], or [disk.ErrStrange] if something other than a
// file has one of the names.
func (f *Folder) add(nthName func(n int) string, taken func(string) bool, firstEvent []byte) (*Table, error) {
	err := disk.ErrNoHome
	if f.dir != "" {
		err = disk.Classify(os.MkdirAll(f.dir, 0o700))
	}
	if err != nil {
		return nil, say.Errorf("the folder of the %s: %w", say.Word("saved games"), err)
	}
	keeper, err := openStore(f.dir)
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
		case errors.Is(err, store.ErrQuicker) || errors.Is(err, disk.ErrInUse):
			// Another table has this name.
		case errors.Is(err, disk.ErrStrange):
			strange = err
		default:
			return &Table{Name: name, dir: f.dir, folder: f}, err
		}
	}
}

package saves

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/table"
)

// Alone keeps the last round of one kind that a person plays alone and that is no saved game: a puzzle, or the round of
// the first evening. With it the program goes on after it was stopped. It is a folder with the table of the round, and
// a file that names this table and holds the state of the round.
type Alone struct {
	// dir is the path of the folder.
	dir string
}

// aloneFile is the name of the file that names the table.
const aloneFile = "round.json"

// aloneRound is the content of that file.
type aloneRound struct {
	// Table is the name of the table.
	Table string `json:"table"`
	// State has all else that is needed to go on with the round.
	State json.RawMessage `json:"state"`
}

// mostAlone is the size in bytes of the largest such file.
const mostAlone = 1 << 16

// Alone returns the place of rounds of a kind, nil if the person has no folder.
func (f *Folder) Alone(kind string) *Alone {
	if f.dir == "" {
		return nil
	}
	return &Alone{filepath.Join(filepath.Dir(f.dir), "alone", kind)}
}

// Begin begins a round, in the place of the one that was kept before. The caller must close the table.
func (a *Alone) Begin(lib *chapters.Library, record chapters.Record, state any) (*table.Home, error) {
	if err := os.MkdirAll(a.dir, 0o700); err != nil {
		return nil, disk.Classify(err)
	}
	text, err := table.RecordText(lib, record)
	if err != nil {
		return nil, err
	}
	first, err := table.GameAtHome(lib, text, false)
	if err != nil {
		return nil, err
	}
	name, err := a.create(first)
	if err != nil {
		return nil, err
	}
	if err := a.write(name, state); err != nil {
		return nil, err
	}
	a.removeOthers(name)
	return a.openTable(lib, name)
}

// create makes a table with its first event, and returns its name.
func (a *Alone) create(first []byte) (name string, err error) {
	keeper, err := openStore(a.dir)
	if err != nil {
		return "", err
	}
	defer keeper.Close()
	for n := 1; ; n++ {
		name = fmt.Sprintf("round-%d", n)
		err = keeper.Append(name, 0, first)
		if !errors.Is(err, store.ErrQuicker) && !errors.Is(err, disk.ErrInUse) {
			return name, err
		}
	}
}

// removeOthers deletes all tables but one. A table that is still open is deleted later.
func (a *Alone) removeOthers(name string) {
	keeper, err := openStore(a.dir)
	if err != nil {
		return
	}
	defer keeper.Close()
	files, _ := os.ReadDir(a.dir)
	for _, file := range files {
		if other, ok := strings.CutSuffix(file.Name(), extension); ok && other != name {
			_ = keeper.Delete(other)
		}
	}
}

// openTable opens a table.
func (a *Alone) openTable(lib *chapters.Library, name string) (*table.Home, error) {
	keeper, err := openStore(a.dir)
	if err != nil {
		return nil, err
	}
	return table.OpenHome(lib, keeper, name, nil)
}

// write writes which table has the round, and its state.
func (a *Alone) write(name string, state any) error {
	text, err := json.Marshal(state)
	if err == nil {
		text, err = json.Marshal(aloneRound{name, text})
	}
	if err != nil {
		return say.Internal(err)
	}
	return disk.Replace(filepath.Join(a.dir, aloneFile), text)
}

// read reads which table has the round, and its state.
func (a *Alone) read() (round aloneRound, err error) {
	f, err := disk.OpenOwn(filepath.Join(a.dir, aloneFile), os.O_RDONLY)
	if err != nil {
		return round, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() > mostAlone {
		return round, errors.Join(err, ErrDamaged)
	}
	err = json.NewDecoder(f).Decode(&round)
	if err == nil && !filepath.IsLocal(round.Table) {
		err = ErrDamaged
	}
	return round, err
}

// Open opens the round that is kept, and reads its state into a value. The caller must close the table. The error says
// why there is none.
func (a *Alone) Open(lib *chapters.Library, state any) (*table.Home, error) {
	round, err := a.read()
	if err == nil {
		err = json.Unmarshal(round.State, state)
	}
	if err != nil {
		return nil, err
	}
	return a.openTable(lib, round.Table)
}

// Keep replaces the state of the round that is kept.
func (a *Alone) Keep(state any) error {
	round, err := a.read()
	if err != nil {
		return disk.Classify(err)
	}
	return a.write(round.Table, state)
}

// Forget deletes the round that is kept.
func (a *Alone) Forget() {
	_ = os.Remove(filepath.Join(a.dir, aloneFile))
	a.removeOthers("")
}

// Package saves keeps games and campaigns on disk. A game is one file, which is
// its round record, written line by line while the game is played. How campaigns
// are kept is told in campaigns.go; the rest is about games.
//
// Nothing is ever overwritten. A line is on the disk before the decision in it
// is shown, so a program that is killed loses at most the decision it was
// writing. A file is locked while it is played; the lock is the operating
// system's, so that it ends with the program however that ends.
package saves

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/disk"
	"fellowship/tricks/say"
)

const (
	extension = ".ndjson"
	// stopMark is the extension of the empty file that says that a game was
	// ended early (T11), which records do not state.
	stopMark = ".stopped"
)

// Shelf is the folder games are kept in.
type Shelf struct{ dir string }

// Default returns the shelf of the person who runs the program:
// fellowship/games in the folder for state that the platform names, such as
// $XDG_STATE_HOME.
func Default() *Shelf { return New(disk.State("games")) }

// New returns the shelf in a folder, which Create makes when it is not there. A
// shelf without a folder is empty, and nothing can be put there.
func New(dir string) *Shelf { return &Shelf{dir: dir} }

// Dir returns the folder.
func (s *Shelf) Dir() string { return s.dir }

// Create begins the file of a new game and locks it. Its name is that of the
// deal with a number behind it that is not taken yet.
func (s *Shelf) Create(deal string) (*File, error) {
	if deal == "" {
		deal = "game"
	}
	if err := makeFolder(s.dir); err != nil {
		return nil, say.Errorf("the folder of the saved games: %w", err)
	}
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s-%d", deal, n)
		path, err := s.path(name)
		if err != nil {
			return nil, err
		}
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil:
			return nil, say.Errorf("a new saved game: %w", disk.Classify(err))
		}
		if err := lock(f, ErrInUse); err != nil {
			return nil, errors.Join(say.Errorf("%s: %w", f.Name(), err), f.Close())
		}
		disk.SyncFolder(s.dir)
		return newFile(name, f, 0), nil
	}
}

// Open goes on with a saved game: it locks the file and reads the record. A
// last line that was cut short is left out, and overwritten by the next one.
func (s *Shelf) Open(lib *chapters.Library, name string) (*File, chapters.Record, error) {
	path, err := s.path(name)
	if err != nil {
		return nil, chapters.Record{}, err
	}
	f, err := disk.OpenOwn(path, os.O_RDWR)
	if err != nil {
		return nil, chapters.Record{}, say.Errorf("saved game %s: %w", name, err)
	}
	if err := lock(f, ErrInUse); err != nil {
		return nil, chapters.Record{}, errors.Join(say.Errorf("saved game %s: %w", name, err), f.Close())
	}
	content, err := read(lib, f)
	if err != nil {
		return nil, chapters.Record{}, errors.Join(say.Errorf("saved game %s: %w", name, err), f.Close())
	}
	return newFile(name, f, content.size), content.record, nil
}

// Game is one saved game as List finds it.
type Game struct {
	Entry
	Record chapters.Record
	// Round is the record played through, and Result how it stands. Finished
	// says that it has ended, by itself or early (T11).
	Round    *chapters.Game
	Result   chapters.Result
	Finished bool
	// Err is why the file cannot be continued; it matches ErrEmpty,
	// ErrForeign, ErrDamaged or an error of the file system.
	Err error
}

// List returns all saved games, the one played last first. Each is read when its
// turn comes: there may be many, and large ones.
func (s *Shelf) List(lib *chapters.Library) (iter.Seq[Game], error) {
	files, err := s.entries()
	return func(yield func(Game) bool) {
		for _, e := range files {
			if !yield(s.look(lib, e)) {
				return
			}
		}
	}, err
}

// Find returns a saved game by its name. The error matches ErrUnknown where none
// has the name; what is wrong with the file itself is in Game.Err.
func (s *Shelf) Find(lib *chapters.Library, name string) (Game, error) {
	files, err := s.entries()
	if err != nil {
		return Game{}, err
	}
	name = strings.TrimSuffix(name, extension)
	for _, e := range files {
		if e.Name == name {
			return s.look(lib, e), nil
		}
	}
	return Game{}, say.Errorf("%w: %.40q%s", ErrUnknown, name, hint(name, files))
}

// Names returns the names of all saved games, the one played last first.
func (s *Shelf) Names() []string {
	files, _ := s.entries()
	return namesOf(files)
}

// Delete removes a game that Find or List returned, unless it is being played.
func (s *Shelf) Delete(g *Game) error {
	path, err := s.path(g.Name)
	if err != nil {
		return err
	}
	f, err := disk.OpenOwn(path, os.O_RDONLY)
	if err == nil {
		err = errors.Join(lock(f, ErrInUse), f.Close())
	}
	if err == nil {
		err = os.Remove(path)
	}
	if err != nil {
		return say.Errorf("saved game %s: %w", g.Name, disk.Classify(err))
	}
	if err := os.Remove(strings.TrimSuffix(path, extension) + stopMark); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return say.Errorf("saved game %s: %w", g.Name, disk.Classify(err))
	}
	return nil
}

// Unfinished returns the game played last that has not ended, with an empty
// name when there is none, and why newer files were left out.
func (s *Shelf) Unfinished(lib *chapters.Library) (name string, skipped []error, err error) {
	files, err := s.entries()
	for _, e := range files {
		g := s.look(lib, e)
		switch {
		case g.Err != nil:
			skipped = append(skipped, g.Err)
		case !g.Finished:
			return g.Name, skipped, nil
		}
	}
	return "", skipped, err
}

// entries lists the saved games, unread, the one played last first.
func (s *Shelf) entries() ([]Entry, error) {
	list, _, err := entries(s.dir, extension, "saved games", chapters.PlainName)
	return list, err
}

// Strange returns the names of the files that are left out because of what they
// are called: of somebody else's making, they may say anything.
func (s *Shelf) Strange() []string {
	_, strange, _ := entries(s.dir, extension, "saved games", chapters.PlainName)
	return strange
}

// look reads a game without locking it.
func (s *Shelf) look(lib *chapters.Library, e Entry) Game {
	g := Game{Entry: e}
	fail := func(err error) Game {
		g.Err = say.Errorf("saved game %s: %w", g.Name, err)
		return g
	}
	f, err := disk.OpenOwn(g.Path, os.O_RDONLY)
	if err != nil {
		return fail(err)
	}
	defer f.Close()
	content, err := read(lib, f)
	if err != nil {
		return fail(err)
	}
	_, err = os.Lstat(strings.TrimSuffix(g.Path, extension) + stopMark)
	g.Record, g.Round, g.Result = content.record, content.game, content.game.Result()
	g.Finished = content.game.Over() || err == nil
	return g
}

// path returns where the game of a name is. It is the only way from a name to a
// file, so that none outside of the folder is ever meant.
func (s *Shelf) path(name string) (string, error) {
	switch {
	case !chapters.PlainName(name):
		return "", say.Errorf("saved game %.60q: %w", name, ErrGameName)
	case s.dir == "":
		return "", say.Errorf("saved game %s: %w", name, disk.ErrNoHome)
	}
	return filepath.Join(s.dir, name+extension), nil
}

// Package saves keeps games and campaigns at home. Each is a table: a file of its own, to
// which every decision is added before it is shown, and which is locked while it is played.
package saves

import (
	"bytes"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
)

const extension = ".ndjson"

// Shelf is the folder games are kept in, and that of the campaigns, whose rounds are games
// as well.
type Shelf struct {
	drawer
	campaigns *Campaigns
}

// Default returns the shelf of the person who runs the program:
// fellowship/games in the folder for state that the platform names, such as
// $XDG_STATE_HOME.
func Default() *Shelf { return shelf(disk.State("games"), DefaultCampaigns()) }

// New returns the shelf in a folder, which is made when a game is put there. A shelf
// without a folder is empty, and nothing can be put there. The campaigns are in the folder
// campaigns beside it.
func New(dir string) *Shelf {
	if dir == "" {
		return shelf("", NewCampaigns(""))
	}
	return shelf(dir, NewCampaigns(filepath.Join(filepath.Dir(dir), "campaigns")))
}

func shelf(dir string, campaigns *Campaigns) *Shelf {
	return &Shelf{campaigns: campaigns, drawer: drawer{
		dir: dir, what: "saved games", valid: campaign.PlainName, busy: ErrInUse,
	}}
}

// Create begins a table for a round. Its name is that of the deal with a number behind it that
// is not taken yet.
func (s *Shelf) Create(lib *chapters.Library, record chapters.Record) (*File, error) {
	text, err := table.Text(lib, record)
	if err != nil {
		return nil, err
	}
	deal := record.Deal
	if deal == "" {
		deal = "game"
	}
	if !campaign.PlainName(deal + "-1") {
		return nil, say.Errorf("saved game %.60q: %w", deal, ErrGameName)
	}
	name, err := s.addGame(lib, func(n int) string { return fmt.Sprintf("%s-%d", deal, n) }, text, false)
	if err != nil {
		return nil, err
	}
	return s.Open(lib, name)
}

// addGame adds a game under the first of the names, from 1 on, that is free.
func (s *Shelf) addGame(lib *chapters.Library, named func(n int) string, record []byte, stopped bool) (string, error) {
	begins, err := table.GameAtHome(lib, record, stopped)
	if err != nil {
		return "", err
	}
	name, err := s.add(named, s.Names(), begins)
	if err != nil {
		err = say.Errorf("a new saved game: %w", err)
	}
	return name, err
}

// Open goes on with a saved game.
func (s *Shelf) Open(lib *chapters.Library, name string) (*File, error) {
	if !campaign.PlainName(name) {
		return nil, say.Errorf("saved game %.60q: %w", name, ErrGameName)
	}
	f, err := s.open(lib, &Found{Name: name, Path: s.path(name)})
	if err != nil {
		return nil, say.Errorf("saved game %s: %w", name, err)
	}
	return f, nil
}

// Save is one saved game as List finds it.
type Save struct {
	Found
	Record chapters.Record
	// Game is the record played through, and Result how it stands. Finished
	// says that it has ended, by itself or early (T11).
	Game     *chapters.Game
	Result   chapters.Result
	Finished bool
	// Undos is how often something was taken back.
	Undos int
	// Err is why the file cannot be continued; it matches ErrEmpty,
	// ErrForeign, ErrDamaged or an error of the file system.
	Err error
}

// List returns all saved games, the one played last first. Each is read when its
// turn comes.
func (s *Shelf) List(lib *chapters.Library) (iter.Seq[Save], error) {
	files, err := s.found()
	return eachOf(files, func(e Found) Save { return s.peek(lib, e) }), err
}

// Find returns a saved game by its name. The error matches ErrUnknown where none has the name; an
// error of the file itself is in Save.Err.
func (s *Shelf) Find(lib *chapters.Library, name string) (Save, error) {
	files, err := s.found()
	if err != nil {
		return Save{}, err
	}
	name = strings.TrimSuffix(name, extension)
	if e, ok := named(files, name); ok {
		return s.peek(lib, e), nil
	}
	for campaign, err := range s.Lost() {
		if strings.HasPrefix(name, campaign+"-r") {
			return Save{}, err
		}
	}
	return Save{}, say.Errorf("%w: %.40q%s", ErrUnknown, name, hint(name, files))
}

// Lost returns the campaigns that cannot be read, with why: their last rounds may be missing
// among the games.
func (s *Shelf) Lost() map[string]error {
	_, lost := s.campaigns.rounds()
	return lost
}

// Names returns the names of all saved games, the one played last first.
func (s *Shelf) Names() []string {
	files, _ := s.found()
	return namesOf(files)
}

// Delete removes a game that Find or List returned, unless it is being played, or a round
// of a campaign.
func (s *Shelf) Delete(g *Save) error {
	switch {
	case !campaign.PlainName(g.Name):
		return say.Errorf("saved game %.60q: %w", g.Name, ErrGameName)
	case g.Campaign != "":
		return say.Errorf("saved game %s: %w %s", g.Name, ErrOfCampaign, g.Campaign)
	}
	if err := s.remove(&Found{Name: g.Name, Path: s.path(g.Name)}); err != nil {
		return say.Errorf("saved game %s: %w", g.Name, err)
	}
	return nil
}

// Unfinished returns the game played last that has not ended, with an empty
// name when there is none, and why newer files were left out.
func (s *Shelf) Unfinished(lib *chapters.Library) (game Save, skipped []error, err error) {
	files, err := s.found()
	for _, e := range files {
		g := s.peek(lib, e)
		switch {
		case g.Err != nil:
			skipped = append(skipped, g.Err)
		case !g.Finished:
			return g, skipped, nil
		}
	}
	return Save{}, skipped, err
}

// found lists the saved games, unread, the one played last first: those of the folder,
// and the rounds of campaigns.
func (s *Shelf) found() ([]Found, error) {
	list, _, err := s.files()
	rounds, _ := s.campaigns.rounds()
	list = slices.DeleteFunc(list, func(e Found) bool {
		return slices.ContainsFunc(rounds, func(r Found) bool { return r.Name == e.Name })
	})
	return lastFirst(append(list, rounds...)), err
}

// Strange returns the names of the files that are left out because of what they
// are called: of somebody else's making, they may say anything.
func (s *Shelf) Strange() []string {
	_, strange, _ := s.files()
	return strange
}

// peek reads a game without locking it.
func (s *Shelf) peek(lib *chapters.Library, e Found) Save {
	round, err := s.recorded(&e)
	if err != nil {
		return Save{Found: e, Err: say.Errorf("saved game %s: %w", e.Name, err)}
	}
	g := SaveOf(lib, e, &round)
	if g.Err != nil {
		return g
	}
	if e.lost != nil && !g.Finished { // it went on in the campaign, and would go back in time
		g.Err = say.Errorf("saved game %s: %w", g.Name, e.lost)
	}
	return g
}

// SaveOf returns a round of some table as a game of that name.
func SaveOf(lib *chapters.Library, e Found, round *table.Recorded) Save {
	g := Save{Found: e}
	if g.Record, g.Game, g.Err = read(lib, filepath.Base(e.Path), round.Text); g.Err != nil {
		g.Err = say.Errorf("saved game %s: %w", g.Name, g.Err)
		return g
	}
	g.Undos = bytes.Count(round.Text, []byte(`{"undo":`))
	g.Result, g.Finished = g.Game.Result(), g.Game.Over() || round.Stopped
	return g
}

// recorded returns the written record of a game.
func (s *Shelf) recorded(e *Found) (table.Recorded, error) {
	if e.round != nil {
		return *e.round, nil
	}
	log, err := s.events(e)
	if err != nil {
		return table.Recorded{}, err
	}
	rounds, err := table.Rounds(log)
	switch {
	case err != nil:
		return table.Recorded{}, say.Errorf("%w: %w", ErrDamaged, err)
	case len(rounds) == 0:
		return table.Recorded{}, ErrEmpty
	}
	return rounds[len(rounds)-1], nil
}

// read reads the record of a round and plays it through.
func read(lib *chapters.Library, name string, text []byte) (record chapters.Record, game *chapters.Game, err error) {
	entries := 0
	for e := range lib.Read(name, bytes.NewReader(text)) {
		switch entries++; {
		case entries > 1:
			return record, nil, say.Errorf("%w: line %d is not a decision", ErrDamaged, e.Line)
		case e.Err != nil:
			return record, nil, say.Errorf("%w: %w", ErrDamaged, e.Err)
		}
		record = e.Record
	}
	if game, err = record.Game(lib); err == nil {
		err = round.CheckBy(game, record.By)
	}
	if err != nil {
		return record, nil, say.Errorf("%w: %w", ErrDamaged, err)
	}
	return record, game, nil
}

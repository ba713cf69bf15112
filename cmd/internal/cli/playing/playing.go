package playing

import (
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/tui"
)

// playing is a game and the table at which it is played, which a campaign goes on with.
// Named says that it was asked for by its name.
type playing struct {
	file  *saves.File
	named bool
	// campaign is the name of the campaign that the game belongs to, if any, round the one
	// it is, and number counts that.
	campaign string
	round    campaign.Playing
	number   int
	// from is the moment of another game from which this one went on, nil for none.
	from *chapters.Record
	// lost is after how many decisions the one came that lost the round, and one more; 0 where
	// that is not known.
	lost atomic.Int32
}

// record is the round as it is now.
func (g *playing) record() chapters.Record { return g.file.Session().Record() }

// close ends the file; err is how the game ended. That the game is not saved is
// told however it ended.
func (g *playing) close(err error) error {
	problem := g.file.Kept()
	if problem != nil {
		problem = say.Errorf("saved game %s: %w", g.file.Name(), problem)
	}
	if g.campaign == "" {
		problem = errors.Join(problem, g.file.Close())
	}
	if code, said := command.ExitCode(err); problem != nil && said == nil {
		return &command.ExitError{Code: command.Worst(code, command.ExitUsage), Err: problem}
	}
	return errors.Join(err, problem)
}

// newGame deals and begins a game in a file of its own.
func newGame(lib *chapters.Library, shelf *saves.Shelf, id chapters.DealID, by []string) (*playing, error) {
	pos, err := lib.Deal(id)
	if err != nil {
		return nil, err
	}
	return newRound(lib, shelf, pos, by, id.Seed)
}

// newRound begins a game from a position in a file of its own.
func newRound(lib *chapters.Library, shelf *saves.Shelf, pos chapters.Position, by []string, seed uint64) (*playing, error) {
	// A record's seed has 63 bits, the number of a deal 64.
	seed &= math.MaxInt64
	return keep(lib, shelf, chapters.Record{Position: pos, By: by, Seed: &seed})
}

// keep gives a round a table of its own.
func keep(lib *chapters.Library, shelf *saves.Shelf, record chapters.Record) (*playing, error) {
	file, err := shelf.Create(lib, record)
	if err != nil {
		return nil, err
	}
	return &playing{file: file}, nil
}

// another begins the game that the person wants after this one: the same deal
// again, or from the same moment, or another one of the chapter. A round that is no deal begins again as it
// began, and so does one without a chapter where another deal is wanted.
func (g *playing) another(lib *chapters.Library, shelf *saves.Shelf, next tui.Outcome) (*playing, error) {
	if next == tui.Again && g.from != nil {
		return copyGame(lib, shelf, g.from)
	}
	record := g.record()
	id, noDeal := chapters.ParseDealID(record.Deal)
	if noDeal != nil {
		id = dealLike(lib, &record.Position)
	}
	switch {
	case next == tui.NewDeal && id.Chapter != "":
		id.Seed = anySeed()
	case next == tui.NextChapter:
		c := chapterAfter(lib, id.Chapter)
		if c == nil {
			return nil, say.Errorf("there is no chapter after %s", id.Chapter)
		}
		id = chapters.DealID{Chapter: c.ID, Variant: c.Letters()[0], Players: id.Players, Seed: anySeed()}
	case noDeal != nil:
		return newRound(lib, shelf, record.Position, record.By, *record.Seed)
	}
	return newGame(lib, shelf, id, record.By)
}

// dealLike names a deal of the chapter and the number of players of a round, of
// number 0.
func dealLike(lib *chapters.Library, pos *chapters.Position) chapters.DealID {
	id := chapters.DealID{Chapter: pos.Chapter, Players: pos.Players}
	if c, err := lib.Chapter(pos.Chapter); err == nil {
		if v := c.Variant(pos.Event + pos.Group); v != nil {
			id.Variant = v.Letter()
		}
	}
	return id
}

// resume goes on with a saved game.
func resume(lib *chapters.Library, shelf *saves.Shelf, name string) (*playing, error) {
	file, err := shelf.Open(lib, name)
	if err != nil {
		return nil, err
	}
	return &playing{file: file}, nil
}

// anySeed returns the number of a deal nobody asked for by number: small enough
// to be read out to a friend.
func anySeed() uint64 { return uint64(time.Now().UnixMicro()) % 1_000_000 }

// chapterAfter returns the chapter that comes next, nil after the last one.
func chapterAfter(lib *chapters.Library, id string) *chapters.Chapter {
	i := slices.IndexFunc(lib.Chapters, func(c *chapters.Chapter) bool { return c.ID == id })
	if i < 0 || i+1 == len(lib.Chapters) {
		return nil
	}
	return lib.Chapters[i+1]
}

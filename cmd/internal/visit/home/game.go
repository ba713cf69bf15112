package home

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"
)

// Game is a game that is played, in its file.
type Game struct {
	file *saves.File
	// named says that it was asked for by its name.
	named bool
	// campaign is the name of the campaign that the game belongs to, if any, and number is that
	// of the round.
	campaign string
	number   int
	// from is the moment of another game from which this one went on, nil for none.
	from *chapters.Record
	// deal answers questions about the round when it is over.
	deal *hindsight.Deal
}

// record is the round as it is now.
func (g *Game) record() chapters.Record { return g.file.Round().Record() }

// UnsavedError is why a game was not saved that has ended with another error, or none.
type UnsavedError struct{ Err, Ended error }

func (e *UnsavedError) Error() string { return e.Err.Error() }

func (e *UnsavedError) Unwrap() error { return e.Err }

// close ends the file; err is how the game ended. That the game is not saved is
// told however it ended.
func (g *Game) close(err error) error {
	problem := g.file.Kept()
	if problem != nil {
		problem = say.Errorf("saved game %s: %w", g.file.Name(), problem)
	}
	if g.campaign == "" {
		problem = errors.Join(problem, g.file.Close())
	}
	if problem != nil && (err == nil || quiet(err)) {
		return &UnsavedError{problem, err}
	}
	return errors.Join(err, problem)
}

// quiet reports whether an error says no more than that the person has left the program, or that
// it was stopped.
func quiet(err error) bool { return errors.Is(err, tui.ErrExit) || errors.Is(err, context.Canceled) }

// newGame deals and begins a game in a file of its own.
func (h *Home) newGame(id chapters.DealID, by []string) (*Game, error) {
	pos, err := h.Lib.Deal(id)
	if err != nil {
		return nil, err
	}
	return h.newRound(pos, by, id.Seed)
}

// newRound begins a game from a position in a file of its own.
func (h *Home) newRound(pos chapters.Position, by []string, seed uint64) (*Game, error) {
	// A record's seed has 63 bits, the number of a deal 64.
	seed &= math.MaxInt64
	return h.keep(chapters.Record{Position: pos, By: by, Seed: &seed})
}

// keep gives a round a table of its own.
func (h *Home) keep(record chapters.Record) (*Game, error) {
	file, err := h.Shelf.Create(h.Lib, record)
	if err != nil {
		return nil, err
	}
	return &Game{file: file}, nil
}

// First plays chapter 1 for the first time: a deal that suits, or any if the person has played.
func (h *Home) First() error {
	id := chapters.DealID{Chapter: h.Lib.Chapters[0].ID, Players: 4, Seed: lesson.First}
	if !h.Shelf.List().Empty() {
		id.Seed = AnySeed()
	}
	return h.Begin(id, h.Seating(id.Players, 1, nil))
}

// Begin plays a new game.
func (h *Home) Begin(id chapters.DealID, by []string) error {
	g, err := h.newGame(id, by)
	if err != nil {
		return err
	}
	return h.Rounds(g)
}

// another begins the game that the person wants after this one: the same deal
// again, or from the same moment, or another one of the chapter. A round that is no deal begins again as it
// began, and so does one without a chapter where another deal is wanted.
func (h *Home) another(g *Game, next tui.Outcome) (*Game, error) {
	if next == tui.Again && g.from != nil {
		return h.copyGame(g.from)
	}
	record := g.record()
	id, noDeal := chapters.ParseDealID(record.Deal)
	if noDeal != nil {
		id = dealLike(h.Lib, &record.Position)
	}
	switch {
	case next == tui.NewDeal && id.Chapter != "":
		id.Seed = AnySeed()
	case next == tui.NextChapter:
		c := chapterAfter(h.Lib, id.Chapter)
		if c == nil {
			return nil, say.Errorf("there is no chapter after %s", id.Chapter)
		}
		id = chapters.DealID{Chapter: c.ID, Variant: c.Letters()[0], Players: id.Players, Seed: AnySeed()}
	case noDeal != nil:
		return h.newRound(record.Position, record.By, *record.Seed)
	}
	return h.newGame(id, record.By)
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

// GoOn goes on with a saved game, or with the campaign whose round it is. Named says that it was
// asked for by its name.
func (h *Home) GoOn(saved *saves.Save, named bool) error {
	if saved.Campaign != "" {
		return h.PlayCampaign(Campaign{Name: saved.Campaign, Choice: campaign.Choice{Seed: AnySeed()}})
	}
	file, err := saved.Open(h.Lib)
	if errors.Is(err, saves.ErrInUse) && !named {
		err = say.Errorf("%w; for another game say which, such as: fellowship play --chapter 1", err)
	}
	if err != nil {
		return err
	}
	g := &Game{file: file, named: named}
	if h.Replaces {
		err = file.Replace(h.Ctx, h.Computer)
	} else {
		err = noProgram(g)
	}
	if err != nil {
		return g.close(err)
	}
	return h.Rounds(g)
}

// noProgram refuses to go on with a saved game that a program plays: no file starts one.
func noProgram(g *Game) error {
	for _, name := range g.file.Round().By() {
		if round.IsProgram(name) {
			return say.Errorf("a program plays in saved game %[1]s, %[2]s, and no file starts one: name it, or another player: fellowship play %[1]s --computer %[3]s",
				g.file.Name(), name, players.Strongest)
		}
	}
	return nil
}

// AnySeed returns the number of a deal nobody asked for by number: small enough
// to be read out to a friend.
func AnySeed() uint64 { return uint64(time.Now().UnixMicro()) % 1_000_000 }

// chapterAfter returns the chapter that comes next, nil after the last one.
func chapterAfter(lib *chapters.Library, id string) *chapters.Chapter {
	i := slices.IndexFunc(lib.Chapters, func(c *chapters.Chapter) bool { return c.ID == id })
	if i < 0 || i+1 == len(lib.Chapters) {
		return nil
	}
	return lib.Chapters[i+1]
}

package home

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/bot"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/door/web"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/plain"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Game is a table at which somebody plays, with its round.
type Game struct {
	file *saves.File
	// named reports whether the round was asked for by its name.
	named bool
	// from is the moment of another game from which the round went on, nil for none.
	from *chapters.Record
	// deal answers questions about the round when it is over.
	deal *hindsight.Deal
	// of says how the campaign goes on whose rounds are played, nil for none. The round has that
	// number in it, and began with that choice.
	of     *Campaign
	number int
	chosen campaign.Playing
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
	problem = errors.Join(problem, g.file.Close())
	if problem != nil && (err == nil || quiet(err)) {
		return &UnsavedError{problem, err}
	}
	return errors.Join(err, problem)
}

// quiet reports whether an error says no more than that the person has left the program, or that
// it was stopped.
func quiet(err error) bool { return errors.Is(err, tui.ErrExit) || errors.Is(err, context.Canceled) }

// dealt is the round of a deal before its first decision. A record's seed has 63 bits, the number of a
// deal 64.
func (h *Home) dealt(id chapters.DealID, names []string) (chapters.Record, error) {
	pos, err := h.Lib.Deal(id)
	seed := id.Seed & math.MaxInt64
	return chapters.Record{Position: pos, By: names, Seed: &seed}, err
}

// First plays chapter 1 for the first time: a deal that suits, or any if the person has played.
func (h *Home) First() error {
	id := chapters.DealID{Chapter: h.Lib.Chapters[0].ID, Players: 4, Seed: lesson.First}
	if !h.Shelf.List().Empty() {
		id.Seed = AnySeed()
	}
	return h.Begin(h.Form(1).ForDeal(id))
}

// Begin plays what a form says at a new table, and the rounds that the person wants after it.
func (h *Home) Begin(setup *choose.Setup) error {
	id, err := setup.ID(AnySeed())
	if err != nil {
		return err
	}
	record, err := h.dealt(id, setup.Seats(tricks.SeatsFor(id.Players)))
	if err != nil {
		return err
	}
	return h.playNew(&Game{}, record)
}

// playNew plays a round at a new table, and the rounds that the person wants after it.
func (h *Home) playNew(g *Game, record chapters.Record) (err error) {
	if g.file, err = h.Shelf.Create(h.Lib, record); err != nil {
		return err
	}
	return h.play(g)
}

// play plays the rounds of a table until the person leaves it.
func (h *Home) play(g *Game) error {
	won := func() bool { return g.file.Round().Reveal().Result() == chapters.Won }
	for {
		leave := h.brings(g)
		next, err := h.run(g)
		err = errors.Join(err, h.unable(g, err))
		if err == nil && next == play.Chosen && g.file.Kept() == nil {
			return h.beginChosen(g, leave)
		}
		if err == nil && next != play.Nothing && g.wonWholly(next) {
			h.farewell("campaign.everything")
			next = play.Nothing
		}
		if err != nil || next == play.Nothing || g.file.Kept() != nil {
			// Nobody thinks any more when the programs leave.
			err = errors.Join(g.close(err), leave())
			if err == nil || errors.Is(err, tui.ErrExit) {
				h.counted(g, won())
				if command := h.onCommand(g); command != "" {
					h.farewell("campaign.next", command)
				}
				h.farewell("record", strictyaml.Visible(g.file.Table.Path()))
			}
			return err
		}
		if err = leave(); err == nil {
			h.counted(g, won())
			err = h.next(g, next)
		}
		if err != nil {
			return g.close(err)
		}
	}
}

// brings lets the programs that the command line names play a round, until the function is called.
func (h *Home) brings(g *Game) (leave func() error) {
	programs := map[string]players.Player{}
	for _, name := range h.Computer {
		if round.IsProgram(name) {
			programs[name], _ = h.Programs.New(name) // the flag was looked at
		}
	}
	g.file.Programs(programs)
	if h.OnScreen() && len(programs) > 0 {
		h.Programs.Stderr = nil // it would stand across the board
	}
	return func() error {
		return players.Leave(g.file.Round().Reveal().Result(), slices.Collect(maps.Values(programs))...)
	}
}

// unable says how a game goes on whose program has failed; nil for other errors.
func (h *Home) unable(g *Game, err error) error {
	if !errors.As(err, new(*bot.Error)) {
		return nil
	}
	return say.Errorf("nothing is lost; another one can go on: %s", h.command("fellowship play "+g.file.Name()+" --computer "+players.Strongest))
}

// run plays on the screen where there is one, else line by line.
func (h *Home) run(g *Game) (next play.Wish, err error) {
	g.deal = h.dealOf(h.Person.Texts(), g.record)
	opts := tui.Options{
		Facts: play.Facts{
			Continue: h.again(g), Next: h.onward(g), Advice: h.advised(), Epilogue: g.deal.Epilogue, Solve: g.deal.Solve, Try: g.deal.Try,
			Look: true, Intro: h.advised().Introduces(g.record().Chapter) && g.file.Round().Decisions() == 0,
		},
		Menu: h.menu, Campaign: g.campaign(), Steps: g.deal.Winnable,
		Through: func() error { return h.look(g.record(), "", g.deal.Lost()) },
		Step:    func() error { return h.StepThrough(g.record().Position, solveLimit) },
	}
	switch {
	case h.Browser:
		next, err = h.inBrowser(web.Solo{Home: g.file.Home, Facts: opts.Facts})
	case h.OnScreen():
		next, err = h.show(g.file.Home, opts, "", nil)
	default: // it says itself how to go on
		opts.Solve = func(ctx context.Context) string { return h.solveByCommand(ctx, g) }
		return h.show(g.file.Home, opts, h.campaignLine(g), func(ctx context.Context) string { return h.analyse(ctx, g) })
	}
	if (err == nil || errors.Is(err, tui.ErrExit)) && next == play.Nothing && !g.file.Round().Over() && g.file.Kept() == nil {
		h.farewell("saved", h.again(g))
	}
	return next, err
}

// show plays a round with some options: on the full screen where there is one, else line by
// line. There it says which campaign the round belongs to, if any, and analyses it by itself.
func (h *Home) show(home *table.Home, o tui.Options, campaign string, analyse func(context.Context) string) (play.Wish, error) {
	if h.OnScreen() {
		o.Motion = !h.shell.Set.Still
		return h.shell.Round(home, h.shell.AsWanted(h.terminal(), h.beat(), o))
	}
	if o.Note != "" {
		h.say(o.Note)
	}
	return plain.Run(h.Ctx, home, plain.Options{
		In: h.Person.answers(h.Ctx, h.In), Out: h.Out, Texts: h.Person.Texts(), Library: h.Lib, ASCII: h.Person.ASCII,
		Terminal: h.somebody(), Columns: kit.ColumnsOf(h.Out),
		Facts: o.Facts, Campaign: campaign, Analyse: analyse,
	})
}

// next has the table begin the round that the person wants after this one: the same deal again, or
// from the same moment, or another one of the chapter, or of the next. A round that is no deal begins
// again as it began, and so does one without a chapter where another deal is wanted.
func (h *Home) next(g *Game, wish play.Wish) (err error) {
	record := g.record()
	pick := g.file.Picture().Next
	id := chapters.DealID{Chapter: pick.Chapter, Variant: pick.Variant, Players: record.Players, Seed: AnySeed()}
	switch {
	case g.of != nil:
		return h.nextOfCampaign(g, pick.Chapter, wish)
	case wish == play.Again && g.from != nil:
		record = *g.from
	case wish == play.NextChapter:
		c := chapterAfter(h.Lib, id.Chapter)
		if c == nil {
			return say.Errorf("there is no chapter after %s", id.Chapter)
		}
		id.Chapter = c.ID
		id.Variant = c.Letters()[0]
		record, err = h.dealt(id, record.By)
	case wish == play.Another && id.Chapter != "":
		record, err = h.dealt(id, record.By)
	default:
		record = chapters.Record{Position: record.Position, By: record.By, Seed: record.Seed}
	}
	if err == nil {
		if err = g.file.Begin(h.Ctx, nil, record); err != nil {
			err = say.Errorf("a new saved game: %w", err)
		}
	}
	g.named = false
	if wish != play.Again {
		g.from = nil
	}
	return err
}

// GoOn goes on with a saved game, or with the campaign whose round it is. Named reports whether it was
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
	return h.play(g)
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

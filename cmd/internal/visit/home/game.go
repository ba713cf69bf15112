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
	// start is the moment of another game from which the round went on, nil for none.
	start *chapters.Record
	// deal answers questions about the round when it is over.
	deal *hindsight.Deal
	// campaignRun says how the campaign goes on whose rounds are played, nil for none. The round has that
	// number in it, and began with that choice.
	campaignRun *Campaign
	number      int
	chosen      campaign.Playing
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
	problem := g.file.CheckSaved()
	if problem != nil {
		problem = say.Errorf("saved game %s: %w", g.file.Name(), problem)
	}
	problem = errors.Join(problem, g.file.Close())
	if problem != nil && (err == nil || isExit(err)) {
		return &UnsavedError{problem, err}
	}
	return errors.Join(err, problem)
}

// isExit reports whether an error says no more than that the person has left the program, or that
// it was stopped.
func isExit(err error) bool { return errors.Is(err, tui.ErrExit) || errors.Is(err, context.Canceled) }

// newRecord is the round of a deal before its first decision. A record's seed has 63 bits, the number of a
// deal 64.
func (h *Home) newRecord(id chapters.DealID, names []string) (chapters.Record, error) {
	pos, err := h.Library.Deal(id)
	seed := id.Seed & math.MaxInt64
	return chapters.Record{Position: pos, PlayerNames: names, Seed: &seed}, err
}

// First plays chapter 1 for the first time: a deal that suits, or any if the person has played.
func (h *Home) First() error {
	id := chapters.DealID{Chapter: h.Library.Chapters[0].ID, Players: 4, Seed: lesson.First}
	if !h.Saves.List().Empty() {
		id.Seed = AnySeed()
	}
	return h.PlayNew(h.Form(1).ForDeal(id))
}

// PlayNew plays what a form says at a new table, and the rounds that the person wants after it.
func (h *Home) PlayNew(setup *choose.Setup) error {
	id, err := setup.ID(AnySeed())
	if err != nil {
		return err
	}
	record, err := h.newRecord(id, setup.SeatPlayers(tricks.SeatsFor(id.Players)))
	if err != nil {
		return err
	}
	return h.playAtNewTable(&Game{}, record)
}

// playAtNewTable plays a round at a new table, and the rounds that the person wants after it.
func (h *Home) playAtNewTable(g *Game, record chapters.Record) (err error) {
	if g.file, err = h.Saves.Create(h.Library, record); err != nil {
		return err
	}
	return h.playRounds(g)
}

// playRounds plays the rounds of a table until the person leaves it.
func (h *Home) playRounds(g *Game) error {
	won := func() bool { return g.file.Round().Reveal().Result() == chapters.Won }
	for {
		leave := h.startPrograms(g)
		next, err := h.playRound(g)
		err = errors.Join(err, h.programFailed(g, err))
		if err == nil && next == play.Chosen && g.file.CheckSaved() == nil {
			return h.beginChosen(g, leave)
		}
		if err == nil && next != play.Nothing && g.isCampaignWon(next) {
			h.addFarewell("campaign.everything")
			next = play.Nothing
		}
		if err != nil || next == play.Nothing || g.file.CheckSaved() != nil {
			// Nobody thinks any more when the programs leave.
			err = errors.Join(g.close(err), leave())
			if err == nil || errors.Is(err, tui.ErrExit) {
				h.tellCampaignResult(g, won())
				if command := h.nextRoundCommand(g); command != "" {
					h.addFarewell("campaign.next", command)
				}
				h.addFarewell("record", strictyaml.Visible(g.file.Table.Path()))
			}
			return err
		}
		if err = leave(); err == nil {
			h.tellCampaignResult(g, won())
			err = h.beginNext(g, next)
		}
		if err != nil {
			return g.close(err)
		}
	}
}

// startPrograms lets the programs that the command line names play a round, until the function is called.
func (h *Home) startPrograms(g *Game) (leave func() error) {
	programs := map[string]players.Player{}
	for _, name := range h.Computer {
		if round.IsProgram(name) {
			programs[name], _ = h.Programs.New(name) // the flag was looked at
		}
	}
	g.file.SetPrograms(programs)
	if h.HasScreen() && len(programs) > 0 {
		h.Programs.Stderr = nil // it would stand across the board
	}
	return func() error {
		return players.Leave(g.file.Round().Reveal().Result(), slices.Collect(maps.Values(programs))...)
	}
}

// programFailed says how a game goes on whose program has failed; nil for other errors.
func (h *Home) programFailed(g *Game, err error) error {
	if !errors.As(err, new(*bot.Error)) {
		return nil
	}
	return say.Errorf("nothing is lost; another one can go on: %s",
		h.withFlags("fellowship play "+g.file.Name()+" --computer "+players.Strongest))
}

// playRound plays on the screen where there is one, else line by line.
func (h *Home) playRound(g *Game) (next play.AfterRound, err error) {
	g.deal = h.dealOf(h.Person.Texts(), g.record)
	opts := tui.Options{
		RoundOptions: play.RoundOptions{
			Continue: h.resumeCommand(g), Next: h.nextChapterCommand(g), Advice: h.sharedAdvice(),
			Epilogue: g.deal.Epilogue, Solve: g.deal.Solve, Try: g.deal.Try,
			Replayable: true, Intro: h.sharedAdvice().NeedsIntro(g.record().Chapter) && g.file.Round().Decisions() == 0,
		},
		HasMenu: h.hasMenu, Campaign: g.campaign(), HasSolution: g.deal.Winnable,
		Replay:      func() error { return h.replayFrom(g.record(), "", g.deal.Lost()) },
		StepThrough: func() error { return h.StepThrough(g.record().Position, solveLimit) },
	}
	switch {
	case h.Browser:
		next, err = h.showInBrowser(web.Solo{Home: g.file.Home, RoundOptions: opts.RoundOptions})
	case h.HasScreen():
		next, err = h.showRound(g.file.Home, opts, "", nil)
	default: // it says itself how to go on
		opts.Solve = func(ctx context.Context) string { return h.solveByCommand(ctx, g) }
		return h.showRound(g.file.Home, opts, h.campaignLine(g), func(ctx context.Context) string {
			return h.analyse(ctx, g)
		})
	}
	if (err == nil || errors.Is(err, tui.ErrExit)) && next == play.Nothing && !g.file.Round().IsOver() &&
		g.file.CheckSaved() == nil {
		h.addFarewell("saved", h.resumeCommand(g))
	}
	return next, err
}

// showRound plays a round with some options: on the full screen where there is one, else line by
// line. There it says which campaign the round belongs to, if any, and analyses it by itself.
func (h *Home) showRound(home *table.Home, o tui.Options, campaign string,
	analyse func(context.Context) string,
) (play.AfterRound, error) {
	if h.HasScreen() {
		o.Motion = !h.shell.Settings.Still
		return h.shell.Round(home, h.shell.ApplySettings(h.terminal(), h.computerDelay(), o))
	}
	if o.Note != "" {
		h.printLine(o.Note)
	}
	return plain.Run(h.Ctx, home, plain.Options{
		In: h.Person.inputLines(h.Ctx, h.In), Out: h.Out, Texts: h.Person.Texts(), Library: h.Library,
		ASCII:    h.Person.ASCII,
		Terminal: h.isInteractive(), Columns: kit.ColumnsOf(h.Out),
		RoundOptions: o.RoundOptions, Campaign: campaign, Analyse: analyse,
	})
}

// beginNext has the table begin the round that the person wants after this one: the same deal again, or
// from the same moment, or another one of the chapter, or of the next. A round that is no deal begins
// again as it began, and so does one without a chapter where another deal is wanted.
func (h *Home) beginNext(g *Game, wish play.AfterRound) (err error) {
	record := g.record()
	pick := g.file.TableView().Next
	id := chapters.DealID{Chapter: pick.Chapter, Variant: pick.Variant, Players: record.Players, Seed: AnySeed()}
	switch {
	case g.campaignRun != nil:
		return h.beginNextOfCampaign(g, pick.Chapter, wish)
	case wish == play.Again && g.start != nil:
		record = *g.start
	case wish == play.NextChapter:
		c := chapterAfter(h.Library, id.Chapter)
		if c == nil {
			return say.Errorf("there is no chapter after %s", id.Chapter)
		}
		id.Chapter = c.ID
		id.Variant = c.Letters()[0]
		record, err = h.newRecord(id, record.PlayerNames)
	case wish == play.Another && id.Chapter != "":
		record, err = h.newRecord(id, record.PlayerNames)
	default:
		record = chapters.Record{Position: record.Position, PlayerNames: record.PlayerNames, Seed: record.Seed}
	}
	if err == nil {
		if err = g.file.Begin(h.Ctx, nil, record); err != nil {
			err = say.Errorf("a new saved game: %w", err)
		}
	}
	g.named = false
	if wish != play.Again {
		g.start = nil
	}
	return err
}

// Resume goes on with a saved game, or with the campaign whose round it is. Named reports whether it was
// asked for by its name.
func (h *Home) Resume(saved *saves.Save, named bool) error {
	if saved.Campaign != "" {
		return h.PlayCampaign(Campaign{Name: saved.Campaign, Choice: campaign.Choice{Seed: AnySeed()}})
	}
	file, err := saved.Open(h.Library)
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
	return h.playRounds(g)
}

// noProgram refuses to go on with a saved game that a program plays: no file starts one.
func noProgram(g *Game) error {
	for _, name := range g.file.Round().PlayerNames() {
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

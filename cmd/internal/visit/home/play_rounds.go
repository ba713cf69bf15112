package home

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/bot"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/door/web"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/plain"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// First plays chapter 1 for the first time: a deal that suits beginners, or any deal if there are saved
// games.
func (h *Home) First() error {
	id := chapters.DealID{Chapter: h.Library.Chapters[0].ID, Players: 4, Seed: lesson.First}
	if !h.Saves.List().Empty() {
		id.Seed = AnySeed()
	}
	return h.PlayNew(h.Form(1).ForDeal(id))
}

// PlayNew plays the round of a form at a new table, and the rounds that the person wants after it.
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

// newRecord returns a deal's round before its first decision. A record's seed has 63 bits, a deal's seed
// 64.
func (h *Home) newRecord(id chapters.DealID, names []string) (chapters.Record, error) {
	pos, err := h.Library.Deal(id)
	seed := id.Seed & math.MaxInt64
	return chapters.Record{Position: pos, PlayerNames: names, Seed: &seed}, err
}

// playAtNewTable plays a round at a new table, and the rounds that the person wants after it.
func (h *Home) playAtNewTable(g *Game, record chapters.Record) error {
	file, err := h.Saves.Create(h.Library, record)
	if err != nil {
		return err
	}
	g.file = file
	return h.playRounds(g)
}

// playRounds plays the rounds of a table until the person leaves it.
func (h *Home) playRounds(g *Game) error {
	for {
		stopPrograms := h.startPrograms(g)
		next, err := h.playRound(g)
		err = errors.Join(err, h.programFailed(g, err))
		if err == nil && next == play.Chosen && g.file.CheckSaved() == nil {
			return h.beginChosen(g, stopPrograms)
		}
		if err == nil && next != play.Nothing && g.isCampaignWon(next) {
			h.addFarewell("campaign.everything")
			next = play.Nothing
		}
		if err != nil || next == play.Nothing || g.file.CheckSaved() != nil {
			return h.leaveTable(g, err, stopPrograms)
		}
		err = stopPrograms()
		if err == nil {
			h.addCampaignResult(g, g.isWon())
			err = h.beginNext(g, next)
		}
		if err != nil {
			return g.close(err)
		}
	}
}

// leaveTable closes a table after a round that ended with err, and adds the farewells: how the campaign
// stands, how to continue, and where the record is.
func (h *Home) leaveTable(g *Game, err error, stopPrograms func() error) error {
	// The table is closed first, so that no program is still thinking when it is stopped.
	err = errors.Join(g.close(err), stopPrograms())
	if err != nil && !errors.Is(err, play.ErrExit) {
		return err
	}
	h.addCampaignResult(g, g.isWon())
	if command := h.nextRoundCommand(g); command != "" {
		h.addFarewell("campaign.next", command)
	}
	h.addFarewell("record", strictyaml.Visible(g.file.Table.Path()))
	return err
}

// startPrograms starts the external programs that the command line names for a round. The function it
// returns stops them.
func (h *Home) startPrograms(g *Game) (stop func() error) {
	programs := map[string]players.Player{}
	for _, name := range h.Computer {
		if round.IsProgram(name) {
			programs[name], _ = h.Programs.New(name) // the flag has been checked
		}
	}
	g.file.SetPrograms(programs)
	if h.HasScreen() && len(programs) > 0 {
		h.Programs.Stderr = nil // its output would disturb the screen
	}
	return func() error {
		return players.Leave(g.file.Round().Reveal().Result(), slices.Collect(maps.Values(programs))...)
	}
}

// programFailed returns an error that says how to continue a game whose external program has failed, nil
// for other errors.
func (h *Home) programFailed(g *Game, err error) error {
	if !errors.As(err, new(*bot.Error)) {
		return nil
	}
	command := h.withFlags("fellowship play " + g.file.Name() + " --computer " + players.Strongest)
	return say.Errorf("nothing is lost; another one can go on: %s", command)
}

// playRound plays a round in a browser, on a full screen or line by line.
func (h *Home) playRound(g *Game) (next play.AfterRound, err error) {
	g.deal = h.dealOf(h.Person.Texts(), g.record)
	isFirstMove := g.file.Round().Decisions() == 0
	opts := tui.Options{
		RoundOptions: play.RoundOptions{
			Continue:   h.resumeCommand(g),
			Next:       h.nextChapterCommand(g),
			Advice:     h.sharedAdvice(),
			Epilogue:   g.deal.Epilogue,
			Solve:      g.deal.Solve,
			Try:        g.deal.Try,
			Replayable: true,
			Intro:      h.sharedAdvice().NeedsIntro(g.record().Chapter) && isFirstMove,
		},
		HasMenu:     h.hasMenu,
		Campaign:    g.campaign(),
		HasSolution: g.deal.Winnable,
		Replay:      func() error { return h.replayFrom(g.record(), "", g.deal.Lost()) },
		StepThrough: func() error { return h.StepThrough(g.record().Position, solveLimit) },
	}
	switch {
	case h.Browser:
		next, err = h.showInBrowser(web.Solo{Home: g.file.Home, RoundOptions: opts.RoundOptions})
	case h.HasScreen():
		next, err = h.showRound(g.file.Home, opts, "", nil)
	default: // playing line by line says itself how to continue
		opts.Solve = func(ctx context.Context) string { return h.solveByCommand(ctx, g) }
		return h.showRound(g.file.Home, opts, h.campaignLine(g), func(ctx context.Context) string {
			return h.analyse(ctx, g)
		})
	}
	wasLeft := (err == nil || errors.Is(err, play.ErrExit)) && next == play.Nothing
	if wasLeft && !g.file.Round().IsOver() && g.file.CheckSaved() == nil {
		h.addFarewell("saved", h.resumeCommand(g))
	}
	return next, err
}

// showRound plays a round on a full screen if there is one, otherwise line by line. Only a game line by line uses
// campaign, a line that names the campaign of the round, and analyse, which analyzes the finished round.
func (h *Home) showRound(home *table.Home, o tui.Options, campaign string,
	analyse func(context.Context) string,
) (play.AfterRound, error) {
	if h.HasScreen() {
		o.Motion = !h.shell.Settings.Still
		return h.shell.Session.Round(home, h.shell.ApplySettings(h.terminal(), h.computerDelay(), o))
	}
	if o.Note != "" {
		h.printLine(o.Note)
	}
	return plain.Run(h.Ctx, home, plain.Options{
		In:           h.Person.inputLines(h.Ctx, h.In),
		Out:          h.Out,
		Texts:        h.Person.Texts(),
		Library:      h.Library,
		ASCII:        h.Person.ASCII,
		Terminal:     h.isInteractive(),
		Columns:      kit.ColumnsOf(h.Out),
		RoundOptions: o.RoundOptions,
		Campaign:     campaign,
		Analyse:      analyse,
	})
}

// AnySeed returns the number of a random deal, small enough to be read out to a friend.
func AnySeed() uint64 { return uint64(time.Now().UnixMicro()) % 1_000_000 }

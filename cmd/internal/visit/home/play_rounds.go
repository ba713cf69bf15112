package home

import (
	"errors"
	"math"
	"time"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/stars"
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
	return h.playAtNewTable(&Game{home: h}, record)
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
	return g.playRounds()
}

// playRounds plays the rounds of the table until the person leaves it.
func (g *Game) playRounds() error {
	for {
		stopPrograms := g.startPrograms()
		wish, err := g.playRound()
		err = errors.Join(err, g.programFailed(err))
		next := wish.Next
		if err == nil && next == play.Chosen && g.file.Home.CheckSaved() == nil {
			return g.leaveFor(wish.Chosen, stopPrograms)
		}
		if loss := g.deal.Loss(); err == nil && next == play.FromLoss && loss.CanPlayOn() {
			return g.leaveFor(func() error { return g.home.PlayOn(loss.Record()) }, stopPrograms)
		}
		if err == nil && next != play.Nothing && g.isCampaignWon(next) {
			g.home.say("campaign.everything")
			next = play.Nothing
		}
		if err != nil || next == play.Nothing || g.file.Home.CheckSaved() != nil {
			return g.leave(err, stopPrograms)
		}
		err = stopPrograms()
		if err == nil {
			g.sayCampaignResult(g.isWon())
			err = g.beginNext(next)
		}
		if err != nil {
			return g.close(err)
		}
	}
}

// playRound has the stage show the round that has begun at the table.
func (g *Game) playRound() (Wish, error) {
	h := g.home
	g.deal = h.dealOf(h.Person.Texts(), g.record)
	isFirstMove := g.file.Home.Round().Decisions() == 0
	return h.Stage.PlayRound(h.Ctx, Round{
		Table: g.file.Home,
		Options: play.RoundOptions{
			Continue:   g.resumeCommand(),
			Next:       g.nextChapterCommand(),
			Advice:     h.sharedAdvice(),
			StepLoss:   g.deal.StepLoss,
			Epilogue:   g.deal.Epilogue,
			Solve:      g.deal.Solve,
			Try:        g.deal.Try,
			Stars:      g.stars,
			Replayable: true,
			Intro:      h.sharedAdvice().NeedsIntro(g.record().Chapter) && isFirstMove,
		},
		Campaign: g.campaign(),
		Number:   g.number,
		Deal:     g.deal,
		Path:     g.file.Table.Path(),
	})
}

// stars returns the stars that the person has for the chapter of the round.
func (g *Game) stars() stars.Row {
	record := g.record()
	return g.home.Saves.List().StarsOf(g.home.Library, record.Chapter, record.Players)
}

// leave closes the table after a round that ended with err, and says how the campaign stands, how to continue, and
// where the record is.
func (g *Game) leave(err error, stopPrograms func() error) error {
	// The table is closed first, so that no program is still thinking when it is stopped.
	err = errors.Join(g.close(err), stopPrograms())
	if err != nil && !errors.Is(err, play.ErrExit) {
		return err
	}
	g.sayCampaignResult(g.isWon())
	if command := g.nextRoundCommand(); command != "" {
		g.home.say("campaign.next", command)
	}
	g.home.say("record", strictyaml.Visible(g.file.Table.Path()))
	return err
}

// leaveFor leaves the table and plays what the person has chosen.
func (g *Game) leaveFor(chosen func() error, stopPrograms func() error) error {
	if err := errors.Join(g.close(nil), stopPrograms()); err != nil {
		return err
	}
	return chosen()
}

// AnySeed returns the number of a random deal, small enough to be read out to a friend.
func AnySeed() uint64 { return uint64(time.Now().UnixMicro()) % 1_000_000 }

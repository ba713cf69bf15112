package home

import (
	"context"
	"errors"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/choose"
	_ "fellowship/cmd/internal/envtest" // the tests have an environment of their own
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"

	"github.com/stretchr/testify/require"
)

// scripted is a stage without a screen: a script says what the person does in each round and with each form.
type scripted struct {
	t *testing.T
	// rounds has what the person does in each round, the first one first. After the last one the person leaves.
	rounds []visitTo
	// choose completes the form of a campaign's next round, and reports whether the person has chosen; nil means
	// that nobody is there.
	choose func(setup *choose.Setup) bool
	// workErr ends all work that takes a while, nil for none.
	workErr error

	// shown has what the stage was handed, with the record of each round as it began.
	shown []shownRound
	// asked has the choices that were incomplete.
	asked []campaign.Choice
	// said has the last words, in English.
	said []string
}

// visitTo is what a person does in a round.
type visitTo struct {
	// leaves makes the person leave before the first decision.
	leaves bool
	// wish is what the person wants next.
	wish Wish
	// err is how the round ends.
	err error
}

// shownRound is a round that a stage has shown.
type shownRound struct {
	Round
	// began is the round before what the person did.
	began chapters.Record
}

// then returns a round that is played to its end, after which the person wants something.
func then(after play.AfterRound) visitTo { return visitTo{wish: Wish{Next: after}} }

func (s *scripted) PlayRound(ctx context.Context, r Round) (Wish, error) {
	s.shown = append(s.shown, shownRound{r, r.Record()})
	if len(s.shown) > len(s.rounds) {
		return Wish{}, nil
	}
	visit := s.rounds[len(s.shown)-1]
	if !visit.leaves {
		playToEnd(ctx, s.t, r)
	}
	return visit.wish, visit.err
}

// playToEnd plays a round to its end: a person takes the first option, in a puzzle the first that does not lose.
func playToEnd(ctx context.Context, t *testing.T, r Round) {
	t.Helper()
	r.Table.Pace(0, true)
	client := &play.Client{Client: r.Table.Client, Puzzle: r.Options.Puzzle}
	for {
		now := client.Look()
		switch now.Now {
		case round.End:
			return
		case round.Settled, round.Curtain, round.TrickEnd, round.Notice:
			client.GoOn()
		case round.Turn:
			err := play.ErrLosingMove
			for _, option := range now.View.Ask.Options {
				if errors.Is(err, play.ErrLosingMove) {
					err = client.Decide(option)
				}
			}
			require.NoError(t, err)
		case round.Thinking, round.Elsewhere:
			require.NoError(t, client.Wait(ctx, now.Event))
		}
	}
}

func (s *scripted) ChooseNext(_ context.Context, setup *choose.Setup, given campaign.Choice) (bool, error) {
	s.asked = append(s.asked, given)
	if s.choose == nil {
		return false, ErrNobodyToAsk
	}
	return s.choose(setup), nil
}

func (s *scripted) WhileWorking(ctx context.Context, _ string, work func(context.Context) error) error {
	if s.workErr != nil {
		return s.workErr
	}
	return work(ctx)
}

func (s *scripted) Say(line Line) { s.said = append(s.said, line((&Person{Lang: "en"}).Texts())) }

// deals returns the names of the deals that were shown.
func (s *scripted) deals() (all []string) {
	for _, r := range s.shown {
		all = append(all, r.began.Deal)
	}
	return all
}

// atHome returns a person at home with folders of their own, whose rounds a stage shows.
func atHome(t *testing.T, stage Stage) *Home {
	t.Helper()
	for _, folder := range []string{"XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		t.Setenv(folder, t.TempDir())
	}
	return &Home{
		Person:  &Person{Load: func() settings.Settings { return settings.Settings{Lang: "en"} }},
		Library: chapters.Default(), Saves: saves.Default(), Ctx: t.Context(),
		Stage: stage, Computer: []string{"random"},
	}
}

// setUp returns the form of a deal, with people in the first seats.
func setUp(t *testing.T, h *Home, deal string, humans int) *choose.Setup {
	t.Helper()
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	return h.Form(humans).ForDeal(id)
}

package measuring

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/parallel"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

// simulateAllAnswer is the rounds of deals of one kind in JSON.
type simulateAllAnswer struct {
	Chapter any    `json:"chapter"`
	Event   string `json:"event,omitempty"`
	Group   any    `json:"group,omitempty"`
	Players int    `json:"players"`
	Rounds  int    `json:"rounds"`
	Won     int    `json:"won"`
}

// all plays many rounds of everything and checks each one: it comes to an end, its record
// reads back and replays to the same end.
func (opt *simulateOptions) all(cmd *cobra.Command, lib *chapters.Library, player players.Player) error {
	flags := cmd.Flags()
	size := 0
	if flags.Changed("players") {
		size = opt.Players
	}
	list, err := command.Unnumbered(lib, command.TrimZeros(opt.Chapter), size)
	if err != nil {
		return err
	}
	if !flags.Changed("seed") {
		opt.Seed = 1
	}
	command.CollectSeldom(opt.Workers)
	t := command.NewText(cmd.OutOrStdout(), opt.Root)
	if !opt.JSON {
		t.Head(t.Sprintf("%-20s %7s %7s %7s", say.Word("chapter"), say.Word("players"), say.Word("rounds"), say.Word("won")))
	}
	began, rounds, wins := time.Now(), 0, 0
	for _, id := range list {
		won, err := opt.many(cmd.Context(), lib, player, id)
		if err != nil {
			return err
		}
		c, err := lib.Chapter(id.Chapter)
		if err != nil {
			return command.Internal(err)
		}
		variant := ""
		if v := c.Variant(id.Variant); v != nil {
			variant = v.ID
		}
		rounds, wins = rounds+opt.Seeds, wins+won
		if opt.JSON {
			a := simulateAllAnswer{Chapter: command.ChapterNumber(c.ID), Players: id.Players, Rounds: opt.Seeds, Won: won}
			switch c.VariantKind() {
			case "event":
				a.Event = variant
			case "group":
				a.Group = command.ChapterNumber(variant)
			}
			err = command.WriteJSON(cmd.OutOrStdout(), a)
		} else {
			t.Line("%-20s %7d %7d %7d", c.ID+" "+variant, id.Players, opt.Seeds, won)
			err = t.Flush()
		}
		if err != nil {
			return err
		}
	}
	fmt.Fprintln(cmd.ErrOrStderr(), t.Sprintf("rounds: %d, won: %d; all of them ended, and their records replay the same; %.1f s",
		rounds, wins, time.Since(began).Seconds()))
	return nil
}

// many plays the rounds of deals of a kind and returns how many were won.
func (opt *simulateOptions) many(ctx context.Context, lib *chapters.Library, player players.Player, kind chapters.DealID) (int, error) {
	var won atomic.Int64
	err := parallel.Each(ctx, opt.Workers, opt.Seeds, func(i int) error {
		id := kind
		id.Seed = opt.Seed + uint64(i)
		err := command.Guard(func() error {
			isWon, err := SimulateChecked(ctx, lib, player, id, opt.Policy)
			if isWon {
				won.Add(1)
			}
			return command.Internal(err)
		})
		if err != nil && ctx.Err() == nil {
			return &command.ExitError{Code: command.ExitInternal, Err: say.Errorf("deal %s: %w", id, err)}
		}
		return nil
	})
	return int(won.Load()), err
}

// simulate plays one round.
func simulate(ctx context.Context, lib *chapters.Library, player players.Player, id chapters.DealID, policy string) (*chapters.Record, *chapters.Game, error) {
	pos, err := lib.Deal(id)
	if err != nil {
		return nil, nil, err
	}
	g, err := lib.NewGame(pos)
	if err != nil {
		return nil, nil, err
	}
	if err := players.Play(ctx, g, player, id.Seed); err != nil {
		return nil, nil, err
	}
	return &chapters.Record{
		Position: pos, Seed: &id.Seed, Decisions: g.Decisions(),
		By: slices.Repeat([]string{policy}, g.Seats()),
	}, g, nil
}

// SimulateChecked plays one round, writes its record, reads that and replays it.
func SimulateChecked(ctx context.Context, lib *chapters.Library, player players.Player, id chapters.DealID, policy string) (won bool, err error) {
	record, played, err := simulate(ctx, lib, player, id, policy)
	if err != nil {
		return false, err
	}
	if !played.Over() || played.Result() == chapters.Undecided {
		return false, say.Errorf("the round did not come to its end (T10): it is %s", played.Result())
	}
	for _, g := range played.Statuses() {
		if g.Status == characters.Open || g.Status == characters.Met {
			return false, say.Errorf("seat %d: the goal of %s%s is %s at the end (S12)", g.Seat, g.Character, g.Rider, g.Status)
		}
	}
	text, err := record.Text()
	if err != nil {
		return false, err
	}
	entries := slices.Collect(lib.Read(id.String(), bytes.NewReader(text)))
	switch {
	case len(entries) != 1:
		return false, say.Errorf("the record reads back as %d", len(entries))
	case entries[0].Err != nil:
		return false, entries[0].Err
	case !slices.Equal(entries[0].Decisions, record.Decisions):
		return false, say.New("the record reads back as other decisions")
	}
	again, err := hindsight.Replay(lib, &entries[0].Record, texts.New(texts.Default))
	if err != nil {
		return false, err
	}
	switch g := again.Game; {
	case !g.Over(), g.Result() != played.Result(), len(again.Tricks) != len(played.History()):
		return false, say.Errorf("the record replays to a round that is %s after %d tricks, not %s after %d",
			g.Result(), len(again.Tricks), played.Result(), len(played.History()))
	case !slices.Equal(g.Statuses(), played.Statuses()):
		return false, say.Errorf("the record replays to the goals %v, not %v", g.Statuses(), played.Statuses())
	}
	return played.Result() == chapters.Won, nil
}

package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/parallel"
	"fellowship/solver/players"
	"fellowship/tricks/say"

	"github.com/spf13/cobra"
)

// cell is one way to sit down to a chapter: with an event or a group where it
// has any, and a number of players.
type cell struct {
	chapter *chapters.Chapter
	letter  string
	players int
}

// cells lists all of them, of one chapter or number of players where these are
// not empty.
func cells(lib *chapters.Library, chapter string, size int) ([]cell, error) {
	list := lib.Chapters
	if chapter != "" {
		c, err := lib.Chapter(chapter)
		if err != nil {
			return nil, err
		}
		list = []*chapters.Chapter{c}
	}
	var out []cell
	for _, c := range list {
		for _, letter := range c.Letters() {
			for n := 1; n <= 4; n++ {
				if size == 0 || size == n {
					out = append(out, cell{c, letter, n})
				}
			}
		}
	}
	return out, nil
}

// deal names a deal of the cell.
func (c *cell) deal(seed uint64) chapters.DealID {
	return chapters.DealID{Chapter: c.chapter.ID, Variant: c.letter, Players: c.players, Seed: seed}
}

// part is the id of the event or group, empty without one.
func (c *cell) part() string {
	if v := c.chapter.Variant(c.letter); v != nil {
		return v.ID
	}
	return ""
}

// simulateAllAnswer is the rounds of one cell in JSON.
type simulateAllAnswer struct {
	Chapter any    `json:"chapter"`
	Event   string `json:"event,omitempty"`
	Group   any    `json:"group,omitempty"`
	Players int    `json:"players"`
	Rounds  int    `json:"rounds"`
	Won     int    `json:"won"`
}

// runSimulateAll plays many rounds of everything and checks each one: it comes
// to an end, its record reads back and replays to the same end.
func runSimulateAll(cmd *cobra.Command, opt *simulateOptions) error {
	lib, err := opt.Library()
	if err != nil {
		return err
	}
	flags := cmd.Flags()
	size := 0
	if flags.Changed("players") {
		size = opt.Players
	}
	list, err := cells(lib, trimZeros(opt.Chapter), size)
	if err != nil {
		return err
	}
	player, err := players.New(opt.Policy)
	if err != nil {
		return err
	}
	if !flags.Changed("seed") {
		opt.Seed = 1
	}
	collectSeldom(opt.Workers)
	t := newText(cmd.OutOrStdout(), opt.rootOptions)
	if !opt.JSON {
		t.head(t.Sprintf("%-20s %7s %7s %7s", say.Word("chapter"), say.Word("players"), say.Word("rounds"), say.Word("won")))
	}
	began, rounds, wins := time.Now(), 0, 0
	for i := range list {
		c := &list[i]
		won, err := opt.simulateCell(cmd.Context(), lib, player, c)
		if err != nil {
			return err
		}
		rounds, wins = rounds+opt.Seeds, wins+won
		if opt.JSON {
			a := simulateAllAnswer{Chapter: chapterNumber(c.chapter.ID), Players: c.players, Rounds: opt.Seeds, Won: won}
			switch c.chapter.VariantKind() {
			case "event":
				a.Event = c.part()
			case "group":
				a.Group = chapterNumber(c.part())
			}
			err = writeJSON(cmd.OutOrStdout(), a)
		} else {
			t.line("%-20s %7d %7d %7d", c.chapter.ID+" "+c.part(), c.players, opt.Seeds, won)
			err = t.flush()
		}
		if err != nil {
			return err
		}
	}
	fmt.Fprintln(cmd.ErrOrStderr(), t.Sprintf("%d rounds, %d won; all of them ended, and their records replay the same; %.1f s",
		rounds, wins, time.Since(began).Seconds()))
	return nil
}

// simulateCell plays the rounds of a cell and returns how many were won.
func (opt *simulateOptions) simulateCell(ctx context.Context, lib *chapters.Library, player players.Player, c *cell) (int, error) {
	var won atomic.Int64
	err := parallel.Each(ctx, opt.Workers, opt.Seeds, func(i int) error {
		id := c.deal(opt.Seed + uint64(i))
		err := guard(func() error {
			isWon, err := simulateChecked(ctx, lib, player, id, opt.Policy)
			if isWon {
				won.Add(1)
			}
			return internal(err)
		})
		if err != nil && ctx.Err() == nil {
			return &exitError{code: exitInternal, err: say.Errorf("deal %s: %w", id, err)}
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

// simulateChecked plays one round, writes its record, reads that and replays it.
func simulateChecked(ctx context.Context, lib *chapters.Library, player players.Player, id chapters.DealID, policy string) (won bool, err error) {
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
	again, err := replayRound(lib, &entries[0].Record, texts.New(texts.Default))
	if err != nil {
		return false, err
	}
	switch g := again.game; {
	case !g.Over(), g.Result() != played.Result(), len(again.tricks) != len(played.History()):
		return false, say.Errorf("the record replays to a round that is %s after %d tricks, not %s after %d",
			g.Result(), len(again.tricks), played.Result(), len(played.History()))
	case !slices.Equal(g.Statuses(), played.Statuses()):
		return false, say.Errorf("the record replays to the goals %v, not %v", g.Statuses(), played.Statuses())
	}
	return played.Result() == chapters.Won, nil
}

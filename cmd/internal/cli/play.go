package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"time"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/plain"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/solver"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

type playOptions struct {
	*rootOptions
	dealFlags
	Humans   int
	Computer string
	Plain    bool
	Lang     string
}

func newPlayCmd(root *rootOptions) *cobra.Command {
	opt := playOptions{rootOptions: root}
	cmd := &cobra.Command{
		Use:   "play [DEAL]",
		Short: "Play a round",
		Long: `Play a round. You take the first seat and the computer the others; --humans lets
more people play at one screen.

Without a deal and without flags that name one, the game you played last goes
on; when there is none, chapter 1 begins. A game is saved with every card that
is played, and no game is ever overwritten.

In a pipe, and with --plain, the game is played line by line.`,
		Example: `  fellowship play
  fellowship play --chapter 2 --players 3
  fellowship play c02p4s7 --humans 2
  fellowship play --chapter 1 --plain --lang de`,
		Args: atMostOneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runPlay(cmd, &opt, firstArg(args))
		},
	}
	flags := cmd.Flags()
	opt.add(cmd)
	flags.IntVar(&opt.Humans, "humans", 1, "so many people play, from the first seat on")
	flags.Var(oneOf(&opt.Computer, players.Names...), "computer", "who plays the other seats")
	opt.Computer = players.Names[len(players.Names)-1]
	flags.BoolVar(&opt.Plain, "plain", false, "play line by line, as for a screen reader")
	flags.Var(oneOf(&opt.Lang, characters.Languages...), "lang", "language; else the one of LC_ALL or LANG")
	return cmd
}

// newGameFlags are those that start a new game.
var newGameFlags = []string{"chapter", "players", "seed", "event", "group", "humans", "computer"}

func runPlay(cmd *cobra.Command, opt *playOptions, deal string) error {
	lib, err := opt.Library()
	if err != nil {
		return err
	}
	shelf := saves.Default()
	anew := deal != "" || slices.ContainsFunc(newGameFlags, cmd.Flags().Changed)
	var g *playing
	if !anew {
		g, err = opt.resume(cmd, lib, shelf)
	}
	if g == nil && err == nil {
		g, err = opt.start(cmd, lib, shelf, deal)
	}
	for err == nil {
		var next tui.Outcome
		next, err = opt.run(cmd, g)
		if err = g.close(err); err != nil || next == tui.Quit {
			break
		}
		g, err = g.another(lib, shelf, next)
	}
	return err
}

// playing is a game and the file it is written to.
type playing struct {
	*session.Session
	file *saves.File
}

// close ends the file; err is how the game ended.
func (g *playing) close(err error) error {
	if g.Stopped() {
		err = errors.Join(err, g.file.Stop())
	}
	return errors.Join(err, g.file.Close())
}

// newGame deals and begins a game in a file of its own.
func newGame(lib *chapters.Library, shelf *saves.Shelf, id chapters.DealID, by []string) (*playing, error) {
	pos, err := lib.Deal(id)
	if err != nil {
		return nil, err
	}
	file, err := shelf.Create(pos.Deal)
	if err != nil {
		return nil, err
	}
	// A record's seed has 63 bits, the number of a deal 64.
	s, err := session.New(session.Config{Library: lib, Position: pos, By: by, Seed: id.Seed & math.MaxInt64, Log: file})
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &playing{s, file}, nil
}

// another begins the game that the person wants after this one: the same deal
// again, or another one of the chapter.
func (g *playing) another(lib *chapters.Library, shelf *saves.Shelf, next tui.Outcome) (*playing, error) {
	record := g.Record()
	id, err := chapters.ParseDealID(record.Deal)
	if err != nil {
		return nil, err
	}
	if next == tui.NewDeal {
		id.Seed = anySeed()
	}
	return newGame(lib, shelf, id, record.By)
}

// resume goes on with the game played last; there is none when both the game
// and the error are nil.
func (opt *playOptions) resume(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf) (*playing, error) {
	name, skipped, err := shelf.Unfinished(lib)
	for _, problem := range skipped {
		fmt.Fprintf(cmd.ErrOrStderr(), "fellowship: %v; left out\n", problem)
	}
	if err != nil || name == "" {
		return nil, err
	}
	file, record, err := shelf.Open(lib, name)
	if errors.Is(err, saves.ErrInUse) {
		return nil, fmt.Errorf("%w; for another game say which, such as: fellowship play --chapter 1", err)
	}
	if err != nil {
		return nil, err
	}
	s, err := session.Resume(lib, record, file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &playing{s, file}, nil
}

// start begins a new game: of the deal that is named, else with what the flags
// leave open as chapter 1, four players and any number.
func (opt *playOptions) start(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf, deal string) (*playing, error) {
	if deal == "" {
		defaults := map[string]string{"chapter": "1", "seed": strconv.FormatUint(anySeed(), 10)}
		for flag, value := range defaults {
			if !cmd.Flags().Changed(flag) {
				if err := cmd.Flags().Set(flag, value); err != nil {
					return nil, internal(err)
				}
			}
		}
	}
	id, err := opt.id(cmd, deal)
	if err != nil {
		return nil, err
	}
	if opt.Humans < 0 || opt.Humans > id.Players {
		return nil, fmt.Errorf("--humans %d: the deal is for %d players (S1)", opt.Humans, id.Players)
	}
	by := slices.Repeat([]string{opt.Computer}, chapters.SeatsFor(id.Players))
	for seat := range opt.Humans {
		by[seat] = session.Human
	}
	return newGame(lib, shelf, id, by)
}

// anySeed returns the number of a deal nobody asked for by number: small enough
// to be read out to a friend.
func anySeed() uint64 { return uint64(time.Now().UnixMicro()) % 1_000_000 }

// run plays on the screen where there is one, else line by line.
func (opt *playOptions) run(cmd *cobra.Command, g *playing) (tui.Outcome, error) {
	lang := opt.Lang
	if lang == "" {
		lang = texts.Language(os.Getenv)
	}
	t := texts.New(lang)
	ctx, in, out := cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout()
	terminal := isTerminal(in) && isTerminal(out)
	if terminal && !opt.Plain && os.Getenv("TERM") != "dumb" {
		return tui.Run(ctx, g.Session, tui.Options{
			In: in, Out: out, Texts: t, ASCII: opt.ASCII, Color: opt.Color, Continue: opt.again(),
			Solve: func(ctx context.Context) string { return solveDeal(ctx, g.Reveal(), t) },
		})
	}
	return tui.Quit, plain.Run(ctx, g.Session, plain.Options{
		In: interruptible(ctx, in), Out: out, Texts: t, ASCII: opt.ASCII,
		Terminal: terminal, Continue: opt.again(),
	})
}

// solveLimit is how long a person waits for the answer on the result page.
const solveLimit = 30 * time.Second

// solveDeal says whether the round could have been won with open cards, from
// its draft on.
func solveDeal(ctx context.Context, played *chapters.Game, t *texts.Texts) string {
	ctx, stop := context.WithTimeout(ctx, solveLimit)
	defer stop()
	result := solver.Result{Verdict: solver.Unknown}
	err := guard(func() error {
		start, err := played.Before(0)
		if err == nil {
			result, err = solver.Solve(ctx, start, solver.Options{})
		}
		return err
	})
	switch {
	case err != nil || result.Verdict == solver.Unknown:
		return t.T("solve.unknown")
	case result.Verdict == solver.Winnable:
		return t.T("solve.winnable")
	}
	return t.T("solve.unwinnable")
}

// again is the command that goes on with the game.
func (opt *playOptions) again() string {
	command := "fellowship play"
	if opt.Plain {
		command += " --plain"
	}
	if opt.Lang != "" {
		command += " --lang " + opt.Lang
	}
	if opt.Chapters != "" {
		command += " --chapters " + opt.Chapters
	}
	return command
}

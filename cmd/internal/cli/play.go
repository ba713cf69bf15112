package cli

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/plain"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

type playOptions struct {
	*rootOptions
	dealFlags
	Humans   int
	Computer computers
	Plain    bool
	// Silent switches the coach of the first chapter off.
	Silent bool
}

func newPlayCmd(root *rootOptions) *cobra.Command {
	opt := playOptions{rootOptions: root}
	cmd := &cobra.Command{
		Use:   "play [DEAL|NAME]",
		Short: "Play a round",
		Long: `Play a round. You take the first seat and the computer the others; --humans lets
more people play at one screen.

Without a deal and without flags that name one, the game you played last goes
on; when there is none, chapter 1 begins. The NAME of a saved game goes on with
that one; fellowship saves lists them. A game is saved with every card that
is played, and no game is ever overwritten. The record of each is a file that
solve and replay read; leaving a game shows where it is, in the folder
fellowship/games of $XDG_STATE_HOME (~/.local/state on Linux).

The fair computer players are the strongest: they ask in how many of the worlds
that agree with what they see a card can still win. The greedy ones each follow
their own goal, the random ones play whatever is legal. None sees more than a
person in its seat. --computer fair,greedy gives each seat its own, the last one
those that are left. --humans 0 lets you watch.

In a pipe, and with --plain, the game is played line by line.`,
		Example: `  fellowship play
  fellowship play --chapter 2 --players 3
  fellowship play c02p4s7 --humans 2
  fellowship play --chapter 14 --event bridge
  fellowship play --chapter road --players 2
  fellowship play c02p4s7-1
  fellowship play --chapter 1 --plain --lang de`,
		Args:              atMostOneArg,
		ValidArgsFunction: completeSaves,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runPlay(cmd, &opt, firstArg(args))
		},
	}
	flags := cmd.Flags()
	opt.add(cmd)
	flags.Lookup("chapter").Usage += " (default 1)"
	flags.Lookup("seed").Usage += " (default any)"
	flags.Lookup("event").Usage += " (default doors)"
	flags.Lookup("group").Usage += " (default 1)"
	flags.IntVar(&opt.Humans, "humans", 1, "people playing, in the first seats")
	opt.Computer = computers{strongest()}
	opt.Computer.add(cmd)
	flags.BoolVar(&opt.Plain, "plain", false, "play line by line, as for a screen reader")
	flags.BoolVar(&opt.Silent, "no-coach", false, "without the coach of chapter 1")
	return cmd
}

// strongest is the computer player that sits at the table if nobody says
// another: of those that see no more than a person the best. It takes about a
// second for the hardest decisions, and much less for most.
func strongest() string { return players.Names[len(players.Names)-1] }

// newGameFlags are those that start a new game.
var newGameFlags = []string{"chapter", "players", "seed", "event", "group", "humans", "computer"}

func runPlay(cmd *cobra.Command, opt *playOptions, name string) error {
	lib, err := opt.Library()
	if err != nil {
		return err
	}
	shelf := saves.Default()
	g, err := opt.find(cmd, lib, shelf, name)
	if campaign := campaignOf(lib, g); err == nil && campaign != "" {
		if err := g.close(nil); err != nil {
			return err
		}
		return runCampaignPlay(cmd, &campaignPlayOptions{playOptions: *opt}, campaign)
	}
	if err != nil {
		return err
	}
	return opt.rounds(cmd, lib, shelf, g)
}

// rounds plays a game, and the ones the person wants after it.
func (opt *playOptions) rounds(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf, g *playing) error {
	for {
		next, err := opt.run(cmd, lib, g)
		path := g.file.Path()
		if err = g.close(err); (err == nil || errors.Is(err, tui.ErrExit)) && next == tui.Quit {
			fmt.Fprintln(cmd.OutOrStdout(), opt.texts().T("record", path))
		}
		switch {
		case err != nil || next == tui.Quit:
			return err
		case next == tui.LookThrough:
			if g, err = opt.lookThrough(cmd, lib, shelf, g); err != nil {
				return err
			}
			continue
		}
		if g, err = g.another(lib, shelf, next); err != nil {
			return err
		}
	}
}

// lookThrough looks through a game that has ended, and comes back to its result.
func (opt *playOptions) lookThrough(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf, g *playing) (*playing, error) {
	look := replayOptions{rootOptions: opt.rootOptions}
	if err := runLook(cmd, &look, g.file.Name()); err != nil {
		return nil, err
	}
	again, err := resume(lib, shelf, g.file.Name())
	if err == nil && g.Stopped() {
		again.Stop()
	}
	return again, err
}

// find returns the game to play: the one that is named, by its deal or as a saved
// game, else the last one, else a new one.
func (opt *playOptions) find(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf, name string) (*playing, error) {
	_, noDeal := chapters.ParseDealID(name)
	if name != "" && noDeal != nil {
		return opt.named(cmd, lib, shelf, name, noDeal)
	}
	if name == "" && !slices.ContainsFunc(newGameFlags, cmd.Flags().Changed) {
		if g, err := opt.last(cmd, lib, shelf); g != nil || err != nil {
			return g, err
		}
	}
	return opt.start(cmd, lib, shelf, name)
}

// playing is a game and the file it is written to. Named says that it was asked
// for by its name.
type playing struct {
	*session.Session
	file  *saves.File
	named bool
	// campaign is the name of the campaign that the round belongs to, if any.
	campaign string
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
		return nil, errors.Join(err, file.Discard())
	}
	return &playing{Session: s, file: file}, nil
}

// another begins the game that the person wants after this one: the same deal
// again, or another one of the chapter.
func (g *playing) another(lib *chapters.Library, shelf *saves.Shelf, next tui.Outcome) (*playing, error) {
	record := g.Record()
	id, err := chapters.ParseDealID(record.Deal)
	if err != nil {
		return nil, err
	}
	switch next {
	case tui.NewDeal:
		id.Seed = anySeed()
	case tui.NextChapter:
		c := chapterAfter(lib, id.Chapter)
		if c == nil {
			return nil, fmt.Errorf("there is no chapter after %s", id.Chapter)
		}
		id = chapters.DealID{Chapter: c.ID, Players: id.Players, Seed: anySeed()}
		if all := c.Variants(); len(all) > 0 {
			id.Variant = all[0].Letter()
		}
	case tui.Quit, tui.Again, tui.LookThrough:
	}
	return newGame(lib, shelf, id, record.By)
}

// named goes on with the saved game of that name, which noDeal says is not the
// name of a deal.
func (opt *playOptions) named(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf, name string, noDeal error) (*playing, error) {
	saved, err := shelf.Find(lib, name)
	switch {
	case errors.Is(err, saves.ErrUnknown):
		return nil, fmt.Errorf("%w\n%w\nsee: fellowship saves", noDeal, err)
	case err != nil:
		return nil, err
	case saved.Err != nil:
		return nil, saved.Err
	case saved.Finished:
		again := ""
		if saved.Record.Deal != "" {
			again = "\nplay the deal again: fellowship play " + saved.Record.Deal
		}
		return nil, fmt.Errorf("saved game %s has ended\nlook at it: fellowship saves show %[1]s%s", saved.Name, again)
	}
	for _, flag := range newGameFlags {
		if cmd.Flags().Changed(flag) {
			return nil, fmt.Errorf("saved game %s says everything; leave --%s away", saved.Name, flag)
		}
	}
	g, err := resume(lib, shelf, saved.Name)
	if err == nil {
		g.named = true
	}
	return g, err
}

// last goes on with the game played last; there is none when both the game and
// the error are nil.
func (opt *playOptions) last(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf) (*playing, error) {
	name, skipped, err := shelf.Unfinished(lib)
	for _, problem := range skipped {
		fmt.Fprintf(cmd.ErrOrStderr(), "fellowship: %v; left out\n", problem)
	}
	if len(skipped) > 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), "see: fellowship saves")
	}
	if err != nil || name == "" {
		return nil, err
	}
	g, err := resume(lib, shelf, name)
	if errors.Is(err, saves.ErrInUse) {
		return nil, fmt.Errorf("%w; for another game say which, such as: fellowship play --chapter 1", err)
	}
	return g, err
}

// resume goes on with a saved game.
func resume(lib *chapters.Library, shelf *saves.Shelf, name string) (*playing, error) {
	file, record, err := shelf.Open(lib, name)
	if err != nil {
		return nil, err
	}
	s, err := session.Resume(lib, record, file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &playing{Session: s, file: file}, nil
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
		if err := opt.firstVariant(cmd, lib); err != nil {
			return nil, err
		}
	}
	id, err := opt.id(cmd, lib, deal)
	if err != nil {
		return nil, err
	}
	if c := opt.wants().Computer; c != "" && !cmd.Flags().Changed("computer") && slices.Contains(players.Names, c) {
		opt.Computer = computers{c}
	}
	if opt.Humans < 0 || opt.Humans > id.Players {
		return nil, fmt.Errorf("--humans %d: the deal is for %d players (S1)", opt.Humans, id.Players)
	}
	return newGame(lib, shelf, id, opt.seating(id.Players, opt.Humans, nil))
}

// person is the person in a seat, with the name that sat there last.
func (opt *playOptions) person(seat int) string {
	if names := opt.wants().Names; seat < len(names) {
		return session.Person(names[seat])
	}
	return session.Human
}

// firstVariant chooses the first event or group of a chapter that is played with
// one, if the flags name none.
func (opt *playOptions) firstVariant(cmd *cobra.Command, lib *chapters.Library) error {
	c, err := lib.Chapter(trimZeros(opt.Chapter))
	if err != nil {
		return err
	}
	kind := c.VariantKind()
	if kind == "" || cmd.Flags().Changed(kind) {
		return nil
	}
	if err := cmd.Flags().Set(kind, c.Variants()[0].ID); err != nil {
		return internal(err)
	}
	return nil
}

// anySeed returns the number of a deal nobody asked for by number: small enough
// to be read out to a friend.
func anySeed() uint64 { return uint64(time.Now().UnixMicro()) % 1_000_000 }

// run plays on the screen where there is one, else line by line.
func (opt *playOptions) run(cmd *cobra.Command, lib *chapters.Library, g *playing) (tui.Outcome, error) {
	t := opt.texts()
	ctx, in, out := cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout()
	terminal := isTerminal(in) && isTerminal(out)
	deal, err := newPlayedDeal(g, t)
	if err != nil {
		return tui.Quit, err
	}
	if terminal && !opt.Plain && os.Getenv("TERM") != "dumb" {
		return tui.Run(ctx, g.Session, tui.Options{
			In: in, Out: out, Texts: t, ASCII: opt.ASCII || opt.wants().ASCII, Color: opt.color(),
			Continue: opt.again(g), Next: opt.next(lib, g),
			Beat: opt.beat(), Auto: opt.wants().Auto, Mouse: opt.wants().Mouse, Keys: opt.wants().Keys,
			Coach: !opt.Silent, Look: true,
			Solve: deal.solve, Try: deal.try,
		})
	}
	return plain.Run(ctx, g.Session, plain.Options{
		In: interruptible(ctx, in), Out: out, Texts: t, ASCII: opt.ASCII,
		Terminal: terminal, Continue: opt.again(g), Next: opt.next(lib, g), Coach: !opt.Silent,
		Solve: deal.solve, Try: deal.try, Analyse: deal.analyse,
	})
}

// again is the command that goes on with the game. One that was asked for by its
// name need not be the last one played, when nothing was decided in it.
func (opt *playOptions) again(g *playing) string {
	if g.campaign != "" {
		return opt.command("fellowship campaign play " + g.campaign)
	}
	if g.named {
		return opt.command("fellowship play " + g.file.Name())
	}
	return opt.command("fellowship play")
}

// next is the command that plays the next chapter, with as many players; empty
// when there is none.
func (opt *playOptions) next(lib *chapters.Library, g *playing) string {
	if g.campaign != "" {
		return opt.again(g)
	}
	id, err := chapters.ParseDealID(g.Record().Deal)
	if err != nil {
		return ""
	}
	c := chapterAfter(lib, id.Chapter)
	if c == nil {
		return ""
	}
	command := "fellowship play --chapter " + c.ID
	if id.Players != 4 {
		command += fmt.Sprintf(" --players %d", id.Players)
	}
	return opt.command(command)
}

// chapterAfter returns the chapter that comes next, nil after the last one.
func chapterAfter(lib *chapters.Library, id string) *chapters.Chapter {
	i := slices.IndexFunc(lib.Chapters, func(c *chapters.Chapter) bool { return c.ID == id })
	if i < 0 || i+1 == len(lib.Chapters) {
		return nil
	}
	return lib.Chapters[i+1]
}

// command completes a command with the flags that are about the program.
func (opt *playOptions) command(command string) string {
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

// beat is how long a computer player takes at least, as tui.Options has it.
func (opt *playOptions) beat() time.Duration {
	if opt.wants().Quick {
		return -1
	}
	return 0
}

package playing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/lesson"
	"fellowship/cmd/internal/plain"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/cmd/internal/web"
	"fellowship/solver/players"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/spf13/cobra"
)

// PlayOptions are the flags of play, and what leads to a game.
type PlayOptions struct {
	*command.Root
	command.DealFlags
	Humans   int
	Computer Computers
	Plain    bool
	// Browser plays in a browser on this machine, by way of pages.
	Browser bool
	pages   *web.Home
	// Lesson plays the small round of the first evening.
	Lesson bool
	// Today plays the deal of the day.
	Today bool
	// Silent switches the coach of the first chapter off.
	Silent bool
	// introduced are the chapters whose page was shown, or whose first round was
	// played before.
	introduced map[string]bool
	// parting, if set, collects what is said when a game is left: a menu says it when
	// the program ends, in the language of then.
	parting *[]partingLine
}

// partingLine is a text that is said later.
type partingLine struct {
	key  string
	args []any
}

// farewell says something as a game is left.
func (opt *PlayOptions) farewell(out io.Writer, key string, args ...any) {
	if opt.parting != nil {
		*opt.parting = append(*opt.parting, partingLine{key, args})
		return
	}
	opt.say(out, opt.Texts().T(key, args...))
}

// say writes a line for the person.
func (opt *PlayOptions) say(out io.Writer, line string) {
	if opt.ASCII {
		line = texts.InASCII(line)
	}
	fmt.Fprintln(out, line)
}

// NewPlay returns the command play.
func NewPlay(root *command.Root) *cobra.Command {
	opt := &PlayOptions{Root: root}
	cmd := &cobra.Command{
		Use:               "play [DEAL|NAME]",
		Short:             "Play a round",
		Args:              command.AtMostOneArg,
		ValidArgsFunction: completeSaves,
		RunE: opt.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			return opt.play(cmd, lib, command.FirstArg(args))
		}),
	}
	flags := cmd.Flags()
	opt.Add(cmd)
	flags.Lookup("chapter").Usage += " (default 1)"
	flags.Lookup("seed").Usage += " (default any)"
	flags.Lookup("event").Usage += " (default doors)"
	flags.Lookup("group").Usage += " (default 1)"
	flags.IntVar(&opt.Humans, "humans", 1, "people playing, in the first seats")
	opt.Computer = Computers{players.Strongest}
	opt.Computer.add(cmd)
	flags.BoolVar(&opt.Plain, "plain", false, "play line by line, as for a screen reader")
	flags.BoolVar(&opt.Browser, "browser", false, "play in a browser on this machine")
	flags.BoolVar(&opt.Lesson, "lesson", false, "the first evening: five minutes with real cards")
	flags.BoolVar(&opt.Today, "today", false, "the deal of the day (UTC), the same for everybody")
	flags.BoolVar(&opt.Silent, "no-coach", false, "without the coach of chapter 1")
	return cmd
}

func (opt *PlayOptions) play(cmd *cobra.Command, lib *chapters.Library, name string) error {
	defer opt.closePages()
	if opt.Lesson {
		next, err := opt.lesson(cmd, lib)
		if err == nil && next == tui.NextChapter {
			err = opt.first(cmd, lib, saves.Default())
		}
		return err
	}
	shelf := saves.Default()
	if name == "" && opt.greets(cmd, shelf) {
		return RunMenu(opt.Root, cmd, lib)
	}
	if opt.Today {
		return opt.today(cmd, lib, shelf, name)
	}
	g, campaign, err := opt.find(cmd, lib, shelf, name)
	switch {
	case err != nil:
		return err
	case campaign != "":
		return (&campaignPlayOptions{PlayOptions: *opt}).play(cmd, lib, campaign)
	}
	return opt.rounds(cmd, lib, shelf, g)
}

// greets reports whether the person plays for the first time, and has not said what.
func (opt *PlayOptions) greets(cmd *cobra.Command, shelf *saves.Shelf) bool {
	asks := opt.Browser || opt.Today || slices.ContainsFunc(append([]string{"no-coach"}, newGameFlags...), cmd.Flags().Changed)
	return !asks && opt.onScreen(cmd.InOrStdin(), cmd.OutOrStdout()) && !opt.Wants().Lesson && len(shelf.Names()) == 0
}

// first plays chapter 1 for the first time: a deal that suits, or any if the person has played.
func (opt *PlayOptions) first(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf) error {
	id := chapters.DealID{Chapter: lib.Chapters[0].ID, Players: 4, Seed: lesson.First}
	if len(shelf.Names()) > 0 {
		id.Seed = anySeed()
	}
	g, err := newGame(lib, shelf, id, opt.seating(id.Players, 1, nil))
	if err != nil {
		return err
	}
	return opt.rounds(cmd, lib, shelf, g)
}

// tips are those that a person is told on the screen, nil for none. What was told is kept.
func (opt *PlayOptions) tips() *tui.Tips {
	if opt.Wants().NoTips {
		return nil
	}
	return &tui.Tips{Had: opt.Wants().Tips, Told: func(name string) tea.Cmd {
		now := opt.Wants()
		now.Tips = append(slices.Clone(now.Tips), name)
		opt.Wish(now)
		return func() tea.Msg {
			if opt.Unread == nil { // what the person wrote there is not written over
				_ = now.Save(settings.Path()) // else it is told again
			}
			return nil
		}
	}}
}

// rounds plays a game, and the ones the person wants after it.
func (opt *PlayOptions) rounds(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf, g *playing) error {
	for {
		next, err := opt.round(cmd, lib, shelf, g)
		if (err == nil || errors.Is(err, tui.ErrExit)) && next == tui.Quit {
			opt.farewell(cmd.OutOrStdout(), "record", strictyaml.Visible(g.file.Path()))
		}
		if err != nil || next == tui.Quit {
			return err
		}
		if g, err = g.another(lib, shelf, next); err != nil {
			return err
		}
	}
}

// round plays a game until the person leaves it. Whoever looks through the game when it has
// ended, or through a way to win its deal, comes back to its result.
func (opt *PlayOptions) round(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf, g *playing) (tui.Outcome, error) {
	for {
		next, err := opt.run(cmd, lib, g)
		if err = g.close(err); err != nil {
			return next, err
		}
		switch next {
		case tui.LookThrough:
			err = lookAt(opt.Root, cmd, lib, g.file.Name(), int(g.lost.Load()))
		case tui.StepSolution:
			err = opt.stepThrough(cmd, lib, g.record().Position, solveLimit)
		default:
			return next, nil
		}
		if err == nil && g.campaign == "" { // whose table is still open
			g.file, err = shelf.Open(lib, g.file.Name())
		}
		if err != nil {
			return tui.Quit, err
		}
	}
}

// run plays on the screen where there is one, else line by line.
func (opt *PlayOptions) run(cmd *cobra.Command, lib *chapters.Library, g *playing) (tui.Outcome, error) {
	t := opt.Texts()
	in, out := cmd.InOrStdin(), cmd.OutOrStdout()
	deal, err := newPlayedDeal(g, t)
	if err != nil {
		return tui.Quit, err
	}
	var next tui.Outcome
	if deal.command = !opt.onScreen(in, out); opt.Browser {
		next, err = opt.inBrowser(cmd, lib, web.Round{Home: g.file.Home, Next: opt.next(lib, g) != ""})
	} else {
		next, err = opt.show(cmd, lib, g.file.Home, tui.Options{
			Continue: opt.again(g), Next: opt.next(lib, g), Menu: opt.parting != nil,
			Coach: !opt.Silent, Look: true, Intro: opt.introduces(g),
			Epilogue: deal.epilogue, Solve: deal.solve, Steps: deal.won.Load, Try: deal.try, Campaign: opt.inCampaign(lib, g),
		}, opt.campaignLine(g), deal.analyse)
		if deal.command {
			return next, err // it has said so
		}
	}
	if (err == nil || errors.Is(err, tui.ErrExit)) && next == tui.Quit && !g.file.Session().Over() && g.file.Kept() == nil {
		opt.farewell(out, "saved", opt.again(g))
	}
	return next, err
}

// show plays a round with some options: on the full screen where there is one, else line by
// line. There it says which campaign the round belongs to, if any, and analyses it by itself.
func (opt *PlayOptions) show(cmd *cobra.Command, lib *chapters.Library, home *table.Home, o tui.Options, campaign string, analyse func(context.Context) string) (tui.Outcome, error) {
	in, out := cmd.InOrStdin(), cmd.OutOrStdout()
	if opt.onScreen(in, out) {
		wants := opt.Wants()
		o.Terminal, o.Beat, o.Auto, o.Mouse = opt.Screen(cmd, lib), opt.beat(), wants.Auto, wants.Mouse
		if o.Keys, o.Motion = wants.Keys, !wants.Still; !o.Unsaved {
			o.Tips = opt.tips()
		}
		return tui.Run(cmd.Context(), home, o)
	}
	if o.Note != "" {
		opt.say(out, o.Note)
	}
	return plain.Run(cmd.Context(), home, plain.Options{
		In: opt.Answers(cmd), Out: out, Texts: opt.Texts(), Library: lib, ASCII: opt.ASCII,
		Terminal: command.IsTerminal(in) && command.IsTerminal(out), Columns: command.ColumnsOf(out),
		Continue: o.Continue, Next: o.Next, Unsaved: o.Unsaved, Coach: o.Coach, Puzzle: o.Puzzle, After: o.After,
		Solve: o.Solve, Epilogue: o.Epilogue, Try: o.Try, Campaign: campaign, Analyse: analyse,
	})
}

// closePages closes the door for the browser, if it is open.
func (opt *PlayOptions) closePages() {
	if opt.pages != nil {
		_ = opt.pages.Close()
		opt.pages = nil
	}
}

// inBrowser plays on pages in a browser on this machine, which are opened for the first round.
func (opt *PlayOptions) inBrowser(cmd *cobra.Command, lib *chapters.Library, r web.Round) (tui.Outcome, error) {
	if opt.pages == nil {
		var err error
		if opt.pages, err = web.NewHome(lib, opt.Texts(), opt.beat()); err != nil {
			return tui.Quit, err
		}
		t := opt.Texts()
		opt.Window.Close()
		fmt.Fprintln(cmd.OutOrStdout(), t.T("web.athome", opt.pages.Link))
		if web.Browse(cmd.Context(), opt.pages.Link) != nil {
			fmt.Fprintln(cmd.OutOrStdout(), t.T("web.nobrowser"))
		}
	}
	return opt.pages.Play(cmd.Context(), r)
}

// onScreen reports whether there is a full screen to play on.
func (opt *PlayOptions) onScreen(in io.Reader, out io.Writer) bool {
	return command.IsTerminal(in) && command.IsTerminal(out) && !opt.Plain && os.Getenv("TERM") != "dumb"
}

// introduces reports whether the page of the chapter is to be shown before a game: the
// first one of the chapter since the program began.
func (opt *PlayOptions) introduces(g *playing) bool {
	chapter := g.record().Chapter
	if opt.introduced == nil {
		opt.introduced = map[string]bool{}
	}
	before := opt.introduced[chapter]
	opt.introduced[chapter] = true
	return !before && g.file.Session().Decisions() == 0
}

// again is the command that goes on with the game. One that was asked for by its
// name need not be the last one played, when nothing was decided in it.
func (opt *PlayOptions) again(g *playing) string {
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
func (opt *PlayOptions) next(lib *chapters.Library, g *playing) string {
	if g.campaign != "" {
		return opt.again(g)
	}
	id, err := chapters.ParseDealID(g.record().Deal)
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

// command completes a command with the flags that are about the program.
func (opt *PlayOptions) command(command string) string {
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
func (opt *PlayOptions) beat() time.Duration {
	if opt.Wants().Quick {
		return -1
	}
	return 0
}

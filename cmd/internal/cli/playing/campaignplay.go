package playing

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

type campaignPlayOptions struct {
	PlayOptions
	Keep, Restart bool
	WithoutRider  bool
	GiveUp        bool
	// wanted is the chapter that was chosen in a menu, if any.
	wanted string
}

func newCampaignPlayCmd(root *command.Root) *cobra.Command {
	opt := &campaignPlayOptions{PlayOptions: PlayOptions{Root: root}}
	cmd := &cobra.Command{
		Use:               "play [NAME]",
		Short:             "Play the next round of a campaign",
		Args:              command.AtMostOneArg,
		ValidArgsFunction: completeCampaigns,
		RunE: opt.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			return opt.play(cmd, lib, command.FirstArg(args))
		}),
	}
	flags := cmd.Flags()
	opt.Add(cmd)
	flags.Lookup("players").Usage = "number of players (default as always)"
	flags.Lookup("players").DefValue = "0"
	flags.Lookup("chapter").Usage = "the chapter's `number` (default the next)"
	flags.Lookup("seed").Usage += " (default any)"
	flags.IntVar(&opt.Humans, "humans", 0, "people, in the first seats (default as always)")
	opt.Computer = Computers{players.Strongest}
	opt.Computer.add(cmd)
	flags.BoolVar(&opt.Plain, "plain", false, "play line by line, as for a screen reader")
	flags.BoolVar(&opt.Keep, "keep", false, "after a lost round: keep what is completed")
	flags.BoolVar(&opt.Restart, "restart", false, "after a lost round: start the chapter again")
	flags.BoolVar(&opt.WithoutRider, "without-rider", false, "the Road: carry the rider in another round")
	flags.BoolVar(&opt.GiveUp, "give-up", false, "count the round that was begun as lost")
	cmd.MarkFlagsMutuallyExclusive("keep", "restart")
	return cmd
}

// roundFlags are those that a round which was begun leaves no choice about.
var roundFlags = []string{
	"chapter", "players", "seed", "event", "group", "humans", "computer", "keep", "restart", "without-rider",
}

func (opt *campaignPlayOptions) play(cmd *cobra.Command, lib *chapters.Library, name string) error {
	book, err := saves.DefaultCampaigns().Open(lib, name, opt.GiveUp)
	if err != nil {
		return seeCampaigns(err)
	}
	c := &campaignPlay{Book: book, lib: lib, shelf: saves.Default(), cmd: cmd, opt: opt, t: opt.Texts()}
	return errors.Join(c.play(), book.Close())
}

// campaignPlay is a campaign being played.
type campaignPlay struct {
	*saves.Book
	lib   *chapters.Library
	shelf *saves.Shelf
	cmd   *cobra.Command
	opt   *campaignPlayOptions
	t     *texts.Texts
}

// tell prints a line for the person.
func (c *campaignPlay) tell(line string) { c.opt.say(c.cmd.OutOrStdout(), line) }

// play plays rounds until the person leaves.
func (c *campaignPlay) play() error {
	if c.opt.GiveUp {
		if err := c.giveUp(); err != nil {
			return err
		}
	}
	if flags := c.cmd.Flags(); c.Playing != nil {
		for _, flag := range roundFlags {
			if f := flags.Lookup(flag); f != nil && f.Changed {
				return say.Errorf("round %d, of %s, was begun: go on with it without --%s, or count it as lost with --give-up",
					c.Number(), chapterName(c.At(c.Playing.Chapter, c.Playing.Players).About()), flag)
			}
		}
	}
	choice := c.choice()
	for {
		g, err := c.round(choice)
		if err != nil {
			return err
		}
		round, last := c.Number(), *c.Playing
		next, left := c.opt.round(c.cmd, c.lib, c.shelf, g)
		if left != nil && !errors.Is(left, tui.ErrExit) {
			return left
		}
		over := c.Refresh().Number() != round
		if over {
			c.counted(&last, campaign.OutcomeOf(round, g.file.Session().Reveal(), ""))
		}
		if next == tui.Quit || !over {
			if over {
				c.opt.farewell(c.cmd.OutOrStdout(), "campaign.next", c.opt.again(g))
			}
			c.opt.farewell(c.cmd.OutOrStdout(), "record", strictyaml.Visible(g.file.Path()))
			return left
		}
		// The next round of the chapter, or of the next one.
		choice = campaign.Choice{Chapter: last.Chapter, Players: last.Players, Seed: anySeed()}
		if p := c.At(last.Chapter, last.Players); p.Done() || next == tui.NextChapter {
			choice.Chapter = ""
		} else if next == tui.Again {
			choice.Seed, choice.Event, choice.Group = last.Seed, last.Event, last.Group
		}
	}
}

// Choice is what the flags say about the next round.
func (c *campaignPlay) choice() campaign.Choice {
	flags := c.cmd.Flags()
	ch := campaign.Choice{Chapter: c.opt.wanted, Seed: anySeed(), WithoutRider: c.opt.WithoutRider}
	if flags.Changed("chapter") {
		ch.Chapter = command.TrimZeros(c.opt.Chapter)
	}
	if flags.Changed("players") {
		ch.Players = c.opt.Players
	}
	if flags.Changed("seed") {
		ch.Seed = c.opt.Seed
	}
	if flags.Changed("event") {
		ch.Event = c.opt.Event
	}
	if flags.Changed("group") {
		ch.Group = c.opt.Group
	}
	switch {
	case c.opt.Keep:
		ch.After = campaign.Keep
	case c.opt.Restart:
		ch.After = campaign.Restart
	}
	return ch
}

// giveUp counts the round that was begun as lost.
func (c *campaignPlay) giveUp() error {
	at := c.Playing
	if at == nil {
		return say.Errorf("no round was begun, so there is nothing to give up")
	}
	c.opt.GiveUp = false
	begun, number := *at, c.Number()
	if err := c.GiveUpRound(); err != nil {
		return err
	}
	c.counted(&begun, campaign.Outcome{Round: number})
	return nil
}

// counted tells the person how a round has ended.
func (c *campaignPlay) counted(at *campaign.Playing, o campaign.Outcome) {
	if c.opt.parting != nil {
		return // the screen has told it, and the menu tells it
	}
	c.tell("")
	for _, line := range roundTold(c.t, c.lib, c.Campaign, c.CampaignName(), at, o) {
		c.tell(line)
	}
}

// round goes on with the round that was begun, or begins the next one.
func (c *campaignPlay) round(choice campaign.Choice) (*playing, error) {
	if c.Playing == nil {
		if err := c.next(&choice); err != nil {
			return nil, err
		}
		if err := c.begin(choice); err != nil {
			return nil, err
		}
	}
	return &playing{file: c.File, campaign: c.CampaignName(), round: *c.Playing, number: c.Number()}, nil
}

// next chooses the next round, asking for what is missing where somebody is
// there.
func (c *campaignPlay) next(choice *campaign.Choice) error {
	for {
		_, err := c.Next(*choice)
		asks := !command.IsTerminal(c.cmd.InOrStdin()) || !command.IsTerminal(c.cmd.OutOrStdout())
		switch {
		case errors.Is(err, campaign.ErrAfter):
			if asks {
				return say.Errorf("%w\nsay --keep or --restart", err)
			}
			i, err := c.ask(c.t.T("campaign.ask.after"), []string{c.t.T("campaign.keep"), c.t.T("campaign.restart")})
			if err != nil {
				return err
			}
			choice.After = []campaign.After{campaign.Keep, campaign.Restart}[i]
		case errors.Is(err, campaign.ErrVariant):
			ch, missing := c.lib.Chapter(cmp.Or(choice.Chapter, c.Recommended()))
			if missing != nil {
				return missing
			}
			if asks {
				return say.Errorf("%w\nsay it with --%s", err, ch.VariantKind())
			}
			if err := c.askVariant(ch, choice); err != nil {
				return err
			}
		default:
			return err
		}
	}
}

// askVariant asks for the event or the group of a round.
func (c *campaignPlay) askVariant(ch *chapters.Chapter, choice *campaign.Choice) error {
	var ids, titles []string
	for _, v := range c.Offers(*choice).Variants {
		ids, titles = append(ids, v.ID), append(titles, v.Title.In(c.t.Lang()))
	}
	i, err := c.ask(c.t.T("campaign.ask."+ch.VariantKind()), titles)
	if err == nil {
		choice.SetVariant(ch, ids[i])
	}
	return err
}

// ask lets the person choose one of a list, and returns which.
func (c *campaignPlay) ask(question string, list []string) (int, error) {
	if in, out := c.cmd.InOrStdin(), c.cmd.OutOrStdout(); c.opt.onScreen(in, out) {
		i, err := tui.Ask(c.cmd.Context(), c.opt.Screen(c.cmd, c.lib), question, list)
		if err == nil && i < 0 {
			err = say.New("nothing was chosen, so nothing is played")
		}
		return i, err
	}
	answers := c.opt.Answers(c.cmd)
	for {
		c.tell(question)
		for i, item := range list {
			c.tell(fmt.Sprintf("  %d  %s", i+1, item))
		}
		fmt.Fprint(c.cmd.OutOrStdout(), c.t.T("campaign.ask.number", len(list)))
		answer, err := answers.Next()
		if n, bad := strconv.Atoi(answer); bad == nil && n >= 1 && n <= len(list) {
			return n - 1, nil
		}
		switch {
		case err != nil:
			return 0, say.Errorf("nothing was chosen: %w", err)
		case answer == "q" || answer == "quit":
			return 0, say.New("nothing was chosen, so nothing is played")
		}
	}
}

// begin deals the round that was chosen.
func (c *campaignPlay) begin(choice campaign.Choice) error {
	pos, err := c.Position()
	if err != nil {
		return err
	}
	humans := c.Humans
	if c.cmd.Flags().Changed("humans") {
		humans = c.opt.Humans
	} else {
		humans = min(humans, pos.Players)
	}
	if humans < 0 || humans > pos.Players {
		return say.Errorf("--humans %d: the round is for %d players (S1)", humans, pos.Players)
	}
	plan := c.By
	if flags := c.cmd.Flags(); flags.Changed("humans") || flags.Changed("computer") {
		plan = nil
	}
	seed := c.Playing.Seed & math.MaxInt64
	return c.BeginRound(choice, chapters.Record{Position: pos, By: c.opt.seating(pos.Players, humans, plan), Seed: &seed})
}

// campaignOf returns the name of the campaign whose round a saved game is, empty
// if it is none.
func campaignOf(lib *chapters.Library, g *saves.Game) string {
	if g.Campaign != "" {
		return g.Campaign
	}
	list, err := saves.DefaultCampaigns().List(lib)
	if err != nil {
		return ""
	}
	for k := range list {
		if c := k.Campaign; c != nil && c.Playing != nil && c.Playing.Save == g.Name {
			return k.Name
		}
	}
	return ""
}

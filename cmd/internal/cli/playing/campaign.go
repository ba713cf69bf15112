package playing

import (
	"errors"
	"fmt"
	"slices"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/visit/home"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

type campaignOptions struct {
	*command.Root
	Players int
	// Humans is the number of people.
	Humans int
	// Road opens the Road: all chapters were won elsewhere.
	Road bool
	// Computer is empty if each round decides.
	Computer command.Computers
}

// NewCampaign returns the command campaign.
func NewCampaign(root *command.Root) *cobra.Command {
	opt := &campaignOptions{Root: root}
	list := opt.WithLibrary(opt.list)
	cmd := &cobra.Command{
		Use:   "campaign [new NAME | play | show | list | delete NAME...]",
		Short: "Play the chapters one after another",
		Args:  command.KnownCommand,
		RunE:  list,
	}
	begin := &cobra.Command{
		Use:               "new NAME",
		Short:             "Create a campaign",
		ValidArgsFunction: cobra.NoFileCompletions,
		Args:              command.ArgCount(1, 1, "give the campaign one name\nsee: %s --help"),
		RunE:              opt.WithLibrary(opt.begin),
	}
	command.AddPlayers(begin.Flags(), &opt.Players, 4)
	command.Number(begin.Flags(), &opt.Humans, "humans", 1, "people playing, in the first seats", command.NotNegative)
	opt.Computer.Add(begin, false, players.Names)
	begin.Flags().BoolVar(&opt.Road, "road", false, "start with the Road: all chapters were won elsewhere")
	cmd.AddCommand(
		begin,
		newCampaignPlayCmd(root),
		opt.WithJSON(&cobra.Command{
			Use:               "show [NAME]",
			Short:             "Show the chapter book of a campaign",
			Args:              command.AtMostOneArg,
			ValidArgsFunction: command.CompleteCampaigns,
			RunE:              opt.WithLibrary(opt.show),
		}, "write one JSON object per campaign"),
		opt.WithJSON(&cobra.Command{
			Use:   "list",
			Short: "List the campaigns",
			Args:  command.NoArgs,
			RunE:  list,
		}, "write one JSON object per campaign"),
		newDeleteCmd(root, "campaigns", "fellowship campaign", command.CompleteCampaigns, opt.newDeletion),
	)
	return opt.WithJSON(cmd, "write one JSON object per campaign")
}

func (opt *campaignOptions) begin(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	name := args[0]
	c, err := campaign.New(lib, opt.Players, opt.Humans)
	if err != nil {
		return err
	}
	c.RoadOpen = opt.Road
	if len(opt.Computer) > 0 {
		h := home.Home{Person: &opt.Person, Library: lib, Computer: opt.Computer}
		c.PlayerNames = h.Form(opt.Humans).SeatPlayers(opt.Players)
	}
	err = saves.Default().CreateCampaign(lib, name, c)
	if errors.Is(err, saves.ErrTaken) {
		return fmt.Errorf("%w\nplay it: fellowship campaign play %s", err, name)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(cmd.OutOrStdout(), "The campaign "+name+" begins. Play it: fellowship campaign play "+name)
	return nil
}

func (opt *campaignOptions) list(cmd *cobra.Command, lib *chapters.Library, _ []string) error {
	list := saves.Default().List()
	if list.Err != nil {
		return list.Err
	}
	damages := campaignDamages(lib, list)
	defer func() { reportDamages(cmd.ErrOrStderr(), lib, campaignDamages(lib, list)) }()
	emptyText := "There are no campaigns. Begin one: fellowship campaign new NAME"
	if len(damages) > 0 {
		emptyText = "No campaign here can be read."
	}
	english := texts.New(texts.Default)
	answer := func(k *saves.Table) any { return book.CampaignAnswer(lib, k) }
	return writeList(cmd, opt.Root, list.Campaigns(lib), answer,
		emptyText, list.CampaignNames(),
		[]string{"name", "played", "players", "won", "next"},
		func(k *saves.Table) []string {
			played := k.Modified.Local().Format(book.Minutes)
			if k.Err != nil {
				return []string{k.Name, played, "-", "-", "cannot be read"}
			}
			c := k.Campaign
			next := "everything is won"
			switch playing := c.Playing; {
			case playing != nil:
				next = fmt.Sprintf("round %d, of %s", c.RoundNumber(),
					book.Chapter(english, c.ProgressOf(playing.Chapter, playing.Players).LibraryChapter()))
			case c.Recommended() != "":
				if ch, err := lib.Chapter(c.Recommended()); err == nil {
					next = book.Chapter(english, ch)
				}
			}
			won, _ := book.ChaptersWon(lib, c.IsWon)
			return []string{k.Name, played, fmt.Sprint(c.Players), fmt.Sprint(won), next}
		})
}

// campaignDamages returns what is wrong with the files of campaigns, and with files that may be of campaigns.
func campaignDamages(lib *chapters.Library, list *saves.List) []*saves.Damage {
	return slices.DeleteFunc(list.Damages(lib), func(d *saves.Damage) bool { return d.IsKnown() && !d.IsCampaign })
}

// noCampaign explains why there is no campaign to show or to play: it may be one that cannot be read.
func noCampaign(cmd *cobra.Command, lib *chapters.Library, err error) error {
	if errors.Is(err, saves.ErrNoCampaign) {
		reportDamages(cmd.ErrOrStderr(), lib, campaignDamages(lib, saves.Default().List()))
	}
	return home.WithCampaignAdvice(err)
}

func (opt *campaignOptions) newDeletion(lib *chapters.Library, name string) (deletion, error) {
	k, err := saves.Default().List().Campaign(lib, name)
	if err != nil {
		return deletion{}, home.WithCampaignAdvice(err)
	}
	label := fmt.Sprintf("the campaign %s, played %s", k.Name, k.Modified.Local().Format(book.Minutes))
	return deletion{k.Name, label, func() error { return k.Delete(lib) }}, nil
}

// campaignPlayOptions are the flags of campaign play.
type campaignPlayOptions struct {
	visit *visit
	// home plays and keeps what is played on the visit.
	home *home.Home
	command.DealFlags
	// Humans is the number of people in this round.
	Humans   int
	Computer command.Computers
	// Keep keeps what earlier rounds completed, after a lost round of a long chapter.
	Keep bool
	// Restart starts a long chapter again after a lost round.
	Restart bool
	// WithoutRider leaves the rider of the Road to another round.
	WithoutRider bool
	// GiveUp gives up the round that is being played.
	GiveUp bool
}

func newCampaignPlayCmd(root *command.Root) *cobra.Command {
	v := newVisit(root)
	opt := &campaignPlayOptions{visit: v, home: v.home}
	cmd := &cobra.Command{
		Use:               "play [NAME]",
		Short:             "Play the next round of a campaign",
		Args:              command.AtMostOneArg,
		ValidArgsFunction: command.CompleteCampaigns,
		PreRunE:           command.NotBoth("keep", "restart"),
		RunE: root.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			h := opt.visit.prepare(cmd, lib)
			h.Computer = opt.Computer
			name := command.FirstArg(args)
			play := func() error { return h.PlayCampaign(opt.flagChoices(cmd, name)) }
			k, err := h.Saves.List().Campaign(lib, name)
			if err != nil {
				return noCampaign(cmd, lib, err)
			}
			if errors.As(k.Err, new(*saves.Damage)) {
				return opt.visit.runDamaged(k.Err, play)
			}
			return opt.visit.run(play)
		}),
	}
	flags := cmd.Flags()
	opt.Add(cmd)
	flags.Lookup("players").DefValue = "the campaign's"
	flags.Lookup("chapter").Usage += " (default the next)"
	flags.Lookup("seed").Usage += " (default any)"
	command.Number(flags, &opt.Humans, "humans", 0, "people playing, in the first seats (default the campaign's)",
		command.NotNegative)
	opt.Computer = command.Computers{players.Strongest}
	opt.Computer.Add(cmd, false, players.Names)
	flags.BoolVar(&opt.home.Plain, "plain", false, "play line by line, as for a screen reader")
	flags.BoolVar(&opt.Keep, "keep", false, "after a lost round: keep completed characters")
	flags.BoolVar(&opt.Restart, "restart", false, "after a lost round: start the chapter again")
	flags.BoolVar(&opt.WithoutRider, "without-rider", false, "on the Road: carry the rider in another round")
	flags.BoolVar(&opt.GiveUp, "give-up", false, "count the round that was begun as lost")
	return cmd
}

// roundFlags are the flags that a round which has begun no longer allows.
var roundFlags = append(slices.Clone(newGameFlags), "keep", "restart", "without-rider")

// flagChoices returns what the flags choose for a campaign and its next round.
func (opt *campaignPlayOptions) flagChoices(cmd *cobra.Command, name string) home.Campaign {
	changed := cmd.Flags().Changed
	choices := home.Campaign{
		Name:   name,
		GiveUp: opt.GiveUp,
		Anew:   changed("humans") || changed("computer"),
		Flag:   command.FirstGiven(cmd, roundFlags...),
	}
	if changed("humans") {
		choices.Humans = &opt.Humans
	}
	choices.Choice = campaign.Choice{
		Chapter:      opt.Chapter,
		Seed:         home.AnySeed(),
		WithoutRider: opt.WithoutRider,
		Event:        opt.Event,
		Group:        opt.Group,
	}
	if changed("players") {
		choices.Choice.Players = opt.Players
	}
	if changed("seed") {
		choices.Choice.Seed = opt.Seed
	}
	switch {
	case opt.Keep:
		choices.Choice.AfterLoss = campaign.Keep
	case opt.Restart:
		choices.Choice.AfterLoss = campaign.Restart
	}
	return choices
}

func (opt *campaignOptions) show(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	k, err := saves.Default().List().Campaign(lib, command.FirstArg(args))
	if err != nil {
		return noCampaign(cmd, lib, err)
	}
	if k.Err != nil {
		return explainDamage(lib, k.Err)
	}
	if opt.JSON {
		return command.WriteJSON(cmd.OutOrStdout(), book.CampaignAnswer(lib, k))
	}
	p := book.Campaign(opt.Person.Texts(), lib, k.Name, k.Campaign)
	if c := k.Campaign; c.Playing != nil || c.Recommended() != "" {
		p.Line(opt.Person.Texts().T("campaign.next", "fellowship campaign play "+k.Name))
	}
	return opt.Console.Print(cmd.OutOrStdout(), p)
}

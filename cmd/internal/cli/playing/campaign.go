package playing

import (
	"errors"
	"fmt"

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
	keptOptions
	Players int
	Humans  int
	Road    bool
	// Computer is empty where each round is to decide.
	Computer command.Computers
}

// NewCampaign returns the command campaign.
func NewCampaign(root *command.Root) *cobra.Command {
	opt := &campaignOptions{keptOptions: keptOptions{Root: root}}
	list := opt.WithLibrary(opt.list)
	cmd := &cobra.Command{
		Use:   "campaign [new NAME | play | show | list | delete NAME...]",
		Short: "Play the chapters one after another",
		Args:  command.KnownCommand,
		RunE:  list,
	}
	begin := &cobra.Command{
		Use:   "new NAME",
		Short: "Begin a campaign",
		Args:  command.Takes(1, 1, "give the campaign one name\nsee: %s --help"),
		RunE:  opt.WithLibrary(opt.begin),
	}
	command.AddPlayers(begin.Flags(), &opt.Players, 4, "number of players, 1 to 4")
	command.Number(begin.Flags(), &opt.Humans, "humans", 1, "people playing, in the first seats", command.NotNegative)
	opt.Computer.Add(begin, false, players.Names)
	begin.Flags().BoolVar(&opt.Road, "road", false, "all chapters were won elsewhere: the Road may begin")
	cmd.AddCommand(
		begin,
		newCampaignPlayCmd(root),
		opt.withJSON(&cobra.Command{
			Use:               "show [NAME]",
			Short:             "Show the chapter book of a campaign",
			Args:              command.AtMostOneArg,
			ValidArgsFunction: completeCampaigns,
			RunE:              opt.WithLibrary(opt.show),
		}, "campaign"),
		opt.withJSON(&cobra.Command{
			Use:   "list",
			Short: "List the campaigns",
			Args:  command.NoArgs,
			RunE:  list,
		}, "campaign"),
		opt.deleting("campaigns", "fellowship campaign", completeCampaigns, opt.doomed),
	)
	return opt.withJSON(cmd, "campaign")
}

// completeCampaigns offers the shell the names of the campaigns.
func completeCampaigns(_ *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	return command.CompleteNames(saves.Default().List().CampaignNames(), args, toComplete)
}

func (opt *campaignOptions) begin(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	name := args[0]
	c, err := campaign.New(lib, opt.Players, opt.Humans)
	if err != nil {
		return err
	}
	c.RoadOpen = opt.Road
	if len(opt.Computer) > 0 {
		h := home.Home{Person: &opt.Person, Lib: lib, Computer: opt.Computer}
		c.By = h.Form(opt.Humans).Seats(opt.Players)
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
	english := texts.New(texts.Default)
	return listing(cmd, &opt.keptOptions, list.Campaigns(lib), func(k *saves.Table) any { return book.CampaignAnswer(lib, k) },
		"There are no campaigns. Begin one: fellowship campaign new NAME", list.CampaignNames(), []string{"name", "played", "players", "won", "next"},
		func(k *saves.Table) []string {
			played := k.Modified.Local().Format(book.Minutes)
			if k.Err != nil {
				return []string{k.Name, played, "-", "-", "cannot be read: see fellowship campaign show"}
			}
			c, next := k.Campaign, "everything is won"
			switch at := c.Playing; {
			case at != nil:
				next = fmt.Sprintf("round %d, of %s", c.Number(), book.Chapter(english, c.At(at.Chapter, at.Players).About()))
			case c.Recommended() != "":
				if ch, err := lib.Chapter(c.Recommended()); err == nil {
					next = book.Chapter(english, ch)
				}
			}
			won, _ := book.ChaptersWon(lib, c.IsWon)
			return []string{k.Name, played, fmt.Sprint(c.Players), fmt.Sprint(won), next}
		})
}

func (opt *campaignOptions) doomed(lib *chapters.Library, name string) (doomed, error) {
	k, err := saves.Default().List().Campaign(lib, name)
	if err != nil {
		return doomed{}, home.SeeCampaigns(err)
	}
	what := fmt.Sprintf("the campaign %s, played %s", k.Name, k.Modified.Local().Format(book.Minutes))
	return doomed{k.Name, what, func() error { return k.Delete(lib) }}, nil
}

package playing

import (
	"context"
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
	*command.Root
	JSON    bool
	Yes     bool
	Players int
	Humans  int
	Road    bool
	// Computer is empty where each round is to decide.
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
	addJSON := func(cmd *cobra.Command) *cobra.Command {
		cmd.Flags().BoolVar(&opt.JSON, "json", false, "write one JSON object a campaign")
		return cmd
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
	remove := &cobra.Command{
		Use:               "delete NAME...",
		Short:             "Delete campaigns",
		Args:              command.Takes(1, command.AnyNumber, "name the campaigns to delete\nsee: fellowship campaign, and %s --help"),
		ValidArgsFunction: completeCampaigns,
		RunE:              opt.WithLibrary(opt.delete),
	}
	remove.Flags().BoolVar(&opt.Yes, "yes", false, "do not ask")
	cmd.AddCommand(
		begin,
		newCampaignPlayCmd(root),
		addJSON(&cobra.Command{
			Use:               "show [NAME]",
			Short:             "Show the chapter book of a campaign",
			Args:              command.AtMostOneArg,
			ValidArgsFunction: completeCampaigns,
			RunE:              opt.WithLibrary(opt.show),
		}),
		addJSON(&cobra.Command{
			Use:   "list",
			Short: "List the campaigns",
			Args:  command.NoArgs,
			RunE:  list,
		}),
		remove,
	)
	return addJSON(cmd)
}

// completeCampaigns offers the shell the names of the campaigns.
func completeCampaigns(_ *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	return completeNames(saves.Default().List().CampaignNames(), args, toComplete)
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
	if opt.JSON {
		for k := range list.Campaigns(lib) {
			if cmd.Context().Err() != nil {
				return context.Canceled
			}
			if err := command.WriteJSON(cmd.OutOrStdout(), book.CampaignAnswer(lib, k)); err != nil {
				return err
			}
		}
		return nil
	}
	names := list.CampaignNames()
	if len(names) == 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), "There are no campaigns. Begin one: fellowship campaign new NAME")
		return nil
	}
	t, english := command.NewText(cmd.OutOrStdout(), opt.Root), texts.New(texts.Default)
	t.List([]string{"name", "played", "players", "won", "next"}, names)
	for k := range list.Campaigns(lib) {
		if cmd.Context().Err() != nil {
			return context.Canceled
		}
		if err := t.Flush(); err != nil { // line by line: large ones take a while
			return err
		}
		played := k.Modified.Local().Format(book.Minutes)
		if k.Err != nil {
			t.Cells(k.Name, played, "-", "-", "cannot be read: see fellowship campaign show")
			continue
		}
		c := k.Campaign
		next := "everything is won"
		switch at := c.Playing; {
		case at != nil:
			next = fmt.Sprintf("round %d, of %s", c.Number(), book.Chapter(english, c.At(at.Chapter, at.Players).About()))
		case c.Recommended() != "":
			if ch, err := lib.Chapter(c.Recommended()); err == nil {
				next = book.Chapter(english, ch)
			}
		}
		won, _ := book.ChaptersWon(lib, c)
		t.Cells(k.Name, played, fmt.Sprint(c.Players), fmt.Sprint(won), next)
	}
	return t.Flush()
}

func (opt *campaignOptions) delete(cmd *cobra.Command, lib *chapters.Library, names []string) error {
	kept := saves.Default().List()
	list := make([]doomed, len(names))
	for i, name := range names {
		k, err := kept.Campaign(lib, name)
		if err != nil {
			return home.SeeCampaigns(err)
		}
		list[i] = doomed{
			name: k.Name, delete: func() error { return k.Delete(lib) },
			what: fmt.Sprintf("the campaign %s, played %s", k.Name, k.Modified.Local().Format(book.Minutes)),
		}
	}
	return deleteEach(cmd, list, opt.Yes)
}

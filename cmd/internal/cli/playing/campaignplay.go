package playing

import (
	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/visit/home"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

// campaignPlayOptions are the flags of campaign play.
type campaignPlayOptions struct {
	home.Home
	command.DealFlags
	Humans        int
	Computer      command.Computers
	Keep, Restart bool
	WithoutRider  bool
	GiveUp        bool
}

func newCampaignPlayCmd(root *command.Root) *cobra.Command {
	opt := &campaignPlayOptions{Home: home.Home{Person: &root.Person}}
	cmd := &cobra.Command{
		Use:               "play [NAME]",
		Short:             "Play the next round of a campaign",
		Args:              command.AtMostOneArg,
		ValidArgsFunction: completeCampaigns,
		PreRunE:           command.NotBoth("keep", "restart"),
		RunE: root.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			h := at(&opt.Home, cmd, lib)
			h.Computer = opt.Computer
			return h.Go(func() error { return h.PlayCampaign(opt.said(cmd, command.FirstArg(args))) })
		}),
	}
	flags := cmd.Flags()
	opt.Add(cmd)
	flags.Lookup("players").Usage = "number of players (default as always)"
	flags.Lookup("players").DefValue = "0"
	flags.Lookup("chapter").Usage = "the chapter's `number` (default the next)"
	flags.Lookup("seed").Usage += " (default any)"
	command.Number(flags, &opt.Humans, "humans", 0, "people, in the first seats (default as always)", command.NotNegative)
	opt.Computer = command.Computers{players.Strongest}
	opt.Computer.Add(cmd, false, players.Names)
	flags.BoolVar(&opt.Plain, "plain", false, "play line by line, as for a screen reader")
	flags.BoolVar(&opt.Keep, "keep", false, "after a lost round: keep what is completed")
	flags.BoolVar(&opt.Restart, "restart", false, "after a lost round: start the chapter again")
	flags.BoolVar(&opt.WithoutRider, "without-rider", false, "the Road: carry the rider in another round")
	flags.BoolVar(&opt.GiveUp, "give-up", false, "count the round that was begun as lost")
	return cmd
}

// roundFlags are those that a round which was begun leaves no choice about.
var roundFlags = []string{
	"chapter", "players", "seed", "event", "group", "humans", "computer", "keep", "restart", "without-rider",
}

// said returns the choices of the flags for a campaign and its next round.
func (opt *campaignPlayOptions) said(cmd *cobra.Command, name string) home.Campaign {
	is := cmd.Flags().Changed
	of := home.Campaign{Name: name, GiveUp: opt.GiveUp, Anew: is("humans") || is("computer")}
	for _, flag := range roundFlags {
		if is(flag) {
			of.Flag = flag
			break
		}
	}
	if is("humans") {
		of.Humans = &opt.Humans
	}
	of.Choice = campaign.Choice{Seed: home.AnySeed(), WithoutRider: opt.WithoutRider, Event: opt.Event, Group: command.TrimZeros(opt.Group)}
	of.Choice.Chapter = command.TrimZeros(opt.Chapter)
	if is("players") {
		of.Choice.Players = opt.Players
	}
	if is("seed") {
		of.Choice.Seed = opt.Seed
	}
	switch {
	case opt.Keep:
		of.Choice.After = campaign.Keep
	case opt.Restart:
		of.Choice.After = campaign.Restart
	}
	return of
}

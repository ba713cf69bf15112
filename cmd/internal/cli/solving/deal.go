package solving

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"

	"github.com/spf13/cobra"
)

type dealOptions struct {
	*command.Root
	command.DealFlags
	JSON bool
}

// NewDeal returns the command deal.
func NewDeal(root *command.Root) *cobra.Command {
	opt := &dealOptions{Root: root}
	cmd := &cobra.Command{
		Use:   "deal [DEAL]",
		Short: "Deal a round and print it",
		Long: `Deal a round and print it as a position document: everybody's cards, the lost
card, and the order of every pile, before the characters are chosen.

The same chapter, number of players and seed give the same deal for ever. Its
short name, such as c02p4s7, says all three: chapter 2, 4 players, number 7. In
chapters 14 and 18 it says the event (doors, tomb, long-dark, bridge) or the
group (1, 2), too: c14bp4s7 is on the Bridge, c181p4s7 for the first group.
Without --event or --group the seeds go round through them, 1 with the first.
roadp4s7 is a deal of the Road; characters, rider and gift are drawn as well.`,
		Example: `  fellowship deal --chapter 2 --players 4 --seed 7
  fellowship deal --chapter 14 --event bridge --seed 7
  fellowship deal c02p4s7 --json
  fellowship deal c02p4s7 | fellowship solve -`,
		Args: command.AtMostOneArg,
		RunE: opt.WithLibrary(opt.run),
	}
	opt.Add(cmd)
	cmd.Flags().BoolVar(&opt.JSON, "json", false, "write the document as JSON on one line")
	return cmd
}

func (opt *dealOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	id, err := opt.ID(cmd, lib, command.FirstArg(args))
	if err != nil {
		return err
	}
	pos, err := lib.Deal(id)
	if err != nil {
		return err
	}
	if opt.JSON {
		return command.WriteJSON(cmd.OutOrStdout(), pos)
	}
	text, err := pos.YAML()
	if err != nil {
		return command.Internal(err)
	}
	_, err = cmd.OutOrStdout().Write(text)
	return err
}

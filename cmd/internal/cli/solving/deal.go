package solving

import (
	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"

	"github.com/spf13/cobra"
)

// dealOptions are the flags of deal.
type dealOptions struct {
	*command.Root
	command.DealFlags
}

// NewDeal returns the command deal.
func NewDeal(root *command.Root) *cobra.Command {
	opt := &dealOptions{Root: root}
	cmd := &cobra.Command{
		Use:               "deal [DEAL]",
		Short:             "Deal a round and print it",
		Args:              command.AtMostOneArg,
		ValidArgsFunction: root.CompleteDealsOnly,
		RunE:              opt.WithLibrary(opt.run),
	}
	opt.Add(cmd)
	return opt.WithJSON(cmd, "write the document as JSON on one line")
}

// run deals the round and prints it.
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
		return say.Internal(err)
	}
	_, err = cmd.OutOrStdout().Write(text)
	return err
}

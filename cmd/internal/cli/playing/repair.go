package playing

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/lines"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"

	"github.com/spf13/cobra"
)

// repairOptions are the flags of saves repair.
type repairOptions struct {
	// Yes repairs without asking.
	Yes bool
}

// newRepairCmd returns the command that lets damaged games and campaigns go on from what can be read. It asks before
// each unless --yes is given, and changes nothing if nobody can be asked.
func newRepairCmd(root *command.Root) *cobra.Command {
	opt := &repairOptions{}
	cmd := &cobra.Command{
		Use:   "repair NAME...",
		Short: "Resume damaged games from what can be read",
		Args: command.ArgCount(1, command.AnyNumber,
			"name the saved games or campaigns to repair\nsee: fellowship saves, and %s --help"),
		ValidArgsFunction: command.CompleteSaves,
		RunE:              root.WithLibrary(opt.run),
	}
	cmd.Flags().BoolVar(&opt.Yes, "yes", false, "do not ask")
	return cmd
}

func (opt *repairOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	var damages []*saves.Damage
	for _, name := range args {
		d, err := findRepairable(lib, name)
		if err != nil {
			return err
		}
		// Once it is repaired, a file that is named twice is not damaged any more.
		if !slices.ContainsFunc(damages, func(other *saves.Damage) bool { return other.Path == d.Path }) {
			damages = append(damages, d)
		}
	}
	if !opt.Yes && !kit.IsTerminal(cmd.InOrStdin()) {
		return fmt.Errorf("nothing was changed: --yes is required where nobody can be asked\nsee: %s --help",
			cmd.CommandPath())
	}
	english := texts.New(texts.Default)
	answers := lines.New(disk.Interruptible(cmd.Context(), cmd.InOrStdin()))
	for _, d := range damages {
		name := book.DamagedName(english, d)
		if !opt.Yes {
			reportDamages(cmd.ErrOrStderr(), lib, []*saves.Damage{d})
			fmt.Fprintf(cmd.ErrOrStderr(), "%s [y/N] ", english.T("damage.sure", name))
			answer, err := answers.Next()
			if err != nil {
				return err
			}
			if a := strings.ToLower(answer); a != "y" && a != "yes" {
				continue
			}
		}
		kept, err := d.Repair()
		if err != nil {
			return err
		}
		fmt.Fprintln(cmd.ErrOrStderr(), english.T("damage.kept", name, strictyaml.Visible(kept)))
	}
	return nil
}

// findRepairable returns what is wrong with a game or a campaign. The error says why it cannot be repaired.
func findRepairable(lib *chapters.Library, name string) (*saves.Damage, error) {
	list := saves.Default().List()
	d := list.FindDamage(lib, name)
	if d == nil {
		_, err := list.Find(lib, name)
		if _, campaignErr := list.Campaign(lib, name); errors.Is(err, saves.ErrUnknown) && campaignErr == nil {
			err = nil
		}
		if err == nil {
			err = fmt.Errorf("the file of %s is not damaged", name)
		}
		return nil, seeSaves(lib, err)
	}
	if !d.CanRepair() {
		return nil, errors.New(strings.Join(damageLines(lib, d), "\n"))
	}
	return d, nil
}

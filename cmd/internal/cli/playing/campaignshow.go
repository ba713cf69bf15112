package playing

import (
	"errors"
	"fmt"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/visit/home"

	"github.com/spf13/cobra"
)

func (opt *campaignOptions) show(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	k, err := saves.Default().List().Campaign(lib, command.FirstArg(args))
	if err == nil {
		err = k.Err
	}
	if errors.Is(err, saves.ErrDamaged) {
		err = fmt.Errorf("%w\nwhat is before that: fellowship replay %s", err, k.Path())
	}
	if err != nil {
		return home.SeeCampaigns(err)
	}
	if opt.JSON {
		return command.WriteJSON(cmd.OutOrStdout(), book.CampaignAnswer(lib, k))
	}
	p := book.Campaign(opt.Texts(), lib, k.Name, k.Campaign)
	if c := k.Campaign; c.Playing != nil || c.Recommended() != "" {
		p.Line(opt.Texts().T("campaign.next", "fellowship campaign play "+k.Name))
	}
	return opt.Print(cmd.OutOrStdout(), p)
}

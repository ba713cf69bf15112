package playing

import (
	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/pages/book"

	"github.com/spf13/cobra"
)

// show shows a game: one that has ended with all cards, any other as it
// is known to everybody.
func (opt *savesOptions) show(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	g, err := findSave(lib, args[0])
	if err != nil {
		return err
	}
	p, err := book.Saved(opt.Texts(), lib, g)
	if err != nil {
		return say.Internal(err)
	}
	if !g.Finished {
		p.Gap()
		p.Line(opt.Texts().T("saves.goon", "fellowship play "+g.Name))
	}
	return opt.Print(cmd.OutOrStdout(), p)
}

package playing

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/saves"

	"github.com/spf13/cobra"
)

// show shows a game: one that has ended with all cards, any other as it
// is known to everybody.
func (opt *savesOptions) show(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	g, err := findSave(lib, args[0])
	if err != nil {
		return err
	}
	t := command.NewText(cmd.OutOrStdout(), opt.Root)
	if err := showSave(t, lib, g); err != nil || g.Finished {
		return err
	}
	t.Line("")
	t.Line("%s", t.T("saves.goon", "fellowship play "+g.Name))
	return t.Flush()
}

// showSave writes how a saved game went.
func showSave(t *command.Text, lib *chapters.Library, g *saves.Game) error {
	r, err := command.ReplayRound(lib, &g.Record, t.Texts)
	if err != nil {
		return command.Internal(err)
	}
	t.Line("%s", t.T("saves.show", g.Name, g.Modified.Local().Format(command.Minutes), progressOf(t.Texts, g)))
	if g.Finished {
		r.WriteStart(t)
		r.WriteSetup(t)
	} else {
		r.WriteKnown(t, g.Record.By)
	}
	for _, line := range t.Helped(&g.Record) {
		t.Line("%s", line)
	}
	r.WriteTricks(t)
	r.WriteResult(t)
	return t.Flush()
}

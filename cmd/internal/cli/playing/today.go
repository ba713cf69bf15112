package playing

import (
	"context"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/daily"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/tui"

	"github.com/spf13/cobra"
)

// today plays the deal of the day: a game of it that was begun goes on.
func (opt *PlayOptions) today(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf, name string) error {
	for _, flag := range []string{"chapter", "players", "seed", "event", "group"} {
		if name != "" || cmd.Flags().Changed(flag) {
			return say.New("--today says which deal; leave out its name and flags")
		}
	}
	now := time.Now()
	var id chapters.DealID
	work := func(ctx context.Context) (err error) {
		id, err = daily.Deal(ctx, lib, now)
		return err
	}
	var err error
	if opt.onScreen(cmd.InOrStdin(), cmd.OutOrStdout()) {
		err = tui.Wait(cmd.Context(), opt.Screen(cmd, lib), opt.Texts().T("tui.solving"), work)
	} else {
		err = work(cmd.Context())
	}
	if err != nil {
		return err
	}
	begun, err := opt.begun(lib, shelf, id.String())
	if err != nil {
		return err
	}
	var g *playing
	if begun != "" {
		g, err = resume(lib, shelf, begun)
	} else {
		g, err = opt.start(cmd, lib, shelf, id.String())
	}
	if err != nil {
		return err
	}
	return opt.rounds(cmd, lib, shelf, g)
}

// begun returns the saved game of a deal that has not ended, empty without one.
func (opt *PlayOptions) begun(lib *chapters.Library, shelf *saves.Shelf, deal string) (string, error) {
	list, err := shelf.List(lib)
	if err != nil {
		return "", err
	}
	for g := range list {
		if g.Err == nil && g.Record.Deal == deal && !g.Finished && campaignOf(lib, &g) == "" {
			return g.Name, nil
		}
	}
	return "", nil
}

package playing

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/session"
	"fellowship/solver/players"
	"fellowship/tricks"

	"github.com/spf13/cobra"
)

// newGameFlags are those that start a new game.
var newGameFlags = []string{"chapter", "players", "seed", "event", "group", "humans", "computer"}

// find returns the game to play: the one that is named, by its deal or as a saved
// game, else the last one, else a new one. Of a round of a campaign it returns the name of
// that.
func (opt *PlayOptions) find(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf, name string) (g *playing, campaign string, err error) {
	_, noDeal := chapters.ParseDealID(name)
	if name != "" && noDeal != nil {
		return opt.named(cmd, lib, shelf, name, noDeal)
	}
	if name == "" && !slices.ContainsFunc(newGameFlags, cmd.Flags().Changed) {
		if g, campaign, err := opt.last(cmd, lib, shelf); g != nil || campaign != "" || err != nil {
			return g, campaign, err
		}
	}
	g, err = opt.start(cmd, lib, shelf, name)
	return g, "", err
}

// named goes on with the saved game of that name, which noDeal says is not the
// name of a deal.
func (opt *PlayOptions) named(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf, name string, noDeal error) (g *playing, campaign string, err error) {
	saved, err := shelf.Find(lib, name)
	id, _ := chapters.ParseDealID(name)
	switch {
	case err != nil && noDeal != nil && id.Chapter != "":
		return nil, "", noDeal
	case errors.Is(err, saves.ErrUnknown):
		return nil, "", say.Errorf("%w\n%w\nsee: fellowship saves", noDeal, err)
	case err != nil:
		return nil, "", err
	case saved.Err != nil:
		return nil, "", saved.Err
	case saved.Finished:
		again := say.Text{}
		if saved.Record.Deal != "" {
			again = say.Sprintf("\nplay the deal again: fellowship play %s", saved.Record.Deal)
		}
		return nil, "", say.Errorf("saved game %s has ended\nlook at it: fellowship saves show %[1]s%s", saved.Name, again)
	}
	for _, flag := range newGameFlags {
		if cmd.Flags().Changed(flag) {
			return nil, "", say.Errorf("saved game %s says everything; leave out --%s", saved.Name, flag)
		}
	}
	if campaign := campaignOf(lib, &saved); campaign != "" {
		return nil, campaign, nil
	}
	if g, err = resume(lib, shelf, saved.Name); err == nil {
		g.named = true
	}
	return g, "", err
}

// last goes on with the game played last; there is none when both the game and
// the error are nil.
func (opt *PlayOptions) last(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf) (g *playing, campaign string, err error) {
	saved, skipped, err := shelf.Unfinished(lib)
	for _, problem := range skipped {
		opt.Note(cmd.ErrOrStderr(), "%s", command.Tells(opt.Texts(), say.Errorf("%w; left out", problem)))
	}
	if len(skipped) > 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), opt.Texts().Sprintf("see: fellowship saves"))
	}
	if err != nil || saved.Name == "" {
		return nil, "", err
	}
	if campaign = campaignOf(lib, &saved); campaign != "" {
		return nil, campaign, nil
	}
	g, err = resume(lib, shelf, saved.Name)
	if errors.Is(err, saves.ErrInUse) {
		return nil, "", say.Errorf("%w; for another game say which, such as: fellowship play --chapter 1", err)
	}
	return g, "", err
}

// start begins a new game: of the deal that is named, else with what the flags
// leave open as chapter 1, four players and any number.
func (opt *PlayOptions) start(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf, deal string) (*playing, error) {
	if deal == "" {
		defaults := map[string]string{"chapter": "1", "seed": strconv.FormatUint(anySeed(), 10)}
		for flag, value := range defaults {
			if !cmd.Flags().Changed(flag) {
				if err := cmd.Flags().Set(flag, value); err != nil {
					return nil, command.Internal(err)
				}
			}
		}
		if err := opt.firstVariant(cmd, lib); err != nil {
			return nil, err
		}
	}
	id, err := opt.ID(cmd, lib, deal)
	if err != nil {
		return nil, err
	}
	if c := opt.Wants().Computer; c != "" && !cmd.Flags().Changed("computer") && slices.Contains(players.Names, c) {
		opt.Computer = Computers{c}
	}
	if opt.Humans < 0 || opt.Humans > id.Players {
		return nil, say.Errorf("--humans %d: the deal is for %d players (S1)", opt.Humans, id.Players)
	}
	return newGame(lib, shelf, id, opt.seating(id.Players, opt.Humans, nil))
}

// person is the person in a seat, with the name that sat there last.
func (opt *PlayOptions) person(seat int) string {
	if names := opt.Wants().Names; seat < len(names) {
		return session.Person(names[seat])
	}
	return session.Human
}

// firstVariant chooses the first event or group of a chapter that is played with
// one, if the flags name none.
func (opt *PlayOptions) firstVariant(cmd *cobra.Command, lib *chapters.Library) error {
	c, err := lib.Chapter(command.TrimZeros(opt.Chapter))
	if err != nil {
		return err
	}
	kind := c.VariantKind()
	if kind == "" || cmd.Flags().Changed(kind) {
		return nil
	}
	if err := cmd.Flags().Set(kind, c.Variants()[0].ID); err != nil {
		return command.Internal(err)
	}
	return nil
}

// seating is who plays the seats of a game: people in the first ones, or, with a
// plan, whoever it names, as far as there is such a player.
func (opt *PlayOptions) seating(size, humans int, plan []string) []string {
	by := make([]string, tricks.SeatsFor(size))
	taken := 0
	for seat := range by {
		switch {
		case plan == nil && seat < humans:
			by[seat] = opt.person(seat)
		case seat < len(plan) && (session.IsPerson(plan[seat]) || players.CanSit(plan[seat])):
			by[seat] = plan[seat]
		default:
			by[seat] = opt.Computer[min(taken, len(opt.Computer)-1)]
			taken++
		}
	}
	return by
}

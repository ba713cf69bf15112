package home

import (
	"errors"
	"slices"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"
	"fellowship/solver/players"
)

// find reads a saved game.
func (h *Home) find(name string) (saves.Save, error) { return h.Saves.List().Find(h.Library, name) }

// Resume continues a saved game, or the campaign it belongs to. named reports whether the person asked for
// it by its name.
func (h *Home) Resume(saved *saves.Save, named bool) error {
	if saved.Campaign != "" {
		return h.PlayCampaign(Campaign{Name: saved.Campaign, Choice: campaign.Choice{Seed: AnySeed()}})
	}
	file, err := saved.Open(h.Library)
	if errors.Is(err, saves.ErrInUse) && !named {
		err = say.Errorf("%w; for another game say which, such as: fellowship play --chapter 1", err)
	}
	if err != nil {
		return err
	}
	g := &Game{file: file, named: named}
	if h.Replaces {
		err = file.Replace(h.Ctx, h.Computer)
	} else {
		err = noProgram(g)
	}
	if err != nil {
		return g.close(err)
	}
	return h.playRounds(g)
}

// resumeNamed continues the saved game with this name.
func (h *Home) resumeNamed(name string, named bool) error {
	g, err := h.find(name)
	if err != nil {
		return err
	}
	return h.Resume(&g, named)
}

// noProgram refuses to continue a saved game in which an external program plays, since saved games start
// no programs.
func noProgram(g *Game) error {
	for _, name := range g.file.Round().PlayerNames() {
		if round.IsProgram(name) {
			return say.Errorf("a program plays in saved game %[1]s, %[2]s, and no file starts one: name it, or another player: fellowship play %[1]s --computer %[3]s",
				g.file.Name(), name, players.Strongest)
		}
	}
	return nil
}

// addGameActions adds the actions on a saved game: play on if it is not over, otherwise replay it; and
// delete it.
func (h *Home) addGameActions(all *saves.Played, g *saves.Save, c *kit.Content) {
	c.Enter = h.playAction(func() error { return h.resumeNamed(g.Name, true) })
	c.EnterLabel = h.shell.T("lobby.help.goon")
	if !g.CanContinue() {
		c.Enter = h.playAction(func() error {
			return h.Replay(func() (chapters.Record, string, error) { return h.Saved(g.Name) })
		})
		c.EnterLabel = h.shell.T("lobby.help.look")
	}
	remove := h.noteError(func() error {
		err := g.Delete()
		if err == nil {
			all.Games = slices.DeleteFunc(slices.Clone(all.Games), func(other saves.Save) bool {
				return other.Name == g.Name
			})
			h.shell.Stack.Pop()
		}
		return err
	})
	c.Shortcuts = append(c.Shortcuts, kit.Shortcut{
		Key:   "d",
		Label: h.shell.T("lobby.help.remove"),
		Do: h.shell.Stack.PushAction(func() *kit.Sheet {
			return h.shell.Stack.Confirm(h.shell.T("lobby.delete.sure", g.Name), remove)
		}),
	})
}

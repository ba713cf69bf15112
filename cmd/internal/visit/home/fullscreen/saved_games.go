package fullscreen

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"
)

// addGameActions adds the actions on a saved game: play on if it is not over, otherwise replay it; and
// delete it.
func (s *Session) addGameActions(all *saves.Played, g *saves.Save, c *kit.Content) {
	c.Enter = s.playAction(func() error { return s.home.ResumeNamed(g.Name, true) })
	c.EnterLabel = s.shell.T("lobby.help.goon")
	if !g.CanContinue() {
		c.Enter = s.playAction(func() error {
			return s.Replay(func() (chapters.Record, string, error) { return s.home.Saved(g.Name) })
		})
		c.EnterLabel = s.shell.T("lobby.help.look")
	}
	remove := s.noteError(func() error {
		err := g.Delete()
		if err == nil {
			all.Games = slices.DeleteFunc(slices.Clone(all.Games), func(other saves.Save) bool {
				return other.Name == g.Name
			})
			s.shell.Stack.Pop()
		}
		return err
	})
	c.Shortcuts = append(c.Shortcuts, kit.Shortcut{
		Key:   "d",
		Label: s.shell.T("lobby.help.remove"),
		Do: s.shell.Stack.PushAction(func() *kit.Sheet {
			return s.shell.Stack.Confirm(s.shell.T("lobby.delete.sure", g.Name), remove)
		}),
	})
}

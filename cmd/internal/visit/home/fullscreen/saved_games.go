package fullscreen

import (
	"errors"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
)

// addGameActions adds the actions on a saved game: play on if it is not over, otherwise replay it; and
// delete it.
func (s *Session) addGameActions(all *saves.Played, g *saves.Save, c *kit.Content) {
	said := book.NewSavedGame(s.home.Person.Texts(), s.home.Library, g, s.shell.Now())
	var damage *saves.Damage
	isDamaged := errors.As(g.Err, &damage)
	switch {
	case isDamaged && damage.CanRepair():
		c.Enter = s.shell.Stack.PushAction(func() *kit.Sheet { return s.askRepair(damage) })
		c.EnterLabel = s.shell.T("lobby.help.goon")
	case said.CanContinue:
		c.Enter = s.playAction(func() error { return s.home.ResumeNamed(g.Name, true) })
		c.EnterLabel = s.shell.T("lobby.help.goon")
	case said.CanLook:
		c.Enter = s.playAction(func() error {
			return s.Replay(func() (chapters.Record, string, error) { return s.home.Saved(g.Name) })
		})
		c.EnterLabel = s.shell.T("lobby.help.look")
	}
	if !said.CanRemove {
		return
	}
	remove := s.noteError(func() error {
		err := s.home.RemoveSaved(g.Name)
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
			return s.shell.Stack.Confirm(said.Question, remove)
		}),
	})
}

// askRepair asks whether a damaged game goes on from what can be read, and then plays it.
func (s *Session) askRepair(d *saves.Damage) *kit.Sheet {
	name := book.DamagedName(s.home.Person.Texts(), d)
	return s.shell.Stack.Confirm(s.shell.T("damage.sure", name), s.playAction(func() error {
		if err := s.home.Repair(d); err != nil {
			return err
		}
		return s.home.ResumeRepaired(d)
	}))
}

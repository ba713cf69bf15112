package home

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"

	tea "github.com/charmbracelet/bubbletea"
)

// addGameActions adds the actions on a saved game: one that goes on can be played on, and one that has
// ended be looked through.
func (h *Home) addGameActions(all *saves.Played, g *saves.Save, c *kit.Content) {
	c.Enter = h.playAction(func() error { return h.resumeNamed(g.Name, true) })
	c.EnterLabel = h.shell.Theme.T("lobby.help.goon")
	if !g.CanContinue() {
		c.Enter = h.playAction(func() error {
			return h.Replay(func() (chapters.Record, string, error) { return h.Saved(g.Name) })
		})
		c.EnterLabel = h.shell.Theme.T("lobby.help.look")
	}
	c.ExtraActions = append(c.ExtraActions,
		kit.Row{
			Letter: 'd', Label: h.shell.Theme.T("lobby.help.remove"),
			OnEnter: h.shell.PushAction(func() *kit.Sheet {
				return h.shell.Confirm(h.shell.Theme.T("lobby.delete.sure", g.Name), h.noteError(func() error {
					err := g.Delete()
					if err == nil {
						all.Games = slices.DeleteFunc(slices.Clone(all.Games), func(other saves.Save) bool {
							return other.Name == g.Name
						})
						h.shell.Pop()
					}
					return err
				}))
			}),
		})
}

// find reads a saved game.
func (h *Home) find(name string) (saves.Save, error) { return h.Saves.List().Find(h.Library, name) }

// The longest name of a deal.
const longestDeal = 20

// dealSheet asks for the name of a deal, and steps through it: as it is won, if it can be.
func (h *Home) dealSheet() *kit.Sheet {
	name := ""
	return &kit.Sheet{Build: func() kit.Content {
		return kit.Content{
			Title:  h.shell.Theme.T("lobby.solve"),
			Header: []string{h.shell.Theme.T("lobby.solve.above")},
			Rows: []kit.Row{{
				Label: h.shell.Theme.T("lobby.solve.deal"),
				Text:  &kit.TextField{Value: &name, MaxLength: longestDeal},
			}},
			EnterLabel: h.shell.Theme.T("lobby.help.look"),
			Enter: func() tea.Cmd {
				name = strings.TrimSpace(name)
				if name == "" {
					return nil
				}
				id, err := chapters.ParseDealID(name)
				var pos chapters.Position
				if err == nil {
					pos, err = h.Library.Deal(id)
				}
				if err != nil {
					h.shell.Note = h.shell.Theme.Problem(err)
					return nil
				}
				return h.playThenMenu(func() error {
					return h.StepThrough(pos, solveLimit)
				}, func() { h.shell.Push(h.dealSheet()) })
			},
		}
	}}
}

package home

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"

	tea "github.com/charmbracelet/bubbletea"
)

// toGame adds the actions on a saved game: one that goes on can be played on, and one that has
// ended be looked through.
func (h *Home) toGame(all *saves.Played, g *saves.Save, c *kit.Content) {
	c.Enter = h.does(func() error { return h.goOn(g.Name, true) })
	c.Does = h.shell.Theme.T("lobby.help.goon")
	if !g.GoesOn() {
		c.Enter = h.does(func() error {
			return h.LookAt(func() (chapters.Record, string, error) { return h.Saved(g.Name) })
		})
		c.Does = h.shell.Theme.T("lobby.help.look")
	}
	c.Also = append(c.Also, kit.Row{Letter: 'd', Label: h.shell.Theme.T("lobby.help.remove"), Do: h.shell.Opens(func() *kit.Sheet {
		return h.shell.Sure(h.shell.Theme.T("lobby.delete.sure", g.Name), h.tries(func() error {
			err := g.Delete()
			if err == nil {
				all.Games = slices.DeleteFunc(slices.Clone(all.Games), func(other saves.Save) bool { return other.Name == g.Name })
				h.shell.Close()
			}
			return err
		}))
	})})
}

// find reads a saved game.
func (h *Home) find(name string) (saves.Save, error) { return h.Shelf.List().Find(h.Lib, name) }

// The longest name of a deal.
const longestDeal = 20

// solve asks for the name of a deal, and steps through it: as it is won, if it can be.
func (h *Home) solve() *kit.Sheet {
	name := ""
	return &kit.Sheet{Build: func() kit.Content {
		return kit.Content{
			Title: h.shell.Theme.T("lobby.solve"), Above: []string{h.shell.Theme.T("lobby.solve.above")}, Does: h.shell.Theme.T("lobby.help.look"),
			Rows: []kit.Row{{Label: h.shell.Theme.T("lobby.solve.deal"), Text: &name, Most: longestDeal}},
			Enter: func() tea.Cmd {
				name = strings.TrimSpace(name)
				if name == "" {
					return nil
				}
				id, err := chapters.ParseDealID(name)
				var pos chapters.Position
				if err == nil {
					pos, err = h.Lib.Deal(id)
				}
				if err != nil {
					h.shell.Note = h.shell.Theme.Problem(err)
					return nil
				}
				return h.plays(func() error { return h.StepThrough(pos, solveLimit) }, func() { h.shell.Open(h.solve()) })
			},
		}
	}}
}

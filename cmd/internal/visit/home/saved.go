package home

import (
	"context"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
)

// toGame adds the actions on a saved game: one that goes on can be played on, and one that has
// ended be looked through.
func (h *Home) toGame(all *saves.Played, g *saves.Save, c *kit.Content) {
	c.Enter, c.Does = h.does(func() error { return h.goOn(g.Name, true) }), h.T("lobby.help.goon")
	if !g.GoesOn() {
		c.Enter, c.Does = h.does(func() error { return h.lookAtSaved(g.Name, 0) }), h.T("lobby.help.look")
	}
	c.Also = append(c.Also, kit.Row{Letter: 'd', Label: h.T("lobby.help.remove"), Do: h.Opens(func() *kit.Sheet {
		return h.Sure(h.T("lobby.delete.sure", g.Name), h.tries(func() error {
			err := g.Delete()
			if err == nil {
				all.Games = slices.DeleteFunc(slices.Clone(all.Games), func(other saves.Save) bool { return other.Name == g.Name })
				h.Close()
			}
			return err
		}))
	})})
}

// find reads a saved game.
func (h *Home) find(name string) (saves.Save, error) { return h.Shelf.List().Find(h.Lib, name) }

// The longest name of a deal.
const longestDeal = 20

// solve asks for the name of a deal, says whether it can be won, and then steps through it.
func (h *Home) solve() *kit.Sheet {
	name, answer := "", ""
	var found *chapters.Position
	stop := context.CancelFunc(nil) // while the solver searches
	enter := func() tea.Cmd {
		switch {
		case name == "" || stop != nil:
			return nil
		case found != nil:
			return h.plays(func() error { return h.StepThrough(*found, solveLimit) }, func() {})
		}
		ctx, end := context.WithCancel(h.Ctx)
		asked, t := name, h.Texts()
		stop = end
		return func() tea.Msg {
			pos, text, err := h.solveNamed(ctx, asked, t)
			return kit.Then(func() tea.Cmd {
				if ctx.Err() != nil {
					return nil // another deal was typed since
				}
				end()
				if stop, answer = nil, text; err != nil {
					h.Place.Note = h.Problem(err)
				} else {
					found = &pos
				}
				return nil
			})
		}
	}
	return &kit.Sheet{Build: func() kit.Content {
		c := kit.Content{
			Title: h.T("lobby.solve"), Above: []string{h.T("lobby.solve.above")}, Below: []string{answer}, Enter: enter, Does: h.T("lobby.help.pick"),
			Rows: []kit.Row{{Label: h.T("lobby.solve.deal"), Text: &name, Most: longestDeal, Wrote: func() {
				if stop != nil {
					stop()
				}
				name, answer, found, stop = strings.TrimSpace(name), "", nil, nil
			}}},
		}
		if stop != nil {
			c.Below = []string{h.T("tui.solving")}
		}
		if found != nil {
			c.Does = h.T("lobby.help.look")
		}
		return c
	}}
}

// solveNamed says whether the deal of a name could be won.
func (h *Home) solveNamed(ctx context.Context, name string, t *texts.Texts) (pos chapters.Position, text string, err error) {
	id, err := chapters.ParseDealID(name)
	if err != nil {
		return pos, "", err
	}
	if pos, err = h.Lib.Deal(id); err != nil {
		return pos, "", err
	}
	if _, err := h.Lib.NewGame(pos); err != nil {
		return pos, "", err
	}
	text = h.dealOf(t, func() chapters.Record { return chapters.Record{Position: pos} }).Solve(ctx)
	return pos, text + "\n" + t.T("lobby.solve.step"), nil
}

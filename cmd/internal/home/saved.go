package home

import (
	"context"
	"errors"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/book"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// replays are the saved games: one that goes on can be played on, and one that has ended be
// looked through.
func (s *sitting) replays() *tui.Replays {
	return &tui.Replays{
		Stack: s.Stack, Games: func() []tui.SavedGame { return s.games },
		Show: func(name string) page.Page {
			g, err := s.h.Shelf.Find(s.h.Lib, name)
			var p page.Page
			if err = errors.Join(err, g.Err); err == nil {
				p, err = book.Saved(s.Texts, s.h.Lib, &g)
			}
			if err != nil {
				return page.Of(s.Tell(err))
			}
			return p
		},
		Change: func(g *tui.SavedGame, c *kit.Content) {
			c.Enter, c.Does = s.does(func() error { return s.h.goOn(g.Name, true) }), s.T("lobby.help.goon")
			if g.Finished {
				c.Enter, c.Does = s.does(func() error { return s.h.LookAt(g.Name, 0) }), s.T("lobby.help.look")
			}
			c.Also = append(c.Also, kit.Row{Letter: 'd', Label: s.T("lobby.help.remove"), Do: s.Opens(func() *kit.Sheet { return s.deleting(g.Name) })})
		},
	}
}

// deleting asks whether a saved game is to be deleted.
func (s *sitting) deleting(name string) *kit.Sheet {
	return s.Sure(s.T("lobby.delete.sure", name), s.tries(func() error {
		g, err := s.h.Shelf.Find(s.h.Lib, name)
		if err == nil {
			err = s.h.Shelf.Delete(&g)
		}
		if err == nil {
			s.games = slices.DeleteFunc(slices.Clone(s.games), func(g tui.SavedGame) bool { return g.Name == name })
			s.Close()
		}
		return err
	}))
}

// statistics tell how the person has done.
func (s *sitting) statistics() *kit.Sheet {
	return tui.StatsSheet(s.Stack, func(columns int) page.Page { return book.Stats(s.Texts, s.h.Lib, &s.stats, columns) })
}

// The longest name of a deal.
const longestDeal = 20

// solve asks for the name of a deal, says whether it can be won, and then steps through it.
func (s *sitting) solve() *kit.Sheet {
	name, answer := "", ""
	var found *chapters.Position
	stop := context.CancelFunc(nil) // while the solver searches
	enter := func() tea.Cmd {
		switch {
		case name == "" || stop != nil:
			return nil
		case found != nil:
			return s.plays(func() error { return s.h.StepThrough(*found, solveLimit) }, func() {})
		}
		ctx, end := context.WithCancel(s.h.Cmd.Context())
		asked, t := name, s.Texts
		stop = end
		return func() tea.Msg {
			pos, text, err := s.h.solveNamed(ctx, asked, t)
			return kit.Then(func() tea.Cmd {
				if ctx.Err() != nil {
					return nil // another deal was typed since
				}
				end()
				if stop, answer = nil, text; err != nil {
					s.Note = s.Problem(err)
				} else {
					found = &pos
				}
				return nil
			})
		}
	}
	return &kit.Sheet{Build: func() kit.Content {
		c := kit.Content{
			Title: s.T("lobby.solve"), Above: []string{s.T("lobby.solve.above")}, Below: []string{answer}, Enter: enter, Does: s.T("lobby.help.pick"),
			Rows: []kit.Row{{Label: s.T("lobby.solve.deal"), Text: &name, Most: longestDeal, Wrote: func() {
				if stop != nil {
					stop()
				}
				name, answer, found, stop = strings.TrimSpace(name), "", nil, nil
			}}},
		}
		if stop != nil {
			c.Below = []string{s.T("tui.solving")}
		}
		if found != nil {
			c.Does = s.T("lobby.help.look")
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
	g, err := h.Lib.NewGame(pos)
	if err != nil {
		return pos, "", err
	}
	text, _ = solveDeal(ctx, g, t)
	return pos, text + "\n" + t.T("lobby.solve.step"), nil
}

package room

import (
	"context"
	"fmt"
	"slices"

	"fellowship/cmd/internal/book"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// played is a round that the visitor has played and that is over, and the visitor's seats.
type played struct {
	saves.Save
	seats []tricks.Seat
}

// looksUp looks up the rounds that the visitor has played and that are over, the last one
// first, and opens a sheet about them. They are called as at home: by their deals, counted.
func (r *Room) looksUp(sheet func([]played) *kit.Sheet) tea.Cmd {
	id, lib := r.me.ID, r.opts.Library
	return r.once(func(ctx context.Context) (func() tea.Cmd, error) {
		rounds, err := r.opts.Hall.Played(ctx, id)
		slices.SortStableFunc(rounds, func(a, b table.Recorded) int { return a.Last.Compare(b.Last) })
		var all []played
		times := map[string]int{}
		for i := range rounds {
			g := saves.SaveOf(lib, saves.Found{Modified: rounds[i].Last}, &rounds[i])
			if g.Err == nil {
				times[g.Record.Deal]++
				g.Name = fmt.Sprintf("%s-%d", g.Record.Deal, times[g.Record.Deal])
				all = append(all, played{g, rounds[i].Seats})
			}
		}
		slices.Reverse(all)
		return func() tea.Cmd { return r.Open(sheet(all)) }, err
	})
}

// replays lists them, to be looked through again.
func (r *Room) replays(all []played) *kit.Sheet {
	games := make([]tui.SavedGame, len(all))
	for i := range all {
		games[i] = tui.SavedGame{Name: all[i].Name, About: book.About(&all[i].Save), Finished: true}
	}
	named := func(name string) *saves.Save {
		return &all[slices.IndexFunc(all, func(p played) bool { return p.Name == name })].Save
	}
	return (&tui.Replays{
		Stack: r.Stack, Games: func() []tui.SavedGame { return games },
		Show: func(name string) page.Page {
			p, err := book.Saved(r.Texts, r.opts.Library, named(name))
			if err != nil {
				return page.Of(r.Tell(err))
			}
			return p
		},
		Change: func(g *tui.SavedGame, c *kit.Content) {
			c.Does, c.Enter = r.T("lobby.help.look"), func() tea.Cmd {
				walk, err := hindsight.New(r.opts.Library, named(g.Name).Record)
				if err != nil {
					r.complain(err)
					return nil
				}
				return r.looks(walk, false, 0)
			}
		},
	}).List()
}

// stats tell how the visitor has done. The decisions of the others at the tables count
// as little as those of computer players.
func (r *Room) stats(all []played) saves.Stats {
	var scores saves.Scores
	for _, p := range all {
		by := slices.Clone(p.Record.By)
		for at := range by {
			if !slices.Contains(p.seats, tricks.Seat(at)) {
				by[at] = players.Strongest
			}
		}
		p.Record.By = by
		scores.Add(r.opts.Library, &p.Save)
	}
	return scores.Stats(r.opts.Library)
}

// statistics show them.
func (r *Room) statistics(all []played) *kit.Sheet {
	stats := r.stats(all)
	return tui.StatsSheet(r.Stack, func(columns int) page.Page { return book.Stats(r.Texts, r.opts.Library, &stats, columns) })
}

// chapterBook is the chapters, each of which leads to a table for it.
func (r *Room) chapterBook(all []played) *kit.Sheet {
	return (&tui.ChapterBook{
		Stack: r.Stack, Library: r.opts.Library, Played: r.stats(all).Chapters,
		Begin: func(chapter string) *kit.Sheet { return r.createFor(chapter) },
	}).List()
}

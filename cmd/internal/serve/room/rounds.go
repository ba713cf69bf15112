package room

import (
	"context"
	"fmt"
	"slices"

	"fellowship/cmd/internal/book"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// looksUp looks up the rounds that the visitor has played and that are over, the last one
// first. They are called as at home: by their deals, counted.
func (r *Room) looksUp(then func(*tui.Played) tea.Cmd) tea.Cmd {
	id, lib := r.me.ID, r.opts.Library
	return r.once(func(ctx context.Context) (func() tea.Cmd, error) {
		rounds, err := r.opts.Hall.Played(ctx, id)
		slices.SortStableFunc(rounds, func(a, b table.Recorded) int { return a.Last.Compare(b.Last) })
		all := &tui.Played{}
		times, games := map[string]int{}, map[string]saves.Save{}
		var own []saves.Save // of which the visitor's decisions count
		for i := range rounds {
			g := saves.SaveOf(lib, saves.Found{Modified: rounds[i].Last}, &rounds[i])
			if g.Err != nil {
				continue
			}
			times[g.Record.Deal]++
			g.Name = fmt.Sprintf("%s-%d", g.Record.Deal, times[g.Record.Deal])
			games[g.Name] = g
			all.Games = append(all.Games, tui.ListedSave{Name: g.Name, About: book.About(&g), Finished: true})
			g.Record.By = othersAside(g.Record.By, rounds[i].Seats...)
			own = append(own, g)
		}
		slices.Reverse(all.Games)
		var scores saves.Scores
		for _, g := range slices.Backward(own) {
			scores.Add(lib, &g)
		}
		all.Find, all.Stats = func(name string) (saves.Save, error) { return games[name], nil }, scores.Stats(lib)
		return func() tea.Cmd { return then(all) }, err
	})
}

// othersAside are the players of a round, for the statistics of the visitor at some seats: the
// decisions of the others count as little as those of computer players.
func othersAside(by []string, own ...tricks.Seat) []string {
	by = slices.Clone(by)
	for at := range by {
		if !slices.Contains(own, tricks.Seat(at)) {
			by[at] = players.Strongest
		}
	}
	return by
}

// replayed adds the way to look through a round that is over.
func (r *Room) replayed(all *tui.Played, g *tui.ListedSave, c *kit.Content) {
	c.Does, c.Enter = r.T("lobby.help.look"), func() tea.Cmd {
		game, err := all.Find(g.Name)
		if err != nil {
			r.complain(err)
			return nil
		}
		walk, err := hindsight.New(r.opts.Library, game.Record)
		if err != nil {
			r.complain(err)
			return nil
		}
		return r.looks(walk, false, 0)
	}
}

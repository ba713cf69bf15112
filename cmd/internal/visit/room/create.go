package room

import (
	"context"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// create makes a table, for chapter 1 if nothing else is chosen.
func (r *Room) create() *kit.Sheet { return r.createFor("") }

// createFor makes a table for a chapter.
func (r *Room) createFor(chapter string) *kit.Sheet {
	return r.createOf(choose.NewTable(r.Texts, r.opts.Library, chapter))
}

func (r *Room) createOf(what *choose.Setup) *kit.Sheet {
	return &kit.Sheet{Name: "create", Build: func() kit.Content {
		c := kit.Content{Title: r.T("serve.new.title"), State: r.me.Name, Rows: tui.Rows(what.What(), what.Who(), what.Which(), what.Help())}
		c.Enter, c.Does = func() tea.Cmd { return r.creates(what) }, r.T("lobby.help.begin")
		c.Below = append(what.Explained(), texts.NotEmpty(what.About())...)
		c.Below = append(c.Below, r.N("serve.new.alone", int(table.KeepAlone.Hours())))
		return c
	}}
}

// creates makes the table that was set up, and goes there.
func (r *Room) creates(what *choose.Setup) tea.Cmd {
	made, problem := what.Table()
	if problem != "" {
		r.tells(problem, true)
		return nil
	}
	me := r.me
	return r.once(func(ctx context.Context) (func() tea.Cmd, error) {
		ticket, err := r.opts.Hall.Create(me, made)
		return func() tea.Cmd { return r.enter(ticket, false) }, err
	})
}

// nextSheet chooses the next round, of a chapter of the campaign if one is named.
func (r *Room) nextSheet(chapter string) *kit.Sheet {
	chair := r.chair
	what := choose.NextAt(r.Texts, r.opts.Library, chair.Book(), &r.now)
	if chapter != "" {
		what.Mode, what.Chapter = choose.OneRound, chapter
	}
	return &kit.Sheet{Name: "next", Build: func() kit.Content {
		return kit.Content{Title: r.T("serve.next"), Rows: tui.Rows(what.What(), what.Which()), Does: r.T("lobby.help.pick"), Enter: func() tea.Cmd {
			g, problem := what.Pick()
			if problem != "" {
				r.tells(problem, true)
				return nil
			}
			return r.call(func(ctx context.Context) (func() tea.Cmd, error) { return r.Close, chair.Choose(ctx, g) })
		}}
	}}
}

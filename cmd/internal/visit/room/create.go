package room

import (
	"context"
	"slices"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// setup chooses the next game at a table of so many, line by line.
func (r *Room) setup(seats int, modes ...tui.Mode) *tui.Setup {
	return &tui.Setup{
		Stack: r.Stack, Library: r.opts.Library, Modes: modes, Mode: modes[0], Chapter: r.opts.Library.Chapters[0].ID,
		Players: seats, Computers: words.Computers(),
	}
}

// create makes a table, for chapter 1 if nothing else is chosen.
func (r *Room) create() *kit.Sheet { return r.createFor(r.opts.Library.Chapters[0].ID) }

// createFor makes a table for a chapter.
func (r *Room) createFor(chapter string) *kit.Sheet {
	what := r.setup(2, tui.OneRound, tui.NewCampaign, tui.RoadCampaign)
	what.Chapter = chapter
	made := table.Setup{Patience: table.Patiences[1]}
	return &kit.Sheet{Name: "create", Build: func() kit.Content {
		c := kit.Content{Title: r.T("serve.new.title"), State: r.me.Name, Rows: slices.Concat(what.What(), what.Who(), what.Which())}
		c.Rows = append(
			c.Rows,
			kit.Row{Label: r.T("serve.new.patience"), Value: r.N("serve.minutes", made.Patience/60), Turn: kit.Turns(func(by int) {
				made.Patience = kit.Turned(table.Patiences, made.Patience, by)
			})},
			what.YesNo("serve.new.hints", &made.Hints), what.YesNo("serve.new.open", &made.OpenCards),
		)
		c.Enter, c.Does = func() tea.Cmd { return r.creates(what, made) }, r.T("lobby.help.begin")
		c.Below = what.Explained()
		switch what.Mode {
		case tui.OneRound:
			c.Below = append(c.Below, r.T("serve.new.text"))
		case tui.NewCampaign:
			c.Below = append(c.Below, r.T("lobby.campaign.note"))
		}
		c.Below = append(c.Below, r.N("serve.new.alone", int(table.KeepAlone.Hours())))
		return c
	}}
}

// creates makes the table that was set up, and goes there.
func (r *Room) creates(what *tui.Setup, made table.Setup) tea.Cmd {
	var ok bool
	if made.First, ok = what.Pick(); !ok {
		return nil
	}
	made.Players, made.Computers, made.Campaign = what.Players, slices.Clone(what.By[:what.Players]), what.Mode != tui.OneRound
	if what.Mode == tui.RoadCampaign {
		var err error
		if made.Book, err = table.RoadBook(r.opts.Library, made.Players); err != nil {
			r.complain(err)
			return nil
		}
	}
	me := r.me
	return r.once(func(ctx context.Context) (func() tea.Cmd, error) {
		ticket, err := r.opts.Hall.Create(me, made)
		return func() tea.Cmd { return r.enter(ticket, false) }, err
	})
}

// nextSheet chooses the next round, of a chapter of the campaign if one is named.
func (r *Room) nextSheet(chapter string) *kit.Sheet {
	modes := []tui.Mode{tui.OneRound}
	if r.now.Round > 0 {
		modes = append(modes, tui.SameDeal)
	}
	book := r.chair.Book()
	if book != nil {
		modes = []tui.Mode{tui.NextRound, tui.OneRound}
	}
	what, chair := r.setup(r.now.Setup.Players, modes...), r.chair
	what.Book = book
	if c := r.now.Next.Chapter; c != "" {
		what.Chapter = c
	}
	if chapter != "" {
		what.Mode, what.Chapter = tui.OneRound, chapter
	}
	return &kit.Sheet{Name: "next", Build: func() kit.Content {
		return kit.Content{Title: r.T("serve.next"), Rows: slices.Concat(what.What(), what.Which()), Does: r.T("lobby.help.pick"), Enter: func() tea.Cmd {
			g, ok := what.Pick()
			if !ok {
				return nil
			}
			return r.call(func(ctx context.Context) (func() tea.Cmd, error) { return r.Close, chair.Choose(ctx, g) })
		}}
	}}
}

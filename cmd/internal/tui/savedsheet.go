package tui

import (
	"cmp"
	"slices"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/settings"

	tea "github.com/charmbracelet/bubbletea"
)

// Keeping is what the lobby can do with saved games beside playing them.
type Keeping struct {
	// Stats returns the person's statistics in lines of so many columns.
	Stats func(s settings.Settings, columns int) page.Page
	// Formats are the keys of what can be written of a saved game, and those of the
	// statistics; Export writes one of them into a file, and returns where it is.
	Formats, StatsFormats []string
	Export                func(name, format string, s settings.Settings) (file string, err error)
	// Delete removes a saved game.
	Delete func(name string) error
}

// replays are the saved games: one that goes on can be played on, and one that has ended be
// looked through.
func (l *lobby) replays() *Replays {
	wish := func(g *SavedGame, k WishKind) func() tea.Cmd {
		return func() tea.Cmd {
			l.wish.Name = g.Name
			return l.leave(k)
		}
	}
	return &Replays{
		Stack: l.Stack, Games: func() []SavedGame { return l.opts.Saved },
		Show: func(name string) page.Page { return l.opts.Show(name, l.wish.Settings) },
		Change: func(g *SavedGame, c *kit.Content) {
			if !g.Finished {
				c.Enter, c.Does = wish(g, Resume), l.T("lobby.help.goon")
			} else if l.opts.Look {
				c.Enter, c.Does = wish(g, LookAt), l.T("lobby.help.look")
			}
			if l.opts.Keeping.Export != nil {
				c.Also = append(c.Also, l.exports(g.Name, l.opts.Keeping.Formats))
			}
			if l.opts.Keeping.Delete != nil {
				c.Also = append(c.Also, kit.Row{Letter: 'd', Label: l.T("lobby.help.remove"), Do: l.Opens(func() *kit.Sheet { return l.deleting(g.Name) })})
			}
		},
	}
}

// deleting asks whether a saved game is to be deleted.
func (l *lobby) deleting(name string) *kit.Sheet {
	return l.Sure(l.T("lobby.delete.sure", name), l.tries(func() error {
		err := l.opts.Keeping.Delete(name)
		if err == nil {
			l.opts.Saved = slices.DeleteFunc(slices.Clone(l.opts.Saved), func(s SavedGame) bool { return s.Name == name })
			l.Close()
		}
		return err
	}))
}

// stats tells how the person has done.
func (l *lobby) stats() *kit.Sheet {
	s := StatsSheet(l.Stack, func(columns int) page.Page { return l.opts.Keeping.Stats(l.wish.Settings, columns) })
	build := s.Build
	s.Build = func() kit.Content {
		c := build()
		if l.opts.Keeping.Export != nil {
			c.Also = append(c.Also, l.exports("", l.opts.Keeping.StatsFormats))
		}
		return c
	}
	return s
}

// exports is the key that leads to what can be written into a file.
func (l *lobby) exports(name string, formats []string) kit.Row {
	return kit.Row{Letter: 'x', Label: l.T("lobby.help.export"), Do: l.Opens(func() *kit.Sheet { return exportSheet(l, name, formats) })}
}

// exportSheet writes a saved game, or without a name the statistics, into a file.
func exportSheet(l *lobby, name string, formats []string) *kit.Sheet {
	said := ""
	return &kit.Sheet{Build: func() kit.Content {
		c := kit.Content{Title: l.T("lobby.export"), Above: []string{cmp.Or(said, l.T("lobby.export.above"))}}
		for _, f := range formats {
			c.Rows = append(c.Rows, kit.Row{Letter: rune(f[0]), Label: l.T("lobby.export." + f), Note: l.T("lobby.export." + f + ".note"), Do: func() tea.Cmd {
				file, err := l.opts.Keeping.Export(name, f, l.wish.Settings)
				if said = l.T("lobby.export.done", file); err != nil {
					said = l.Problem(err)
				}
				return nil
			}})
		}
		return c
	}}
}

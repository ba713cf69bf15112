package tui

import (
	"cmp"
	"slices"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/settings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Keeping is what the lobby can do with saved games beside playing them.
type Keeping struct {
	// Stats returns the person's statistics in lines of so many columns.
	Stats func(s settings.Settings, columns int) string
	// Formats are the keys of what can be written of a saved game, and those of the
	// statistics; Export writes one of them into a file, and returns where it is.
	Formats, StatsFormats []string
	Export                func(name, format string, s settings.Settings) (file string, err error)
	// Delete removes a saved game.
	Delete func(name string) error
}

// extra is a further key of a [textSheet].
type extra struct {
	binding key.Binding
	do      func() tea.Cmd
}

// savedPage tells how a saved game went.
func savedPage(l *lobby, g SavedGame) sheet {
	s := &textSheet{
		titled: "lobby.saved", reader: kit.NewReader(),
		text: func(l *lobby, columns int) string { return l.opts.Show(g.Name, l.wish.Settings, columns) },
	}
	wish := func(k WishKind) func() tea.Cmd {
		return func() tea.Cmd {
			l.wish.Name = g.Name
			return l.leave(k)
		}
	}
	if !g.Finished {
		s.enter, s.does = wish(Resume), l.keys.goOn
	} else if l.opts.Look {
		s.enter, s.does = wish(LookAt), l.keys.look
	}
	if l.opts.Keeping.Export != nil {
		s.also = append(s.also, extra{l.keys.export, l.opens(func(l *lobby) sheet { return exportSheet(l, g.Name, l.opts.Keeping.Formats) })})
	}
	if l.opts.Keeping.Delete != nil {
		s.also = append(s.also, extra{l.keys.remove, l.opens(func(l *lobby) sheet {
			return sureSheet(l, "lobby.delete.sure", []any{g.Name}, func(l *lobby) error {
				err := l.opts.Keeping.Delete(g.Name)
				if err == nil {
					l.opts.Saved = slices.DeleteFunc(slices.Clone(l.opts.Saved), func(s SavedGame) bool { return s.Name == g.Name })
					l.back()
				}
				return err
			})
		})})
	}
	return s
}

// statsPage tells how the person has done.
func statsPage(l *lobby) sheet {
	s := &textSheet{
		titled: "lobby.stats", reader: kit.NewReader(),
		text: func(l *lobby, columns int) string { return l.opts.Keeping.Stats(l.wish.Settings, columns) },
	}
	if l.opts.Keeping.Export != nil {
		s.also = append(s.also, extra{l.keys.export, l.opens(func(l *lobby) sheet { return exportSheet(l, "", l.opts.Keeping.StatsFormats) })})
	}
	return s
}

// exportSheet writes a saved game, or without a name the statistics, into a file.
func exportSheet(l *lobby, name string, formats []string) sheet {
	said := ""
	s := l.menu("lobby.export", "", func() []kit.Row {
		var all []kit.Row
		for _, f := range formats {
			all = append(all, kit.Row{Letter: rune(f[0]), Label: l.T("lobby.export." + f), Note: l.T("lobby.export." + f + ".note"), Do: func() tea.Cmd {
				file, err := l.opts.Keeping.Export(name, f, l.wish.Settings)
				if said = l.T("lobby.export.done", file); err != nil {
					said = l.Problem(err)
				}
				return nil
			}})
		}
		return all
	})
	s.Above = func() []string { return []string{cmp.Or(said, l.T("lobby.export.above"))} }
	return s
}

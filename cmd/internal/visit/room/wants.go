package room

import (
	"context"
	"errors"
	"slices"
	"time"

	"fellowship/characters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
)

// offered are the settings that a visitor has: the others belong to the host of the server,
// or to the visitor's terminal.
var offered = []string{"lang", "auto", choose.Look, "tips"}

// settle makes the screens look as the visitor wants.
func (r *Room) settle() {
	set, v := &r.shell.Set, r.v
	style := kit.Style{Colors: v.Colors, Marks: true, ASCII: v.ASCII || set.ASCII, Light: set.Background == "light"}
	switch set.Color {
	case "never":
		style.Colors = termenv.Ascii
	case "always": // all there are
		style.Colors = termenv.TrueColor
	}
	lang := v.Lang
	if slices.Contains(characters.Languages, set.Lang) {
		lang = set.Lang
	}
	r.style = style
	r.shell.Theme = kit.NewTheme(texts.New(lang), style)
	r.shell.QuitKey = key.NewBinding(key.WithKeys("ctrl+c"), key.WithHelp("Ctrl-C", r.shell.Theme.T("serve.help.quit")))
}

// change changes the visitor's settings. They are kept with the name, once the person is known.
func (r *Room) change(change func(*settings.Settings)) tea.Cmd {
	change(&r.shell.Set)
	r.settle()
	r.wanted = true
	id := r.me.ID
	service := r.opts.Hall
	return r.do(func(context.Context) error { return service.ChangeWants(id, change) })
}

// alone plays what a visitor plays alone, at a table that nobody keeps, until the visitor wants something else.
func (r *Room) alone(mode play.Alone, finish func(next play.Wish, err error) tea.Cmd) tea.Cmd {
	opts := r.shell.AsWanted(r.terminal(), r.opts.Beat, tui.Options{})
	t := r.shell.Theme.Texts
	next := play.Nothing
	return r.shell.Does(func() (err error) {
		next, err = play.Play(r.ctx, r.opts.Library, mode, t, func(home *table.Home, roundOptions play.Facts) (play.Wish, error) {
			opts.Facts = roundOptions
			return r.shell.Round(home, opts)
		})
		return err
	}, func(err error) tea.Cmd { return finish(next, err) })
}

// lesson plays the small round of the first evening.
func (r *Room) lesson() tea.Cmd {
	evening, err := play.Evening(r.opts.Library, "lesson.try.")
	if err != nil {
		r.complain(err)
		return nil
	}
	return r.alone(evening, func(next play.Wish, err error) tea.Cmd {
		if err == nil && next == play.NextChapter {
			return r.shell.Open(r.create())
		}
		return r.left(err)
	})
}

// solves lets the visitor solve the puzzles of a level. The stars are kept with the settings.
func (r *Room) solves(level int) tea.Cmd {
	puzzles, err := choose.OfLevel(level, time.Now())
	if err != nil {
		r.complain(err)
		return nil
	}
	id := r.me.ID
	service := r.opts.Hall
	now := r.shell.Set
	run := play.NewCourse(puzzles, now.Puzzles, func(name string, stars int) error {
		now.Solved(name, stars)
		return service.ChangeWants(id, func(set *settings.Settings) { set.Solved(name, stars) })
	})
	run.Turn = service.Thinks
	return r.alone(run, func(_ play.Wish, err error) tea.Cmd {
		r.shell.Set.Puzzles = now.Puzzles
		r.wanted = true
		return r.left(err)
	})
}

// today sets a table up for the deal of the day.
func (r *Room) today() tea.Cmd {
	lib, service := r.opts.Library, r.opts.Hall
	return r.call(func(ctx context.Context) (func() tea.Cmd, error) {
		id, err := choose.Today(ctx, lib, time.Now(), service.Thinks)
		return func() tea.Cmd {
			return r.shell.Open(r.createOf(choose.NewTable(r.shell.Theme.Texts, lib, "").ForDeal(id)))
		}, err
	})
}

// left goes on after a script, which has ended with an error or without.
func (r *Room) left(err error) tea.Cmd {
	switch {
	case errors.Is(err, tui.ErrExit):
		return tea.Quit
	case err != nil:
		r.complain(err)
	}
	return nil
}

// terminal shows the visitor's screens.
func (r *Room) terminal() tui.Terminal {
	return tui.Terminal{Texts: r.shell.Theme.Texts, Style: r.style, Library: r.opts.Library}
}

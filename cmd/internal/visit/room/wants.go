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

// applySettings makes the screens look as the visitor wants.
func (r *Room) applySettings() {
	set, v := &r.shell.Settings, r.visitor
	style := kit.TermProfile{
		Colors: v.Colors, Marks: true, ASCII: v.ASCII || set.ASCII,
		Light: set.Background == "light",
	}
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

// changeSettings changes the visitor's settings. They are kept with the name, once the person is known.
func (r *Room) changeSettings(change func(*settings.Settings)) tea.Cmd {
	change(&r.shell.Settings)
	r.applySettings()
	r.settingsChanged = true
	id := r.me.ID
	service := r.opts.Service
	return r.act(func(context.Context) error { return service.ChangeSettings(id, change) })
}

// playAlone plays what a visitor plays alone, at a table that nobody keeps, until the visitor wants something else.
func (r *Room) playAlone(mode play.SoloMode, finish func(next play.AfterRound, err error) tea.Cmd) tea.Cmd {
	opts := r.shell.ApplySettings(r.terminal(), r.opts.Beat, tui.Options{})
	t := r.shell.Theme.Texts
	next := play.Nothing
	return r.shell.StartScript(func() (err error) {
		next, err = play.Play(r.ctx, r.opts.Library, mode, t,
			func(home *table.Home, roundOptions play.RoundOptions) (play.AfterRound, error) {
				opts.RoundOptions = roundOptions
				return r.shell.Round(home, opts)
			})
		return err
	}, func(err error) tea.Cmd { return finish(next, err) })
}

// playLesson plays the small round of the first evening.
func (r *Room) playLesson() tea.Cmd {
	evening, err := play.Evening(r.opts.Library, "lesson.try.")
	if err != nil {
		r.complain(err)
		return nil
	}
	return r.playAlone(evening, func(next play.AfterRound, err error) tea.Cmd {
		if err == nil && next == play.NextChapter {
			return r.shell.Push(r.newTableSheet())
		}
		return r.afterScript(err)
	})
}

// solveLevel lets the visitor solve the puzzles of a level. The stars are kept with the settings.
func (r *Room) solveLevel(level int) tea.Cmd {
	puzzles, err := choose.OfLevel(level, time.Now())
	if err != nil {
		r.complain(err)
		return nil
	}
	id := r.me.ID
	service := r.opts.Service
	now := r.shell.Settings
	run := play.NewPuzzleRun(puzzles, now.Puzzles, func(name string, stars int) error {
		now.KeepStars(name, stars)
		return service.ChangeSettings(id, func(set *settings.Settings) { set.KeepStars(name, stars) })
	})
	run.WithSolver = service.WithSolver
	return r.playAlone(run, func(_ play.AfterRound, err error) tea.Cmd {
		r.shell.Settings.Puzzles = now.Puzzles
		r.settingsChanged = true
		return r.afterScript(err)
	})
}

// setUpToday sets a table up for the deal of the day.
func (r *Room) setUpToday() tea.Cmd {
	lib, service := r.opts.Library, r.opts.Service
	return r.callAsync(func(ctx context.Context) (func() tea.Cmd, error) {
		id, err := choose.Today(ctx, lib, time.Now(), service.WithSolver)
		return func() tea.Cmd {
			return r.shell.Push(r.setupSheet(choose.NewTable(r.shell.Theme.Texts, lib, "").ForDeal(id)))
		}, err
	})
}

// afterScript goes on after a script, which has ended with an error or without.
func (r *Room) afterScript(err error) tea.Cmd {
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

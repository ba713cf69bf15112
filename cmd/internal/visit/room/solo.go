package room

import (
	"errors"
	"time"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// playAlone plays a solo mode, at a table that is not saved, until the person wants something else.
func (r *Room) playAlone(mode play.SoloMode, finish func(next play.AfterRound, err error) tea.Cmd) tea.Cmd {
	opts := r.shell.ApplySettings(r.terminal(), r.opts.Beat, tui.Options{})
	t := r.shell.Stack.Theme.Texts
	next := play.Nothing
	playRound := func(home *table.Home, roundOptions play.RoundOptions) (play.AfterRound, error) {
		opts.RoundOptions = roundOptions
		return r.shell.Session.Round(home, opts)
	}
	run := func() (err error) {
		next, err = play.Play(r.ctx, r.opts.Library, mode, t, playRound)
		return err
	}
	return r.shell.Session.StartScript(run, func(err error) tea.Cmd { return finish(next, err) })
}

// playLesson plays the small round of the first evening.
func (r *Room) playLesson() tea.Cmd {
	evening, err := play.Evening(r.opts.Library, "lesson.try.")
	if err != nil {
		r.showError(err)
		return nil
	}
	return r.playAlone(evening, func(next play.AfterRound, err error) tea.Cmd {
		if err == nil && next == play.NextChapter {
			return r.shell.Stack.Push(r.newTableSheet())
		}
		return r.afterScript(err)
	})
}

// solveLevel plays the puzzles of a level. The stars are saved with the settings.
func (r *Room) solveLevel(level int) tea.Cmd {
	puzzles, err := choose.OfLevel(level, time.Now())
	if err != nil {
		r.showError(err)
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

// afterScript handles the end of a script, with or without an error.
func (r *Room) afterScript(err error) tea.Cmd {
	switch {
	case errors.Is(err, tui.ErrExit):
		return tea.Quit
	case err != nil:
		r.showError(err)
	}
	return nil
}

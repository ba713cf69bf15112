package room

import (
	"errors"
	"time"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/tui"
	"fellowship/cmd/internal/turns"

	tea "github.com/charmbracelet/bubbletea"
)

// solo plays what a person plays alone, at tables that are not saved.
type solo struct {
	session  *session
	identity *identity
	// newTable sets up the table to which the first evening leads.
	newTable *newTable
}

// playAlone plays a solo mode, at a table that is not saved, until the person wants something else.
func (o *solo) playAlone(mode play.SoloMode, finish func(next play.AfterRound, err error) tea.Cmd) tea.Cmd {
	s := o.session
	t := s.shell.Stack.Theme.Texts
	next := play.Nothing
	asker := o.identity.me.Asker()
	playRound := func(home *table.Home, roundOptions play.RoundOptions) (play.AfterRound, error) {
		home.ShareTurns(s.opts.Service.Turns(), asker)
		opts := tui.Options{Terminal: s.terminal(), RoundOptions: roundOptions, Beat: s.opts.Beat}
		return s.shell.Session.Round(home, opts)
	}
	run := func() (err error) {
		next, err = play.Play(s.ctx, s.opts.Library, mode, t, playRound)
		return err
	}
	return s.shell.Session.StartScript(run, func(err error) tea.Cmd { return finish(next, err) })
}

// playLesson plays the small round of the first evening.
func (o *solo) playLesson() tea.Cmd {
	evening, err := play.Evening(o.session.opts.Library, "lesson.try.")
	if err != nil {
		o.session.notes.showError(err)
		return nil
	}
	return o.playAlone(evening, func(next play.AfterRound, err error) tea.Cmd {
		if err == nil && next == play.NextChapter {
			return o.session.shell.Stack.Push(o.newTable.sheet())
		}
		return o.afterScript(err)
	})
}

// solvePuzzles plays the puzzles of a chapter from the one with an id on. The stars are saved with the settings.
func (o *solo) solvePuzzles(chapter, id string) tea.Cmd {
	puzzles, err := choose.PuzzlesOf(chapter, time.Now())
	if err != nil {
		o.session.notes.showError(err)
		return nil
	}
	person := o.identity.me.ID
	service := o.session.opts.Service
	now := o.session.shell.Settings
	run := play.NewPuzzleRun(puzzles, now.Puzzles, func(name string, stars int) error {
		now.KeepStars(name, stars)
		return service.ChangeSettings(person, func(set *settings.Settings) { set.KeepStars(name, stars) })
	})
	run.SkipTo(id)
	run.WithSolver = o.session.askOnce(o.identity.me, turns.Quick)
	return o.playAlone(run, func(_ play.AfterRound, err error) tea.Cmd {
		for name, stars := range now.Puzzles {
			o.session.shell.Settings.KeepStars(name, stars)
		}
		o.identity.settingsChanged = true
		return o.afterScript(err)
	})
}

// afterScript handles the end of a script, with or without an error.
func (o *solo) afterScript(err error) tea.Cmd {
	switch {
	case errors.Is(err, play.ErrExit):
		return tea.Quit
	case err != nil:
		o.session.notes.showError(err)
	}
	return nil
}

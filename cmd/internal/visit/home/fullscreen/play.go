package fullscreen

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/tui"
	"fellowship/cmd/internal/visit/home"

	tea "github.com/charmbracelet/bubbletea"
)

// playAction returns the action of a row that plays something and then shows the menu.
func (s *Session) playAction(script func() error) func() tea.Cmd {
	return func() tea.Cmd { return s.playThenMenu(script, func() {}) }
}

// playThenMenu runs a game in the background, reads the saved games again, shows the menu, and calls
// openNext, which may open a further sheet. If the game fails the menu shows the error, so that the person can
// choose something else. Only an exit and an internal error end the session.
func (s *Session) playThenMenu(game func() error, openNext func()) tea.Cmd {
	// The note and the farewells are about an earlier game.
	s.shell.Stack.Note = ""
	s.farewells = nil
	var played *saves.Played
	var readErr error
	run := func() error {
		s.lastErr = game()
		if home.IsExit(s.lastErr) || say.IsInternal(s.lastErr) {
			return s.lastErr
		}
		if errors.Is(s.lastErr, play.ErrStopped) {
			s.lastErr = nil
		}
		err := s.shell.Session.ShowProgress(s.home.Person.Texts().T("lobby.reading"), func(context.Context) error {
			list := s.home.Saves.List()
			played = list.Played(s.home.Library)
			readErr = cmp.Or(s.home.Person.Unread, list.Err)
			return nil
		})
		if err != nil {
			s.lastErr = err
		}
		return err
	}
	return s.shell.Session.StartScript(run, func(err error) tea.Cmd {
		if err != nil {
			return tea.Quit
		}
		if problem := cmp.Or(s.lastErr, readErr); problem != nil {
			s.shell.Stack.Note, _, _ = strings.Cut(s.shell.Stack.Theme.Texts.Problem(problem), "\n")
		} else {
			s.shell.Stack.Note = book.DamageNote(s.shell.Stack.Theme.Texts, s.newDamages(played))
		}
		s.lastErr = nil
		s.played = played
		s.shell.Settings = s.home.Person.Settings()
		s.shell.Stack.Screens = nil
		s.shell.Stack.Push(s.menuSheet())
		openNext()
		return nil
	})
}

// newDamages returns the damages that the menu has not named yet.
func (s *Session) newDamages(played *saves.Played) (fresh []*saves.Damage) {
	for _, d := range played.Damages {
		if !s.noted[d.Path] {
			fresh = append(fresh, d)
		}
		s.noted[d.Path] = true
	}
	return fresh
}

var _ home.Stage = (*Session)(nil)

// PlayRound shows a round on the screen. The session's own context ends it.
func (s *Session) PlayRound(_ context.Context, r home.Round) (home.Wish, error) {
	opts := tui.Options{
		Terminal:     s.terminal(),
		RoundOptions: r.Options,
		Beat:         s.home.Person.ComputerDelay(),
		Campaign:     r.Campaign,
		HasMenu:      s.home.HasMenu && !r.Options.Lesson,
		Motion:       true,
	}
	if !r.Options.Unsaved {
		opts.KeepTip = s.shell.KeepTip
	}
	if r.Options.Lesson {
		opts.Advice.TryPrefix = "lesson.try."
	}
	if r.Deal != nil {
		opts.HasSolution = r.Deal.Winnable
		opts.Replay = func() error { return s.replayFrom(r.Record(), "", r.Deal.Lost()) }
		opts.StepThrough = func() error { return s.StepThrough(r.Record().Position, home.SolveLimit) }
	}
	next, err := s.shell.Session.Round(r.Table, opts)
	if r.WasLeft(next, err) {
		s.Say(home.Saved(r.Options.Continue))
	}
	return home.Wish{Next: next}, err
}

// ChooseNext shows the form of a campaign's next round.
func (s *Session) ChooseNext(_ context.Context, setup *choose.Setup, _ campaign.Choice) (chosen bool, err error) {
	return s.shell.Session.ChooseRound(setup)
}

// WhileWorking shows a text while some work takes long. The person can stop the work.
func (s *Session) WhileWorking(_ context.Context, text string, work func(context.Context) error) error {
	return s.shell.Session.ShowProgress(text, work)
}

// Say keeps a line until the screen is closed.
func (s *Session) Say(line home.Line) { s.farewells = append(s.farewells, line) }

package fullscreen

import (
	"cmp"

	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/visit/home"
	"fellowship/cmd/internal/visit/home/console"

	tea "github.com/charmbracelet/bubbletea"
)

// Menu shows the menu, carries out what the person chooses, and shows it again.
func Menu(h *home.Home, c *console.Console) error {
	if h.Person.Lang != "" { // the menu can change the language, so it becomes a setting
		now := h.Person.Settings()
		now.Lang = h.Person.Lang
		h.Person.Lang = ""
		h.Person.UseSettings(now)
	}
	h.HasMenu = true
	s, terminal := start(h, c)
	defer s.end()
	// Nothing is drawn before the size of the window is known.
	s.shell.Stack.W = 0
	s.shell.Stack.H = 0
	s.shell.Stack.Push(s.menuSheet())
	err := s.shell.Session.Run(&terminal, s.openMenu())
	return cmp.Or(s.lastErr, err)
}

// openMenu opens the menu. A person who has never played is greeted first.
func (s *Session) openMenu() tea.Cmd {
	return s.playThenMenu(func() error { return nil }, func() {
		if s.isNew() {
			s.shell.Stack.Push(s.greeting())
		}
	})
}

// noteError returns an action that shows its error as a note.
func (s *Session) noteError(do func() error) func() tea.Cmd {
	return func() tea.Cmd {
		if err := do(); err != nil {
			s.shell.Stack.Note = s.shell.Stack.Theme.Texts.Problem(err)
		}
		return nil
	}
}

// isNew reports whether the person has neither played nor seen the first evening.
func (s *Session) isNew() bool {
	return len(s.played.Games)+len(s.played.Damages) == 0 && !s.shell.Settings.Lesson
}

// changeSettings changes, applies and saves the settings.
func (s *Session) changeSettings(f func(*settings.Settings)) tea.Cmd {
	f(&s.shell.Settings)
	err := s.home.Person.KeepSettings(s.shell.Settings)
	terminal := s.terminal()
	terminal.ApplyTheme(s.shell.Stack)
	if err != nil {
		s.shell.Stack.Note = s.shell.Stack.Theme.Texts.Problem(err)
	}
	return nil
}

package home

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"fellowship/characters/say"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"

	tea "github.com/charmbracelet/bubbletea"
)

// Menu shows the menu, carries out what the person chooses, and shows it again.
func (h *Home) Menu() error {
	if h.Person.Lang != "" { // the menu can change the language, so it becomes a setting
		now := h.Person.Settings()
		now.Lang = h.Person.Lang
		h.Person.Lang = ""
		h.Person.UseSettings(now)
	}
	terminal := h.terminal()
	h.startSession(&terminal)
	defer h.endSession()
	h.hasMenu = true
	// Nothing is drawn before the size of the window is known.
	h.shell.Stack.W = 0
	h.shell.Stack.H = 0
	h.shell.Stack.Push(h.menuSheet())
	err := h.shell.Session.Run(&terminal, h.openMenu())
	return cmp.Or(h.lastErr, err)
}

// openMenu opens the menu. A person who has never played is greeted first.
func (h *Home) openMenu() tea.Cmd {
	return h.playThenMenu(func() error { return nil }, func() {
		if h.isNew() {
			h.shell.Stack.Push(h.greeting())
		}
	})
}

// playAction returns what a button does that plays something and then shows the menu.
func (h *Home) playAction(script func() error) func() tea.Cmd {
	return func() tea.Cmd { return h.playThenMenu(script, func() {}) }
}

// playThenMenu runs a game in the background, reads the saved games again, shows the menu, and calls
// openNext, which may open a further sheet. If the game fails the menu shows the error, so that the person can
// choose something else. Only an exit and an internal error end the session.
func (h *Home) playThenMenu(game func() error, openNext func()) tea.Cmd {
	// The note and the farewells are about an earlier game.
	h.shell.Stack.Note = ""
	h.farewells = nil
	var played *saves.Played
	var readErr error
	run := func() error {
		h.lastErr = game()
		if isExit(h.lastErr) || say.IsInternal(h.lastErr) {
			return h.lastErr
		}
		if errors.Is(h.lastErr, play.ErrStopped) {
			h.lastErr = nil
		}
		err := h.shell.Session.ShowProgress(h.Person.Texts().T("lobby.reading"), func(context.Context) error {
			list := h.Saves.List()
			played = list.Played(h.Library)
			readErr = cmp.Or(h.Person.Unread, list.Err)
			return nil
		})
		if err != nil {
			h.lastErr = err
		}
		return err
	}
	return h.shell.Session.StartScript(run, func(err error) tea.Cmd {
		if err != nil {
			return tea.Quit
		}
		if problem := cmp.Or(h.lastErr, readErr); problem != nil {
			h.shell.Stack.Note, _, _ = strings.Cut(h.shell.Stack.Theme.Texts.Problem(problem), "\n")
		}
		h.lastErr = nil
		h.played = played
		h.shell.Settings = h.Person.Settings()
		h.shell.Stack.Screens = nil
		h.shell.Stack.Push(h.menuSheet())
		openNext()
		return nil
	})
}

// noteError returns an action that shows its error as a note.
func (h *Home) noteError(do func() error) func() tea.Cmd {
	return func() tea.Cmd {
		if err := do(); err != nil {
			h.shell.Stack.Note = h.shell.Stack.Theme.Texts.Problem(err)
		}
		return nil
	}
}

// isNew reports whether the person has neither played nor seen the first evening.
func (h *Home) isNew() bool { return len(h.played.Games) == 0 && !h.shell.Settings.Lesson }

// changeSettings changes, applies and saves the settings.
func (h *Home) changeSettings(f func(*settings.Settings)) tea.Cmd {
	f(&h.shell.Settings)
	h.Person.UseSettings(h.shell.Settings)
	terminal := h.terminal()
	terminal.ApplyTheme(h.shell.Stack)
	h.shell.Stack.Mouse = h.shell.Settings.Mouse
	if err := saveSettings(h.shell.Settings); err != nil {
		h.shell.Stack.Note = h.shell.Stack.Theme.Texts.Problem(err)
	}
	return nil
}

// saveSettings saves settings, unless the person's settings file cannot be read: it is not overwritten
// then.
func saveSettings(now settings.Settings) error {
	if _, err := settings.Load(settings.Path()); err != nil {
		return err
	}
	return now.Save(settings.Path())
}

package home

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"fellowship/characters/say"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// Menu shows the menu, carries the person's choice out, and shows it again.
func (h *Home) Menu() error {
	if h.Person.Lang != "" { // from here on it is a setting, which the menu can change
		now := h.Person.Settings()
		now.Lang, h.Person.Lang = h.Person.Lang, ""
		h.Person.UseSettings(now)
	}
	terminal := h.terminal()
	h.startSession(&terminal)
	defer h.endSession()
	h.hasMenu = true
	h.shell.W, h.shell.H = 0, 0 // nothing is drawn before that is known
	h.shell.Push(h.menuSheet())
	err := h.shell.Run(&terminal, h.openMenu())
	return cmp.Or(h.err, err)
}

// openMenu begins with the menu. A person who has never played is greeted first.
func (h *Home) openMenu() tea.Cmd {
	return h.playThenMenu(func() error { return nil }, func() {
		if h.isNew() {
			h.shell.Push(h.greeting())
		}
	})
}

// playAction returns the action of a row that leads to something to play.
func (h *Home) playAction(script func() error) func() tea.Cmd {
	return func() tea.Cmd { return h.playThenMenu(script, func() {}) }
}

// playThenMenu lets something be played, reads the folder, and shows the menu again, on which then
// opens the next sheet. An error is told there, where the person can choose something else.
func (h *Home) playThenMenu(script func() error, openNext func()) tea.Cmd {
	// about an earlier game
	h.shell.Note = ""
	h.farewells = nil
	var now *saves.Played
	var unread error
	return h.shell.StartScript(func() error {
		h.err = script()
		if isExit(h.err) || say.IsInternal(h.err) {
			return h.err
		}
		if errors.Is(h.err, tui.ErrStopped) {
			h.err = nil
		}
		err := h.shell.ShowProgress(h.Person.Texts().T("lobby.reading"), func(context.Context) error {
			list := h.Saves.List()
			// what the person wrote there is not lost: it is not written over
			now = list.Played(h.Library)
			unread = cmp.Or(h.Person.Unread, list.Err)
			return nil
		})
		if err != nil {
			h.err = err
		}
		return err
	}, func(ended error) tea.Cmd {
		if ended != nil {
			return tea.Quit
		}
		if problem := cmp.Or(h.err, unread); problem != nil {
			h.shell.Note, _, _ = strings.Cut(h.shell.Theme.Problem(problem), "\n")
		}
		h.err = nil
		h.played = now
		h.shell.Settings = h.Person.Settings()
		h.shell.Screens = nil
		h.shell.Push(h.menuSheet())
		openNext()
		return nil
	})
}

// changeSettings keeps changed settings.
func (h *Home) changeSettings(f func(*settings.Settings)) tea.Cmd {
	f(&h.shell.Settings)
	h.Person.UseSettings(h.shell.Settings)
	terminal := h.terminal()
	terminal.ApplyTheme(h.shell.Stack)
	h.shell.Mouse = h.shell.Settings.Mouse
	if err := saveSettings(h.shell.Settings); err != nil {
		h.shell.Note = h.shell.Theme.Problem(err)
	}
	return nil
}

// noteError returns an action that does something, or tells the person why it could not.
func (h *Home) noteError(do func() error) func() tea.Cmd {
	return func() tea.Cmd {
		if err := do(); err != nil {
			h.shell.Note = h.shell.Theme.Problem(err)
		}
		return nil
	}
}

// isNew reports whether the person has neither played nor seen the first evening.
func (h *Home) isNew() bool { return len(h.played.Games) == 0 && !h.shell.Settings.Lesson }

package room

import (
	"context"
	"slices"

	"fellowship/characters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
)

// applySettings applies the visitor's settings to the screens.
func (s *session) applySettings() {
	set := &s.shell.Settings
	profile := s.style
	profile.ASCII = s.style.ASCII || set.ASCII
	profile.Light = set.Background == "light"
	switch set.Color {
	case "never":
		profile.Colors = termenv.Ascii
	case "always":
		profile.Colors = termenv.TrueColor
	}
	lang := s.visitor.Lang
	if slices.Contains(characters.Languages, set.Lang) {
		lang = set.Lang
	}
	s.profile = profile
	s.shell.Stack.Theme = kit.NewTheme(texts.New(lang), profile)
	s.shell.Stack.QuitKey = key.NewBinding(key.WithKeys("ctrl+c"), key.WithHelp("Ctrl-C", s.shell.T("serve.help.quit")))
}

// changeSettings changes the visitor's settings. The server keeps them once it knows the person.
func (i *identity) changeSettings(change func(*settings.Settings)) tea.Cmd {
	s := i.session
	change(&s.shell.Settings)
	s.applySettings()
	i.settingsChanged = true
	id := i.me.ID
	service := s.opts.Service
	return s.calls.runWithoutResult(func(context.Context) error { return service.ChangeSettings(id, change) })
}

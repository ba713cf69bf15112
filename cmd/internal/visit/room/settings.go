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
func (r *Room) applySettings() {
	set := &r.shell.Settings
	profile := r.style
	profile.ASCII = r.style.ASCII || set.ASCII
	profile.Light = set.Background == "light"
	switch set.Color {
	case "never":
		profile.Colors = termenv.Ascii
	case "always":
		profile.Colors = termenv.TrueColor
	}
	lang := r.visitor.Lang
	if slices.Contains(characters.Languages, set.Lang) {
		lang = set.Lang
	}
	r.profile = profile
	r.shell.Stack.Theme = kit.NewTheme(texts.New(lang), profile)
	r.shell.Stack.QuitKey = key.NewBinding(key.WithKeys("ctrl+c"), key.WithHelp("Ctrl-C", r.shell.T("serve.help.quit")))
}

// changeSettings changes the visitor's settings. The server keeps them once it knows the person.
func (r *Room) changeSettings(change func(*settings.Settings)) tea.Cmd {
	change(&r.shell.Settings)
	r.applySettings()
	r.settingsChanged = true
	id := r.me.ID
	service := r.opts.Service
	return r.callWithoutResult(func(context.Context) error { return service.ChangeSettings(id, change) })
}

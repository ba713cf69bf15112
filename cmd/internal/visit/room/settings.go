package room

import (
	"context"
	"reflect"
	"slices"

	"fellowship/characters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
)

// applySettings makes the visitor's settings count on all screens.
func (s *session) applySettings() tea.Cmd {
	lang := s.visitor.Lang
	if wanted := s.shell.Settings.Lang; slices.Contains(characters.Languages, wanted) {
		lang = wanted
	}
	r := reader.New(texts.New(lang), s.shell.Settings)
	now := tui.Terminal{Reader: r, Style: s.styleFor(r), Library: s.opts.Library}
	s.now.Store(&now)
	s.shell.Stack.Theme = kit.NewTheme(r.Texts, now.Style)
	s.shell.Stack.QuitKey = key.NewBinding(key.WithKeys("ctrl+c"), key.WithHelp("Ctrl-C", s.shell.T("serve.help.quit")))
	return tui.ShowWishes(s.shell.Stack, now)
}

// styleFor describes the visitor's terminal with what they wish of it.
func (s *session) styleFor(r reader.Reader) kit.TermProfile {
	style := s.style
	style.ASCII = s.style.ASCII || r.WantsASCII()
	style.Light = r.Background() == "light"
	switch r.Color() {
	case "never":
		style.Colors = termenv.Ascii
	case "always":
		style.Colors = termenv.TrueColor
	}
	return style
}

// changeSettings changes the visitor's settings. The server keeps them once it knows the person.
func (i *identity) changeSettings(change func(*settings.Settings)) tea.Cmd {
	s := i.session
	change(&s.shell.Settings)
	i.settingsChanged = true
	i.changing++
	id := i.me.ID
	service := s.opts.Service
	store := s.calls.run(func(context.Context) (func() tea.Cmd, error) {
		err := service.ChangeSettings(id, change)
		return func() tea.Cmd { return i.finishChange(err) }, nil
	})
	return tea.Batch(s.applySettings(), store)
}

// finishChange continues after a change of the settings was stored, or could not be. After the last of several changes
// it takes the settings that [identity.takeSettings] has passed over meanwhile. Later ones may still be on their way.
func (i *identity) finishChange(err error) tea.Cmd {
	i.changing--
	if err != nil && i.session.ctx.Err() == nil {
		i.session.notes.showError(err)
	}
	stored := i.passedOver
	if i.changing > 0 || stored == nil {
		return nil
	}
	i.passedOver = nil
	return i.takeSettings(*stored)
}

// takeSettings takes the settings that the server keeps. They are passed over while a change of this session is being
// stored: until then the screens are ahead of the server.
func (i *identity) takeSettings(stored settings.Settings) tea.Cmd {
	shell := i.session.shell
	if i.changing > 0 {
		i.passedOver = &stored
		return nil
	}
	if reflect.DeepEqual(stored, shell.Settings) {
		return nil
	}
	shell.Settings = stored
	return i.session.applySettings()
}

// follower hears when the stored settings of a person change, in whichever session of the person.
type follower struct {
	// ctx ends when the person is not followed any more.
	ctx context.Context
	// cancel ends ctx.
	cancel context.CancelFunc
	// news has the latest settings that nobody has taken yet.
	news chan settings.Settings
}

// follow follows a person until the session ends, and returns the settings of this moment.
func (s *session) follow(person string) (*follower, settings.Settings) {
	f := &follower{news: make(chan settings.Settings, 1)}
	f.ctx, f.cancel = context.WithCancel(s.ctx)
	stop := s.opts.Service.FollowSettings(person, func(now settings.Settings) {
		select {
		case <-f.news: // older ones
		default:
		}
		f.news <- now
	})
	context.AfterFunc(f.ctx, stop)
	return f, s.opts.Service.Settings(person)
}

// followSettings takes the settings that a follower was begun with, and all later ones.
func (i *identity) followSettings(f *follower, now settings.Settings) tea.Cmd {
	if i.follower != nil {
		i.follower.cancel()
	}
	i.follower = f
	i.passedOver = nil
	i.session.shell.Settings = now
	return tea.Batch(i.session.applySettings(), i.awaitSettings(f))
}

// awaitSettings waits in the background for the next settings that the server keeps.
func (i *identity) awaitSettings(f *follower) tea.Cmd {
	return func() tea.Msg {
		select {
		case stored := <-f.news:
			return kit.DoneMsg(func() tea.Cmd {
				if f != i.follower {
					return nil
				}
				return tea.Batch(i.takeSettings(stored), i.awaitSettings(f))
			})
		case <-f.ctx.Done():
			return nil
		}
	}
}

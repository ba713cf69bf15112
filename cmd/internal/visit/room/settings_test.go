package room

import (
	"testing"

	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// frame returns what the visitor sees.
func (c *caller) frame() string { return c.room.Grid().Plain() }

// changesElsewhere lets the visitor change settings in another session, such as a browser.
func (s *server) changesElsewhere(c *caller, change func(*settings.Settings)) {
	require.NoError(s.t, s.opts.Service.ChangeSettings(c.room.identity.me.ID, change))
	s.settle()
}

// TestSettingsOfAnotherSession checks that what a person changes in another session counts in the open round at once,
// without a key, and only for this person.
func TestSettingsOfAnotherSession(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, ben := s.round()
		de := texts.New("de")
		state := de.T("serve.state", de.T("key.table"))
		before := ben.frame()
		require.NotContains(t, anna.frame(), state)
		coach := texts.New("en").T("coach.draft")
		require.Contains(t, anna.frame(), coach)
		s.changesElsewhere(anna, func(set *settings.Settings) { set.NoTips = true })
		assert.NotContains(t, anna.frame(), coach)
		s.changesElsewhere(anna, func(set *settings.Settings) {
			set.Lang = "de"
			set.NoTips = false
		})
		assert.Contains(t, anna.frame(), de.T("coach.draft"))
		assert.Contains(t, anna.frame(), state)
		assert.Equal(t, before, ben.frame())

		s.press(anna, "q", "y")
		assert.Contains(t, anna.frame(), de.T("serve.lobby.new"))
		s.changesElsewhere(anna, func(set *settings.Settings) { set.Lang = "en" })
		assert.Contains(t, anna.frame(), texts.New("en").T("serve.lobby.new"), "the lobby follows, too")
	})
}

// TestOwnChangesStay checks that what a visitor has just changed is not replaced by settings that another session stored
// before, and that both changes count in the end.
func TestOwnChangesStay(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, _ := s.round()
		i := anna.room.identity
		store := i.changeSettings(func(set *settings.Settings) { set.Order = settings.ByRank })
		s.changesElsewhere(anna, func(set *settings.Settings) { set.NoTips = true })
		assert.Equal(t, settings.ByRank, i.session.shell.Settings.Order)
		anna.start(store)
		s.settle()
		assert.Equal(t, settings.ByRank, i.session.shell.Settings.Order)
		assert.True(t, i.session.shell.Settings.NoTips)
		assert.Zero(t, i.changing)
	})
}

// TestTwoChangesAtOnce checks that two changes which are made quickly one after the other both count, also if the screen
// hears last of the one that was stored first.
func TestTwoChangesAtOnce(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, _ := s.round()
		i := anna.room.identity
		first := i.changeSettings(func(set *settings.Settings) { set.Order = settings.ByRank })
		second := i.changeSettings(func(set *settings.Settings) { set.NoTips = true })
		firstStored := messagesOf(first)
		secondStored := messagesOf(second)
		s.settle()
		for _, msg := range append(secondStored, firstStored...) {
			anna.came <- msg
			s.settle()
		}
		assert.Zero(t, i.changing)
		assert.Equal(t, settings.ByRank, i.session.shell.Settings.Order)
		assert.True(t, i.session.shell.Settings.NoTips)
	})
}

// messagesOf runs a command, and returns its messages.
func messagesOf(cmd tea.Cmd) (all []tea.Msg) {
	if cmd == nil {
		return nil
	}
	msg := cmd()
	batch, isBatch := msg.(tea.BatchMsg)
	if !isBatch {
		return []tea.Msg{msg}
	}
	for _, part := range batch {
		all = append(all, messagesOf(part)...)
	}
	return all
}

// TestSettingsOfWhoComesBack checks that a visitor who comes back as somebody with a code has that person's settings,
// and follows them from then on.
func TestSettingsOfWhoComesBack(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, _ := s.host("Anna")
		me := anna.room.identity.me
		code, err := s.opts.Service.ReturnCode(me)
		require.NoError(t, err)
		s.changesElsewhere(anna, func(set *settings.Settings) { set.Lang = "de" })
		guest := s.come("other key", "en", code)
		require.Equal(t, me.ID, guest.room.identity.me.ID)
		assert.Contains(t, guest.frame(), texts.New("de").T("serve.lobby.new"))
		s.changesElsewhere(guest, func(set *settings.Settings) { set.Lang = "en" })
		assert.Contains(t, guest.frame(), texts.New("en").T("serve.lobby.new"))
	})
}

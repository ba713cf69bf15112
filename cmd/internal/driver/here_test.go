package driver_test

import (
	"context"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/driver"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/table"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// begin deals a round for a person and three computer players.
func begin(t *testing.T) driver.Here {
	t.Helper()
	id, err := chapters.ParseDealID("c01p4s7")
	require.NoError(t, err)
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	s, err := session.New(session.Config{
		Library: chapters.Default(), Position: pos, By: []string{session.Human, "random", "random", "random"},
	})
	require.NoError(t, err)
	return driver.Here{Place: s.At(s.Humans(), true)}
}

// toTurn waits until the person is to decide.
func toTurn(t *testing.T, g driver.Game) {
	t.Helper()
	for g.Next() == session.Thinking {
		then, err := g.Wait()(t.Context())
		require.NoError(t, err)
		require.NoError(t, then())
	}
	require.Equal(t, session.Turn, g.Next())
}

// TestWait holds that what a computer player comes to counts only if the game has not gone
// on or back since, and that nothing is waited for where a person is to decide.
func TestWait(t *testing.T) {
	g := begin(t)
	toTurn(t, g)
	assert.Nil(t, g.Wait())
	v := g.Look()
	require.NoError(t, g.Decide(v.Ask.Options[0]))
	require.Equal(t, session.Thinking, g.Next())
	then, err := g.Wait()(t.Context())
	require.NoError(t, err)
	require.NoError(t, g.Undo())
	require.ErrorIs(t, then(), session.ErrNotDue)
	toTurn(t, g)

	require.NoError(t, g.Decide(v.Ask.Options[0]))
	stopped, stop := context.WithCancel(t.Context())
	stop()
	_, err = g.Wait()(stopped)
	require.ErrorIs(t, err, context.Canceled)
}

// TestStopEarly holds that nobody ends a round whose result is open.
func TestStopEarly(t *testing.T) {
	g := begin(t)
	toTurn(t, g)
	require.ErrorIs(t, g.Stop(), table.ErrUnsettled)
	assert.False(t, g.Stopped())
}

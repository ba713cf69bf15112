package cli

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/saves"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAgainWithoutADeal: after a round that is no deal of the dealer's, what is offered
// can be had: the round again, and a deal of its chapter.
func TestAgainWithoutADeal(t *testing.T) {
	atHome(t)
	shelf := saves.Default()
	tinyGame(t, shelf)
	over := strings.Repeat("1\n", 2)
	code, out, errs := call(over+"again\n", "play", "game-1")
	assert.Equal(t, command.ExitOK, code, "%s\n%s", out, errs)
	code, out, errs = call(over+"new\n", "play", "game-2")
	assert.Equal(t, command.ExitOK, code, "%s\n%s", out, errs)
	var dealt []string
	list := shelf.List()
	require.NoError(t, list.Err)
	for _, name := range list.Names() {
		if strings.HasPrefix(name, "c01p4s") {
			dealt = append(dealt, name)
		}
	}
	assert.Len(t, dealt, 1, out)
}

// TestAnswersAheadAreKept: what is there to be read when a round ends is for the next
// one.
func TestAnswersAheadAreKept(t *testing.T) {
	atHome(t)
	shelf := saves.Default()
	tinyGame(t, shelf)
	code, out, errs := call(strings.Repeat("1\n1\nagain\n", 3), "play", "game-1")
	assert.Equal(t, command.ExitOK, code, "%s\n%s", out, errs)
	list := shelf.List()
	require.NoError(t, list.Err)
	over := 0
	for g := range list.Saves(chapters.Default()) {
		require.NoError(t, g.Err)
		if g.Finished {
			over++
		}
	}
	assert.Equal(t, 3, over, out)
}

// tinyGame keeps a game of two tricks that is no deal of the dealer's, as game-1.
func tinyGame(t *testing.T, shelf *saves.Folder) {
	t.Helper()
	document := `{"record":1,"chapter":1,"players":4,"lost":["F4"],"stage":"play","hands":[{"character":"frodo","cards":"H1 R1"},` +
		`{"character":"bilbo","cards":"H2 R2"},{"character":"pippin","cards":"H3 R3"},{"character":"gandalf","cards":"H4 R4"}],` +
		`"by":["human","random","random","random"],"seed":3}` + "\n"
	for e := range chapters.Default().Read("game", strings.NewReader(document)) {
		require.NoError(t, e.Err)
		file, err := shelf.Create(chapters.Default(), e.Record)
		require.NoError(t, err)
		require.NoError(t, file.Home.Close())
		require.Equal(t, "game-1", file.Name())
	}
}

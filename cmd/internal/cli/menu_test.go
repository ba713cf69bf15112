package cli

import (
	"io"
	"os"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/cli/playing"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// menuNow is the menu as it would be shown.
func menuNow(t *testing.T, open string) tui.LobbyOptions {
	t.Helper()
	s := settings.Settings{Lang: "en"}
	opt := playing.PlayOptions{Root: &command.Root{Wants: func() settings.Settings { return s }}, Computer: playing.Computers{players.Strongest}}
	menu, err := opt.Lobby(chapters.Default(), saves.Default(), io.Discard, open)
	require.NoError(t, err)
	return menu
}

// leaves begins a game, and leaves it.
const leaves = "\nq\n"

// TestMenuOfCampaigns holds what the menu has of campaigns: all of them, what is next in
// each, who plays, what was won and completed; and that a round is given up, and a
// campaign deleted, there.
func TestMenuOfCampaigns(t *testing.T) {
	atHome(t)
	for _, args := range [][]string{{"campaign", "new", "shire", "--players", "3", "--computer", "greedy"}, {"campaign", "new", "moria", "--players", "2"}} {
		code, _, errs := call("", args...)
		require.Equal(t, command.ExitOK, code, errs)
	}
	code, _, errs := call(leaves, "campaign", "play", "shire", "--seed", "7")
	require.Equal(t, command.ExitOK, code, errs)

	menu := menuNow(t, "moria")
	var names []string
	for _, c := range menu.Campaigns.Cards {
		names = append(names, c.Name)
	}
	assert.ElementsMatch(t, []string{"shire", "moria"}, names)
	assert.Equal(t, "moria", menu.Campaigns.Open)

	english, german := settings.Settings{Lang: "en"}, settings.Settings{Lang: "de"}
	book, err := menu.Campaigns.Book("shire", english)
	require.NoError(t, err)
	assert.Equal(t, "shire, 3 players: 0 of 18 chapters won", book.Title)
	assert.Equal(t, "Players: 1 a person, 2 computer (greedy), 3 computer (greedy).", book.Seats)
	assert.Equal(t, "1", book.Playing)
	assert.Equal(t, "round 1, begun: chapter 1", book.Next)
	assert.Len(t, book.Chapters, len(chapters.Default().Chapters))

	require.NotNil(t, menu.Continue)
	assert.Equal(t, "campaign shire: A Long-expected Party, draft", menu.Continue(texts.New("en")), "the last game")

	require.NoError(t, menu.Campaigns.GiveUp("shire"))
	book, err = menu.Campaigns.Book("shire", german)
	require.NoError(t, err)
	assert.Empty(t, book.Playing)
	assert.Equal(t, "Runde 2: Kapitel 1", book.Next)
	assert.Equal(t, "1 gespielt", book.Chapters[0].Standing)

	require.NoError(t, menu.Campaigns.Delete("moria"))
	assert.Len(t, menuNow(t, "moria").Campaigns.Cards, 1)
	assert.Empty(t, menuNow(t, "moria").Campaigns.Open)
}

// TestMenuWritesFiles holds that the menu writes what the commands write: the record of
// a game, its page, and the statistics.
func TestMenuWritesFiles(t *testing.T) {
	atHome(t)
	code, _, errs := call(leaves, "play", "c01p4s7")
	require.Equal(t, command.ExitOK, code, errs)

	menu := menuNow(t, "")
	s := settings.Settings{Lang: "de"}
	for format, says := range map[string]string{"record": `"deal":"c01p4s7"`, "page": "Ein langerwartetes Fest"} {
		for range 2 { // a file that is there stays
			file, err := menu.Keeping.Export("c01p4s7-1", format, s)
			require.NoError(t, err)
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Contains(t, string(text), says)
		}
	}
	_, exported, _ := call("", "saves", "export", "c01p4s7-1")
	written, err := menu.Keeping.Export("c01p4s7-1", "record", s)
	require.NoError(t, err)
	text, err := os.ReadFile(written)
	require.NoError(t, err)
	assert.Equal(t, exported, string(text))
	assert.True(t, strings.HasSuffix(written, "c01p4s7-1-3.ndjson"), written)

	for format, says := range map[string]string{"csv": "chapter,players,games,won,lost,open,tries\n1,4,1,0,0,1,0\n", "json": `{"chapter":1,"players":4,"games":1`, "text": "Ein langerwartetes Fest"} {
		file, err := menu.Keeping.Export("", format, s)
		require.NoError(t, err)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Contains(t, string(text), says)
	}
	for _, columns := range []int{44, 80} {
		for _, line := range menu.Keeping.Stats(s, columns).Lines(page.Style{Width: columns}) {
			assert.LessOrEqual(t, len([]rune(line)), columns, line)
		}
	}
	require.NoError(t, menu.Keeping.Delete("c01p4s7-1"))
	assert.Empty(t, menuNow(t, "").Saved)
}

// TestMenuNamesNoCommand holds that what the menu tells of a game that goes on sends
// nobody to a shell.
func TestMenuNamesNoCommand(t *testing.T) {
	atHome(t)
	code, _, errs := call(leaves, "play", "c01p4s7")
	require.Equal(t, command.ExitOK, code, errs)
	menu := menuNow(t, "")
	s := settings.Settings{Lang: "en"}
	assert.NotContains(t, menu.Show("c01p4s7-1", s).String(page.Style{}), "fellowship ")
	for _, c := range chapters.Default().Chapters {
		assert.NotContains(t, menu.Page(c.ID, s).String(page.Style{}), "fellowship ", c.ID)
	}
	_, shown, _ := call("", "saves", "show", "c01p4s7-1")
	assert.Contains(t, shown, "fellowship play c01p4s7-1", "the command does")
}

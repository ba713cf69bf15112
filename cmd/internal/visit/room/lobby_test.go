package room

import (
	"testing"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/settings"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLobby checks the lobby of a newcomer, who is asked for a name first, and how it lists the tables of somebody who
// comes back.
func TestLobby(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna := s.come("anna", "en", "")
		anna.golden("name")
		s.write(anna, "My name", "Anna")
		anna.golden("lobby")
		s.choose(anna, "Open a table")
		anna.golden("create")
		s.press(anna, "enter")
		s.choose(anna, "Go to the lobby")
		anna.golden("lobby-table")
		s.choose(anna, "Statistics")
		s.press(anna, "esc")
		s.choose(anna, "A code for a browser")
		anna.golden("lobby-return-code")
		s.choose(anna, "Disconnect")
		assert.True(t, anna.quit)

		again := s.come("anna", "de", "")
		again.golden("lobby-again-german")
		s.choose(again, "Zurück zum Tisch")
		assert.Equal(t, "table", again.sheet().Name)
	})
}

// TestMenuOpens checks that each entry of the menu opens something in the lobby, and that nothing else does.
func TestMenuOpens(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		openings := s.comeNamed("Anna", "en", "").room.lobby.openings()
		for _, entry := range choose.MenuEntries(settings.ScreenOnServer) {
			assert.Contains(t, openings, entry.Name)
			delete(openings, entry.Name)
		}
		assert.Empty(t, openings, "there is no such entry")
	})
}

// TestCampaignOfMenu checks that the menu and the chapter book set up a table for a campaign.
func TestCampaignOfMenu(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna := s.comeNamed("Anna", "en", "")
		s.choose(anna, "Campaign")
		anna.golden("create-campaign")
		s.press(anna, "esc")
		s.press(anna, "b")
		s.press(anna, "k")
		assert.Equal(t, "create", anna.sheet().Name)
	})
}

// TestPuzzlesOfMenu checks that a visitor sees which puzzles of a chapter are solved, and that one of them begins.
func TestPuzzlesOfMenu(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		all, err := puzzle.All()
		require.NoError(t, err)
		anna := s.comeNamed("Anna", "en", "")
		of := puzzle.Filter(all, "1", 0)
		anna.room.session.shell.Settings.KeepStars(of[0].ID, 2)
		s.choose(anna, "Puzzles")
		chapters := anna.sheet().Cursor + len(anna.sheet().Build().Rows) - len(of)
		rows := anna.sheet().Build().Rows[chapters:]
		assert.Len(t, rows, len(of))
		assert.Contains(t, rows[0].Note, "**.")
		s.press(anna, "right")
		assert.Equal(t, chapters+1, anna.sheet().Cursor, "the first one that is not solved")
		s.press(anna, "up", "enter")
		assert.Contains(t, anna.room.View(), "Puzzle, level 1")
	})
}

// TestTypedCode checks that a code leads from its row to its table, and that a wrong one stays there to be corrected.
func TestTypedCode(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		_, code := s.host("Anna")
		ben := s.comeNamed("Ben", "en", "")
		s.choose(ben, "Enter a code")
		assert.Contains(t, ben.room.session.shell.Stack.Note, "Type the code")
		s.write(ben, "Enter a code", "aaa-bbb-ccc")
		ben.golden("lobby-wrong-code")
		s.write(ben, "Enter a code", code)
		assert.Equal(t, "table", ben.sheet().Name)
		s.choose(ben, "Go to the lobby")
		assert.Empty(t, *ben.field("Enter a code").Text, "the code was followed")
	})
}

// TestCodeOfConnection checks that a visitor who connects with a code comes to its table, or finds a wrong code in its
// row.
func TestCodeOfConnection(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		_, code := s.host("Anna")
		ben := s.comeNamed("Ben", "en", code)
		assert.Equal(t, "table", ben.sheet().Name)
		cleo := s.comeNamed("Cleo", "en", "aaa-bbb-ccc")
		cleo.golden("lobby-bad-connection")
		assert.Equal(t, "aaa-bbb-ccc", *cleo.field("Enter a code").Text)
	})
}

// TestReturnCode checks that a return code makes its holder the person who has got it: with the name and the tables.
func TestReturnCode(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, _ := s.host("Anna")
		s.choose(anna, "Go to the lobby")
		s.choose(anna, "A code for a browser")
		code := randomCode.FindString(anna.sheet().Build().Footer[0])
		require.NotEmpty(t, code)
		stranger := s.comeAs(guest.Visitor{Person: guest.Anonymous("1"), Lang: "en"})
		s.write(stranger, "My name", "Stranger")
		s.write(stranger, "Enter a code", code)
		content := stranger.sheet().Build()
		assert.Equal(t, "Anna", content.State)
		assert.Equal(t, "Back to the table", content.Rows[0].Label)

		early := s.comeAs(guest.Visitor{Person: guest.Anonymous("2"), Lang: "en", Code: code})
		assert.Equal(t, "Anna", early.sheet().Build().State, "nobody asks for the name")
	})
}

// TestOneTableForTwoKeys checks that somebody who presses Enter twice begins one table.
func TestOneTableForTwoKeys(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna := s.comeNamed("Anna", "en", "")
		s.choose(anna, "Open a table")
		enter := anna.sheet().Build().Enter
		first, second := enter(), enter()
		require.NotNil(t, first)
		assert.Nil(t, second)
		assert.Equal(t, "one moment ...", anna.room.idle())
		anna.start(first)
		s.settle()
		assert.Empty(t, anna.room.idle())
		list, err := s.opts.Service.Visited(string(guest.KeyHolder("Anna")))
		require.NoError(t, err)
		assert.Len(t, list, 1)
	})
}

// TestSettings checks that the language that a visitor chooses is kept for the next session.
func TestSettings(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, _ := s.host("Anna")
		s.choose(anna, "Go to the lobby")
		s.choose(anna, "Settings")
		language, isChoice := anna.row("Language").Control.(kit.Choice)
		require.True(t, isChoice)
		anna.start(language.Turn(1))
		s.settle()
		s.press(anna, "esc")
		assert.Equal(t, "de", s.opts.Service.Settings(string(guest.KeyHolder("Anna"))).Lang)
		assert.Equal(t, "Willkommen", anna.sheet().Build().Title)
		again := s.come("Anna", "en", "")
		assert.Equal(t, "Willkommen", again.sheet().Build().Title)
	})
}

package room

import (
	"strings"
	"testing"

	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// types types text where the cursor is.
func (s *server) types(c *caller, text string) {
	for _, letter := range text {
		s.press(c, string(letter))
	}
}

// TestLookingAround checks that the server keeps nothing of somebody who only changes settings in the lobby, and that
// these settings are kept once the person is at a table.
func TestLookingAround(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		de := texts.New("de")
		id := string(guest.KeyHolder("Anna"))
		anna := s.comeNamed("Anna", "en", "")
		s.choose(anna, "Settings")
		s.press(anna, "l")
		assert.Contains(t, anna.frame(), de.T("lobby.settings.above"))
		s.press(anna, "esc")
		assert.Contains(t, anna.frame(), de.T("serve.lobby.new"))
		name, err := s.opts.Service.Name(id)
		require.NoError(t, err)
		assert.Empty(t, name)
		assert.Empty(t, s.opts.Service.Settings(id).Lang)

		s.choose(anna, de.T("serve.lobby.new"))
		assert.Contains(t, anna.frame(), de.T("serve.new.title"))
		s.press(anna, "enter")
		assert.Contains(t, anna.frame(), de.T("serve.free"))
		assert.Equal(t, "de", s.opts.Service.Settings(id).Lang)
		known := s.come("Anna", "en", "")
		assert.Contains(t, known.frame(), de.T("serve.lobby.new"))
	})
}

// TestBackToOneTable checks that somebody who presses Enter twice on a table comes to it once, where all keys still
// work.
func TestBackToOneTable(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, _ := s.host("Anna")
		s.choose(anna, "Go to the lobby")
		assert.Contains(t, anna.frame(), build.Version())
		assert.Equal(t, 1, strings.Count(anna.frame(), "Back to the table"))
		anna.came <- tea.KeyMsg{Type: tea.KeyEnter}
		anna.came <- tea.KeyMsg{Type: tea.KeyEnter}
		s.settle()
		assert.Contains(t, anna.frame(), "Anna (you, host)")
		s.press(anna, "end")
		assert.Contains(t, anna.frame(), "> Go to the lobby")
	})
}

// TestNameField checks that a name which is proposed makes room for what is typed, and that somebody who gets a code for
// elsewhere is not about to disconnect.
func TestNameField(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		root := s.come("root", "en", "")
		assert.Contains(t, root.frame(), "> My name   _root")
		s.types(root, "Anna")
		assert.Contains(t, root.frame(), "> My name   Anna")
		s.press(root, "backspace", "e", "enter")
		assert.Contains(t, root.frame(), "Change my name    Anne")
		s.choose(root, "Change my name")
		assert.Contains(t, root.frame(), "> My name   _Anne")
		s.types(root, "Anna")
		s.press(root, "enter")
		assert.Contains(t, root.frame(), "Change my name    Anna")
		s.choose(root, "A code for a browser")
		assert.Contains(t, root.frame(), "Your code to come back with")
		assert.Contains(t, root.frame(), " > h Deal of the day")
	})
}

// TestLobbyLetters checks that the letters of the menu are those at home, that the letter of the code leads to its row
// and presses nothing there, and that letters are written there.
func TestLobbyLetters(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna := s.comeNamed("Anna", "en", "")
		for _, at := range [][2]string{
			{"n", "enter begin"},
			{"b", "1  A Long-expected Party"},
			{"k", "a campaign"},
			{"e", "Left and right change"},
		} {
			require.Contains(t, anna.frame(), "q disconnect")
			s.press(anna, at[0])
			assert.Contains(t, anna.frame(), at[1])
			s.press(anna, "esc")
		}
		s.press(anna, "o")
		assert.Contains(t, anna.frame(), "> o Enter a code")
		assert.NotContains(t, anna.frame(), "Type the code")
		s.press(anna, "b")
		assert.Contains(t, anna.frame(), "b_")
		s.press(anna, "down", "q")
		assert.True(t, anna.quit)
	})
}

// TestRulesBeforeAGame checks that the rules are one key away on every screen, and that the key is a letter where
// something is written.
func TestRulesBeforeAGame(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna := s.come("Anna", "en", "")
		s.press(anna, "?")
		assert.Contains(t, anna.frame(), "Keys")
		s.press(anna, "?", "enter")
		assert.Contains(t, anna.frame(), "Open a table")
		s.press(anna, "?")
		assert.Contains(t, anna.frame(), "Keys")
		s.types(anna, "ring")
		assert.Contains(t, anna.frame(), "ring")
		s.press(anna, "esc", "esc", "o", "A", "?")
		assert.Contains(t, anna.frame(), "A?")
		s.choose(anna, "First evening")
		assert.Contains(t, ansi.Strip(anna.room.View()), "trick 1 of 5")
	})
}

// TestStrongestFirst checks that the first computer player offered is the strongest, and called as at home.
func TestStrongestFirst(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		de := texts.New("de")
		anna := s.comeNamed("Anna", "de", "")
		s.choose(anna, de.T("serve.lobby.new"))
		seat, isChoice := anna.row(de.T("serve.seat", 2)).Control.(kit.Choice)
		require.True(t, isChoice)
		anna.start(seat.Turn(1))
		s.settle()
		want := de.T("lobby.seat.computer", de.T("lobby.computer."+players.Strongest))
		assert.Equal(t, want, anna.row(de.T("serve.seat", 2)).Value)
	})
}

// TestTableKey checks that in each language there is a key for the table which is for nothing else.
func TestTableKey(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		serve(t, func(t *testing.T, s *server) {
			words := texts.New(lang)
			key := words.T("key.table")
			anna := s.comeNamed("Anna", lang, "")
			s.choose(anna, words.T("serve.lobby.new"))
			players, isChoice := anna.row(words.T("lobby.row.players")).Control.(kit.Choice)
			require.True(t, isChoice)
			anna.start(players.Turn(-1))
			s.settle()
			s.press(anna, "enter")
			s.choose(anna, words.T("serve.ready"))
			s.press(anna, "enter") // the page of the chapter
			assert.Contains(t, anna.frame(), words.T("serve.state", key))
			s.press(anna, "g", "tab")
			assert.Contains(t, anna.frame(), play.Title(words, "won"))
			s.press(anna, "esc", key)
			s.choose(anna, words.T("serve.toround"))
			s.press(anna, "?")
			assert.NotRegexp(t, `(?m)(^|  +)`+key+` (?:.*  +)?`+key+` `, anna.frame())
		})
	}
}

// TestSaidBefore checks that what was said before the round is not shown in it.
func TestSaidBefore(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, code := s.host("Anna")
		ben := s.comeNamed("Ben", "en", code)
		s.write(anna, "Say something", "good evening")
		for _, c := range []*caller{anna, ben} {
			assert.Contains(t, c.frame(), "Anna: good evening")
		}
		for _, c := range []*caller{anna, ben} {
			s.choose(c, "I am ready")
		}
		s.closeChapter(anna, ben)
		for _, c := range []*caller{anna, ben} {
			assert.Contains(t, c.frame(), "p table")
			assert.NotContains(t, c.frame(), "good evening")
		}
	})
}

// TestNarrowState checks that on a narrow screen the key of the table stays where somebody says much.
func TestNarrowState(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna, code := s.host("Anna-of-the-longname")
		anna.came <- tea.WindowSizeMsg{Width: 46, Height: 30}
		ben := s.comeNamed("Ben", "en", code)
		for _, c := range []*caller{anna, ben} {
			s.choose(c, "I am ready")
		}
		s.closeChapter(anna, ben)
		assert.Contains(t, anna.frame(), "p table")
		s.press(anna, "p")
		s.choose(anna, "Say a phrase")
		s.choose(anna, "One moment, please.")
		require.True(t, anna.inRound(), anna.frame())
		assert.Contains(t, anna.frame(), "  Anna-of-the-")
		assert.Contains(t, anna.frame(), "p table")
	})
}

// TestBook checks that a visitor can read the chapters and begin a table for one of them, and that the server shows
// nothing of rounds before the last one of a table.
func TestBook(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		en := texts.New("en")
		anna := s.comeNamed("Anna", "en", "")
		assert.NotContains(t, anna.frame(), en.T("lobby.saved"))
		s.choose(anna, en.T("lobby.book"))
		assert.Contains(t, anna.frame(), " 1  A Long-expected Party")
		s.press(anna, "right")
		assert.Contains(t, anna.frame(), " 2  A Little Delay in the Shire")
		s.press(anna, "enter")
		assert.Contains(t, anna.frame(), "Exchange with Frodo, Sam or Pippin.")
		s.press(anna, "enter")
		assert.Contains(t, anna.frame(), en.T("serve.new.title"))
		assert.Contains(t, anna.frame(), "2  A Little Delay")
	})
}

// TestNetwork checks that a visitor counts among those from their network, which may begin only so many tables.
func TestNetwork(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		anna := s.comeAs(guest.Visitor{Person: guest.KeyHolder("Anna"), Address: "192.0.2.1:40022", Lang: "en"})
		assert.Equal(t, s.opts.Sessions.NetworkID("192.0.2.1:40022"), anna.room.identity.me.Network)
		assert.Contains(t, anna.room.identity.me.Network, "192.0.2.1")
	})
}

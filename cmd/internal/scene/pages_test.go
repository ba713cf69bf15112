package scene

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
)

// TestPageNames checks that every page has something to read in the middle of a round, and that there is no page of
// another name.
func TestPageNames(t *testing.T) {
	g := dealt(t, "c02p4s7", chapters.PlayCard)
	for _, words := range languages {
		v := g.View(0)
		b := New(reader.WithoutWishes(words), &v, 0)
		for _, name := range []string{"log", "last", "won", "goals", "know", "intro"} {
			text := pageText(b.Page(name))
			assert.NotEmpty(t, text, name)
			assert.NotContains(t, text, "%!", name)
		}
		assert.Nil(t, b.Page("nothing"))
	}
}

// TestLogPage checks that the log has a sentence for each event of the setup, a line for each trick, and the plays of
// the trick that is not over.
func TestLogPage(t *testing.T) {
	g := gameOf(t, threeHands+`"1:H5", "2:H4", "0:H7", "0:M1"]}`)
	for _, words := range languages {
		v := g.View(0)
		b := New(reader.WithoutWishes(words), &v, 0)
		all := Tricks(&v)
		text := pageText(b.Page("log"))
		assert.Contains(t, text, b.TrickText(&all[0], 1))
		assert.Contains(t, text, words.T("log.now", 2, b.TrickLine(&all[1])))
	}
	v := dealt(t, "c02p4s7", chapters.PlayCard).View(0)
	b := New(reader.WithoutWishes(languages[0]), &v, 0)
	text := pageText(b.Page("log"))
	for _, e := range v.Log {
		assert.Contains(t, text, languages[0].Round(&v).Event(e))
	}
}

// TestLastPage checks the page about the last trick, before there is one and afterwards.
func TestLastPage(t *testing.T) {
	for _, words := range languages {
		v := gameOf(t, threeHands+`]}`).View(0)
		assert.Contains(t, pageText(New(reader.WithoutWishes(words), &v, 0).Page("last")), words.T("log.notrick"))
		v = gameOf(t, threeHands+`"1:H5", "2:H4", "0:H7"]}`).View(0)
		b := New(reader.WithoutWishes(words), &v, 0)
		last, n := LastTrick(&v)
		assert.Contains(t, pageText(b.Page("last")), b.TrickText(&last, n))
	}
}

// TestWonPage checks the cards that each seat has won, and that a seat without any is said to have none.
func TestWonPage(t *testing.T) {
	for _, words := range languages {
		v := gameOf(t, threeHands+`"1:H5", "2:H4", "0:H7"]}`).View(0)
		b := New(reader.WithoutWishes(words), &v, 0)
		lines := strings.Split(pageText(b.Page("won")), "\n")
		assert.Contains(t, lines, words.Codes(v.Seats[0].WonCards))
		assert.Contains(t, lines, words.T("hand.nothing"))
		for s := range v.Seats {
			seat := tricks.Seat(s)
			assert.Contains(t, lines, b.SeatName(seat)+"  "+Progress(words, &v, seat))
		}
	}
}

// TestGoalsPage checks that the page has each seat's goal with its numbers, and the special rules of the chapter.
func TestGoalsPage(t *testing.T) {
	for _, deal := range []string{"c02p4s7", "c09p4s1"} {
		g := dealt(t, deal, chapters.PlayCard)
		for _, words := range languages {
			v := g.View(0)
			b := New(reader.WithoutWishes(words), &v, 0)
			text := pageText(b.Page("goals"))
			for s := range v.Seats {
				seat := tricks.Seat(s)
				assert.Contains(t, text, words.T("goals.sentence", words.Round(&v).GoalInFull(v.Seats[s].Character, seat)), deal)
				for _, m := range words.Round(&v).Meters(seat) {
					assert.Contains(t, text, words.MeterText(&m), deal)
				}
				for _, carried := range b.CarriedTexts(seat) {
					assert.Contains(t, text, strings.TrimSpace(carried), deal)
				}
			}
			for _, special := range b.SpecialTexts() {
				assert.Contains(t, text, strings.TrimSpace(special), deal)
			}
			assert.Contains(t, text, words.T("goals.together"), deal)
		}
	}
}

// TestIntroPage checks the page that introduces a chapter, with its cast and without it.
func TestIntroPage(t *testing.T) {
	for _, words := range languages {
		v := dealt(t, "c02p4s7", chapters.Draft).View(0)
		b := New(reader.WithoutWishes(words), &v, 0)
		with, without := pageText(b.Intro(true)), pageText(b.Intro(false))
		for _, e := range v.Chapter.Roster {
			name := words.ShortName(e.Character) + ": "
			assert.Contains(t, with, name)
			assert.NotContains(t, without, name)
		}
		assert.Contains(t, without, words.T("intro.goal"))
		v = gameOf(t, threeHands+`]}`).View(0)
		assert.Empty(t, New(reader.WithoutWishes(words), &v, 0).Intro(true), "without a chapter there is nothing to introduce")
	}
}

// TestPagesKeepSecrets checks that no page about a round names a card of a hand that the person does not see.
func TestPagesKeepSecrets(t *testing.T) {
	g := gameOf(t, threeHands+`"1:H5", "2:H4", "0:H7"]}`)
	v := g.View(0)
	b := New(reader.WithoutWishes(texts.New("en")), &v, 0)
	for _, name := range []string{"log", "last", "won", "goals"} {
		for _, hidden := range []string{"R1", "R2", "H2", "M3"} {
			assert.NotContains(t, pageText(b.Page(name)), hidden, name)
		}
	}
}

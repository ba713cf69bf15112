package scene

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestStage checks what says how far the round is: by its stage, in a trick, for a trick that is shown, and at the end.
func TestStage(t *testing.T) {
	for _, words := range languages {
		v := dealt(t, "c02p4s7", chapters.Draft).View(0)
		long, brief := New(reader.WithoutWishes(words), &v, 0).Stage()
		assert.Equal(t, []string{words.T("stage.draft"), words.T("stage.draft")}, []string{long, brief})

		v = dealt(t, "c02p4s7", chapters.Exchange).View(0)
		long, _ = New(reader.WithoutWishes(words), &v, 0).Stage()
		assert.Equal(t, words.T("stage.setup"), long)

		g := gameOf(t, threeHands+`"1:H5", "2:H4", "0:H7", "0:M1"]}`)
		v = g.View(0)
		b := New(reader.WithoutWishes(words), &v, 0)
		long, brief = b.Stage()
		assert.Equal(t, words.T("stage.trick", 2, v.Tricks), long)
		assert.Equal(t, words.T("board.title.trick", 2, v.Tricks), brief)

		b.ShowTrick(1)
		long, _ = b.Stage()
		assert.Equal(t, words.T("stage.trick", 1, v.Tricks), long)
		assert.Equal(t, tricks.NoSeat, b.Choosing, "nobody decides in a trick that is over")

		b.ShowsResult = true
		long, _ = b.Stage()
		assert.Equal(t, words.T("stage.trick", len(v.History), v.Tricks), long)
	}
}

// TestTitles checks the heading and the title of a chapter, of one of its events, and of a round without a chapter.
func TestTitles(t *testing.T) {
	for _, words := range languages {
		for _, deal := range []string{"c02p4s7", "c14bp4s1"} {
			v := dealt(t, deal, chapters.Draft).View(0)
			title := v.Chapter.Title
			if v.Chapter.Part != nil {
				title = v.Chapter.Part
			}
			b := New(reader.WithoutWishes(words), &v, 0)
			assert.Equal(t, words.T("chapter.title", v.Chapter.ID, title.In(words.Lang())), b.Heading(), deal)
			assert.Equal(t, v.Chapter.ID+"  "+title.In(words.Lang()), b.Title(), deal)
		}
		v := gameOf(t, threeHands+`]}`).View(0)
		b := New(reader.WithoutWishes(words), &v, 0)
		assert.Equal(t, words.T("chapter.none"), b.Heading())
		assert.Equal(t, b.Heading(), b.Title())
	}
}

// TestScene checks a scene in the middle of a trick: the other seats clockwise from the left, the person's own seat, the
// cards of the trick and its empty place, the hand, and what is told of the tricks before.
func TestScene(t *testing.T) {
	g := gameOf(t, threeHands+`"1:H5", "2:H4", "0:H7", "0:M1"]}`)
	for _, words := range languages {
		v := g.View(0)
		b := New(reader.WithoutWishes(words), &v, 0)
		s := b.Scene()
		assert.Equal(t, 1, s.Done)
		assert.Equal(t, v.Tricks, s.TrickCount)
		assert.False(t, s.Setup)
		assert.False(t, s.IsAsked, "no question is on it yet")
		require.Len(t, s.Seats, 2)
		assert.Equal(t, []string{"frodo", "merry"}, []string{s.Seats[0].ID, s.Seats[1].ID})
		assert.Equal(t, "sam", s.Me.ID)
		assert.Equal(t, words.T("seat.you"), s.Me.Role)
		assert.Equal(t, cardOf(t, "H3"), s.Me.WantedCard)
		assert.True(t, s.Me.Leads)
		assert.True(t, s.Seats[0].Turn)
		assert.Equal(t, 1, s.Me.Tricks)

		require.Len(t, s.Plays, 3)
		assert.Equal(t, cardOf(t, "M1"), s.Plays[0].Card)
		assert.True(t, s.Plays[0].Best)
		assert.True(t, s.Plays[0].Me)
		assert.Equal(t, words.T("seat.you"), s.Plays[0].Name)
		assert.Equal(t, tricks.NoCard, s.Plays[1].Card)
		assert.True(t, s.Plays[1].Turn)

		require.Len(t, s.Hand, 1)
		assert.Equal(t, cardOf(t, "H3"), s.Hand[0].Card)
		assert.Equal(t, []string{words.T("rings.maynot")}, s.Facts)
		require.Len(t, s.Ended, 1)
		assert.Equal(t, "sam", s.Ended[0].ID)
		assert.True(t, s.Ended[0].IsBest(2), "H7 won")
		assert.Equal(t, words.Round(&v).TrickStatus(), b.TrickSummary())
	}
}

// TestSceneOfAnotherHand checks that the nearest seat takes the place of the one whose hand is shown at the bottom.
func TestSceneOfAnotherHand(t *testing.T) {
	v := gameOf(t, threeHands+`]}`).View(0)
	b := New(reader.WithoutWishes(languages[0]), &v, 0)
	b.Bottom = 1
	s := b.Scene()
	assert.Equal(t, "frodo", s.Me.ID)
	assert.Equal(t, []string{"sam", "merry"}, []string{s.Seats[0].ID, s.Seats[1].ID})
}

// TestSceneInSetup checks that before the first trick there is no trick, that the news are the events of the setup, and
// without any the reason why it begins where it does.
func TestSceneInSetup(t *testing.T) {
	for _, words := range languages {
		v := dealt(t, "c02p4s7", chapters.Exchange).View(0)
		s := New(reader.WithoutWishes(words), &v, 0).Scene()
		assert.True(t, s.Setup)
		assert.Zero(t, s.TrickCount)
		assert.Empty(t, s.Plays)
		reasons := []string{words.T("setup.order"), words.T("setup.order.r1")}
		var told []string
		for _, e := range v.Log {
			told = append(told, words.Round(&v).Event(e))
		}
		for _, text := range s.News {
			assert.Contains(t, append(told, reasons...), text)
		}
		require.Len(t, s.Things, 1)
		assert.Equal(t, words.N("scene.lostcard", 1), s.Things[0].Name)
		assert.Equal(t, v.Lost, s.Things[0].Cards)
	}
}

// TestAddPool checks that the list of characters for those who wait has every character but the ones taken.
func TestAddPool(t *testing.T) {
	g := dealt(t, "c02p4s7", chapters.Draft)
	pool := func(words *texts.Texts) []Item {
		v := g.View(0)
		b := New(reader.WithoutWishes(words), &v, 0)
		s := b.Scene()
		b.AddPool(s)
		assert.True(t, s.List)
		return s.Answers
	}
	before := len(pool(languages[0]))
	first := g.Options()[0].Character
	require.NoError(t, g.Apply(g.Options()[0]))
	for _, words := range languages {
		left := pool(words)
		assert.Len(t, left, before-1)
		for _, item := range left {
			assert.NotEqual(t, first, item.ID)
			assert.Equal(t, words.ShortName(chapters.Default().Characters[item.ID]), item.Label)
		}
	}
}

// TestAddQuestion checks where the answers of a question come: cards into the hand, words beside it, and the answers
// about R1 beside the hand that they are about.
func TestAddQuestion(t *testing.T) {
	s := &Scene{Hand: []Item{{Label: "H1"}}}
	s.AddQuestion(&Chooser{Prompt: "which?", Seat: 0, Items: []Item{{Label: "H2"}}, Cursor: 0})
	assert.True(t, s.IsAsked)
	assert.Equal(t, []string{"H2"}, labels(s.Hand))
	assert.Empty(t, s.Answers)
	s.AddQuestion(&Chooser{Seat: tricks.NoSeat, Items: []Item{{Label: "yes"}, {Label: "no"}}, Cursor: 1})
	assert.Equal(t, []string{"yes", "no"}, labels(s.Answers))
	assert.Equal(t, []string{"H2"}, labels(s.Hand), "the hand stays")
	assert.Equal(t, 1, s.Cursor)
	s.AddQuestion(&Chooser{Seat: tricks.NoSeat, Items: []Item{{Label: "win"}}, Hand: []Item{{Label: "R1"}}})
	assert.Equal(t, []string{"R1"}, labels(s.Hand))
	assert.Equal(t, tricks.OneRing, s.Chosen)
}

// TestNamedSeats: before a person has a character the seat is called by the person's name, and never by its number
// beside that.
func TestNamedSeats(t *testing.T) {
	for _, words := range languages {
		v := dealt(t, "c02p4s7", chapters.Draft).View(0)
		named := tricks.NoSeat
		for seat := range tricks.Seat(v.Players) {
			if seat != 0 && v.Seats[seat].Character == nil {
				assert.Equal(t, words.Seat(seat), New(reader.WithoutWishes(words), &v, 0).SeatOf(seat).Name, "no name is known")
				named = seat
			}
		}
		require.NotEqual(t, tricks.NoSeat, named)
		v.Seats[named].Person = "Ann"
		b := New(reader.WithoutWishes(words), &v, 0)
		assert.Equal(t, "Ann", b.SeatOf(named).Name)
		assert.Empty(t, b.SeatOf(named).Role)
		assert.Equal(t, "Ann", b.SeatLabel(named))
		assert.Equal(t, words.T("seat.you"), b.SeatLabel(0))
		assert.Equal(t, "Ann", words.Round(&v).NameAt(named))
	}
}

// TestRoles checks who plays a seat: the person, another person by name, the pyramid, or a computer player.
func TestRoles(t *testing.T) {
	for _, words := range languages {
		v := dealt(t, "c02p2s7", chapters.PlayCard).View(0)
		b := New(reader.WithoutWishes(words), &v, 0)
		v.Seats[1].Person = "Ann"
		for s := range v.Seats {
			seat := tricks.Seat(s)
			role := b.Role(seat)
			switch {
			case v.Seats[s].Rows != nil && v.Seats[s].Decider == 0:
				assert.Equal(t, words.T("seat.pyramid")+", "+words.T("seat.you"), role)
			case v.Seats[s].Rows != nil:
				assert.Equal(t, words.T("seat.pyramid"), role)
			case seat == 0:
				assert.Equal(t, words.T("seat.you"), role)
			default:
				assert.Equal(t, "Ann", role)
			}
		}
		v.Seats[1].Person = ""
		assert.Empty(t, b.Role(1), "a computer player")
	}
}

// TestSideDeckThing checks that the cards of a side deck lie on the table with what they demand (C5, C14).
func TestSideDeckThing(t *testing.T) {
	for _, deal := range []string{"c05p4s1", "c14bp4s1"} {
		g := dealt(t, deal, chapters.PlayCard)
		for _, words := range languages {
			v := g.View(max(g.Due().Decider, 0))
			require.NotEmpty(t, v.Turned, deal)
			s := New(reader.WithoutWishes(words), &v, v.Player).Scene()
			require.NotEmpty(t, s.Things, deal)
			thing := s.Things[0]
			effect, bad := words.Round(&v).SideDeckEffect()
			assert.Equal(t, words.Round(&v).SideName(), thing.Name, deal)
			assert.Equal(t, v.Turned, thing.Cards, deal)
			assert.Equal(t, effect, thing.Effect, deal)
			assert.Equal(t, bad, thing.Bad, deal)
			assert.Equal(t, v.Least, thing.Least, deal)
		}
	}
}

// TestRecentEvents checks that plays are no news, and that nothing older than the trick before is told.
func TestRecentEvents(t *testing.T) {
	g := dealt(t, "c02p4s7", chapters.PlayCard)
	for len(g.History()) < 3 {
		require.NoError(t, g.Apply(g.Options()[0]))
	}
	for _, words := range languages {
		v := g.View(0)
		round := words.Round(&v)
		var before []string
		won := 0
		for _, e := range v.Log {
			if e.Kind == chapters.WonTrick {
				won++
			}
			if won < 2 && e.Kind != chapters.Played && e.Kind != chapters.WonTrick {
				before = append(before, round.Event(e))
			}
		}
		for _, text := range New(reader.WithoutWishes(words), &v, 0).RecentEvents() {
			assert.NotContains(t, before, text)
		}
	}
	v := dealt(t, "c02p4s7", chapters.Draft).View(0)
	assert.Empty(t, New(reader.WithoutWishes(languages[0]), &v, 0).RecentEvents(), "before play")
}

// TestTrickLines checks how tricks are written: in a line, as cards alone, and with number and winner.
func TestTrickLines(t *testing.T) {
	g := gameOf(t, threeHands+`"1:H5", "2:H4", "0:H7"]}`)
	for _, words := range languages {
		v := g.View(0)
		b := New(reader.WithoutWishes(words), &v, 0)
		last, n := LastTrick(&v)
		h5 := words.Code(cardOf(t, "H5"))
		assert.Equal(t, strings.Join([]string{h5, words.Code(cardOf(t, "H4")), words.Code(cardOf(t, "H7"))}, " "),
			b.TrickCards(&last))
		assert.Contains(t, b.TrickLine(&last), "Frodo "+h5)
		assert.Equal(t, words.T("log.trick", 1, b.TrickLine(&last), "Sam"), b.TrickText(&last, n))
		assert.Equal(t, words.T("trick.end", "Sam", 1), b.TrickResult(&last, 1, "trick.end"))
		b.ShowTrick(1)
		assert.Equal(t, words.T("trick.won", "Sam"), b.TrickSummary())
	}
}

// TestDraftReason checks who begins the draft: the character that takes R1, in solo at its hand.
func TestDraftReason(t *testing.T) {
	for _, words := range languages {
		frodo := words.Name(chapters.Default().Characters["frodo"])
		for deal, want := range map[string]string{
			"c01p4s1": words.T("draft.frodo", frodo), "c01p1s1": words.T("draft.solo", frodo),
		} {
			v := dealt(t, deal, chapters.Draft).View(0)
			assert.Equal(t, want, New(reader.WithoutWishes(words), &v, 0).DraftReason(), deal)
		}
	}
}

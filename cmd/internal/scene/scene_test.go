package scene

import (
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
)

func card(suit tricks.Suit, rank int) tricks.Card { return tricks.NewCard(suit, rank) }

// oneTrickAndAHalf is a view of a round with one finished trick and one play of the next.
func oneTrickAndAHalf() *chapters.View {
	return &chapters.View{Log: []chapters.Event{
		{Kind: chapters.Played, Seat: 0, Card: card(tricks.Hills, 3)},
		{Kind: chapters.Played, Seat: 1, Card: card(tricks.Hills, 5)},
		{Kind: chapters.WonTrick, Seat: 1},
		{Kind: chapters.Played, Seat: 1, Card: tricks.NoCard, Suit: tricks.Forests},
	}}
}

func TestTricksFollowTheLog(t *testing.T) {
	all := Tricks(oneTrickAndAHalf())
	if assert.Len(t, all, 2) {
		assert.True(t, all[0].Done)
		assert.Equal(t, tricks.Seat(1), all[0].Winner)
		assert.Equal(t, 8, all[0].Sum())
		assert.Equal(t, card(tricks.Hills, 5), all[0].Play(1).Card)
		assert.Equal(t, tricks.NoCard, all[0].Play(2).Card)
		assert.False(t, all[1].Done)
		assert.Equal(t, tricks.Closed, all[1].Play(1).Card, "a card played face down (C15)")
		assert.Equal(t, tricks.Forests, all[1].SaidSuit)
	}
	last, number := LastTrick(oneTrickAndAHalf())
	assert.Equal(t, 1, number)
	assert.True(t, last.Done)
	_, number = LastTrick(&chapters.View{})
	assert.Zero(t, number)
}

func TestFaceOfAPlay(t *testing.T) {
	closed := Play{Card: tricks.Closed, SaidSuit: tricks.Forests}
	face, rank := closed.Face()
	assert.Equal(t, tricks.Forests, face.Suit())
	assert.Equal(t, "?", rank)
	ring := Play{Card: tricks.OneRing, ToWin: true}
	_, rank = ring.Face()
	assert.Equal(t, "1!", rank)
	_, rank = (&Play{Card: card(tricks.Hills, 3)}).Face()
	assert.Empty(t, rank)
}

func TestHandCardsLeaveOutCardsSetAside(t *testing.T) {
	seat := chapters.SeatView{
		Tucked: card(tricks.Hills, 1), First: tricks.NoCard, Last: tricks.NoCard,
		Hand: card(tricks.Hills, 2).Bit(), Open: card(tricks.Hills, 1).Bit() | card(tricks.Hills, 2).Bit(),
	}
	assert.Equal(t, []tricks.Card{card(tricks.Hills, 2)}, HandCards(&seat).Cards())
}

// TestFixedLetters checks the letters of characters that meet, whoever sits where.
func TestFixedLetters(t *testing.T) {
	all := chapters.Default().Characters
	v := chapters.View{Seats: make([]chapters.SeatView, 4)}
	v.Seats[0].Character = all["fatty"]
	v.Seats[1].Character = all["frodo"]
	v.Seats[2].Character = all["radagast"]
	for lang, want := range map[string][]string{"en": {"Fa", "F", "Ra", "4"}, "de": {"D", "F", "Ra", "4"}} {
		b := New(reader.WithoutWishes(texts.New(lang)), &v, 3)
		s := b.Scene()
		assert.Equal(t, want, []string{s.Seats[0].Letters, s.Seats[1].Letters, s.Seats[2].Letters, s.Me.Letters})
		assert.Equal(t, []string{"left", "far", "right", "near"}, []string{b.Side(0), b.Side(1), b.Side(2), b.Side(3)})
	}
	v.Seats = v.Seats[:3]
	b := New(reader.WithoutWishes(texts.New("en")), &v, 0)
	assert.Equal(t, []string{"near", "left", "right"}, []string{b.Side(0), b.Side(1), b.Side(2)})
}

func TestChooserMovesAndJumps(t *testing.T) {
	decision := chapters.Decision{Kind: chapters.PlayCard, Move: tricks.Move{Card: card(tricks.Hills, 7)}}
	c := Chooser{Items: []Item{
		{Label: "H3", Card: card(tricks.Hills, 3), Ok: true},
		{Label: "H7", Card: card(tricks.Hills, 7), Ok: true, Decision: decision},
		{Label: "F2", Card: card(tricks.Forests, 2)},
	}}
	c.Move(-1)
	assert.Equal(t, 2, c.Cursor)
	c.Jump('h')
	assert.Equal(t, 0, c.Cursor)
	c.Jump('7')
	assert.Equal(t, 1, c.Cursor, "the rank in the suit of the cursor")
	c.Move(1)
	assert.True(t, c.Select(&decision))
	assert.Equal(t, 1, c.Cursor)
	decision.Card = card(tricks.Forests, 2)
	assert.False(t, c.Select(&decision), "an item that may not be chosen")
	assert.Nil(t, (&Chooser{}).Selected())
}

func TestGoalsAsPips(t *testing.T) {
	goal := characters.Standing{Numbers: characters.Numbers{Counted: 1, Least: 2, Most: characters.NoLimit}}
	_, count := wanted(&goal)
	assert.Equal(t, Count{Reached: 1, Need: 2, Most: 2}, count)
	goal.Least = pipLimit
	_, count = wanted(&goal)
	assert.Zero(t, count, "too many for pips")
}

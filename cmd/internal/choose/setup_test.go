package choose

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fieldNamed returns the field of a form with a name.
func fieldNamed(t *testing.T, name string, fields ...[]Field) *Field {
	t.Helper()
	all := slices.Concat(fields...)
	i := slices.IndexFunc(all, func(f Field) bool { return f.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return &all[i]
}

// fieldNames returns the names of fields.
func fieldNames(fields []Field) (names []string) {
	for _, f := range fields {
		names = append(names, f.Name)
	}
	return names
}

// bookOf returns the campaign with four players whose chapters have come this far.
func bookOf(t *testing.T, progress string) *campaign.Campaign {
	t.Helper()
	text := "campaign: 1\nplayers: 4\nhumans: 1\nchapters:\n- " + progress + "\n"
	c, err := campaign.Read(chapters.Default(), "shire", []byte(text))
	require.NoError(t, err)
	return c
}

// TestNewTable: what a person sets in the fields of a new table becomes the table's setup.
func TestNewTable(t *testing.T) {
	for _, lang := range characters.Languages {
		s := NewTable(texts.New(lang), chapters.Default(), "")
		assert.Equal(t, "1", s.Chapter)
		assert.Equal(t, []string{"mode", "chapter"}, fieldNames(s.ModeFields()))
		fieldNamed(t, "chapter", s.ModeFields()).Set("14")
		assert.Equal(t, []string{"mode", "chapter", "variant"}, fieldNames(s.ModeFields()), "it has events (C14)")
		variant := fieldNamed(t, "variant", s.ModeFields())
		first := variant.Now()
		variant.Step(1)
		assert.NotEqual(t, first, s.Variant)
		fieldNamed(t, "variant", s.ModeFields()).Step(-1)
		assert.Equal(t, first, s.Variant)
		fieldNamed(t, "variant", s.ModeFields()).Step(-1)
		assert.Equal(t, variant.Options[len(variant.Options)-1].Value, s.Variant, "at the end it continues")

		fieldNamed(t, "players", s.PlayerFields()).Set("3")
		assert.Equal(t, []string{"players", "computer", "computer"}, fieldNames(s.PlayerFields()),
			"the first seat is the host's")
		seats := s.PlayerFields()
		seats[2].Set("fair")
		assert.Equal(t, words.Computer(s.Texts, "fair"), s.PlayerFields()[2].Value)
		assert.Equal(t, 3, seats[2].Seat)
		hints := fieldNamed(t, "hints", s.HelpFields())
		assert.False(t, hints.IsOn())
		hints.Step(1)
		assert.True(t, fieldNamed(t, "hints", s.HelpFields()).IsOn())
		patience := fieldNamed(t, "patience", s.HelpFields())
		assert.Equal(t, strconv.Itoa(table.Patiences[1]), patience.Now())
		patience.Set(strconv.Itoa(table.Patiences[0]))
		made, problem := s.Table()
		require.Empty(t, problem)
		assert.Equal(t, table.Setup{
			First: table.Pick{Chapter: "14", Variant: s.Variant}, Players: 3, Computers: []string{"", "", "fair"},
			Hints: true, Patience: table.Patiences[0],
		}, made)

		fieldNamed(t, "mode", s.ModeFields()).Set(string(NewCampaign))
		assert.Equal(t, s.Texts.T("lobby.campaign.note"), s.ModeNote())
		assert.Empty(t, s.DealFields(), "a campaign deals by itself")
		made, problem = s.Table()
		require.Empty(t, problem)
		assert.True(t, made.Campaign)
		assert.Empty(t, made.First)
		fieldNamed(t, "mode", s.ModeFields()).Set(string(RoadCampaign))
		made, problem = s.Table()
		require.Empty(t, problem)
		assert.True(t, made.Campaign)
		assert.NotEmpty(t, made.Book, "the Road may begin at once (L5)")
	}
	assert.Equal(t, "9", NewTable(texts.New("en"), chapters.Default(), "9").Chapter)
}

// TestDeals: a deal is chosen by its number or its whole name, which also says how many play; a name of nothing is
// refused in words.
func TestDeals(t *testing.T) {
	s := NewTable(texts.New("en"), chapters.Default(), "2")
	s.Players = 4
	id, err := s.ID(9)
	require.NoError(t, err)
	assert.Equal(t, "c02p4s9", id.String(), "any deal will do")
	deal := fieldNamed(t, "deal", s.DealFields())
	deal.Fill(" 7\x1b ")
	assert.Equal(t, "7", s.Deal, "what cannot be printed is left out")
	id, err = s.ID(9)
	require.NoError(t, err)
	assert.Equal(t, "c02p4s7", id.String())
	deal.Fill(strings.Repeat("x", 100))
	assert.Len(t, s.Deal, longestDeal)
	_, problem := s.Pick()
	assert.NotEmpty(t, problem)
	_, problem = s.Table()
	assert.NotEmpty(t, problem)
	deal.Fill("c14bp3s5")
	_, err = s.ID(9)
	require.Error(t, err, "the person checks the seats first")
	assert.Equal(t, 3, s.Players)
	pick, problem := s.Pick()
	assert.Empty(t, problem)
	assert.Equal(t, table.Pick{Chapter: "14", Variant: "b", Deal: "c14bp3s5"}, pick)
	today := NewTable(texts.New("en"), chapters.Default(), "").ForDeal(id)
	assert.Equal(t, []any{"2", "c02p4s7", 4}, []any{today.Chapter, today.Deal, today.Players})
}

// TestNextAt: before the next round at a table the last choice is set, and in a campaign what the campaign offers.
func TestNextAt(t *testing.T) {
	said := texts.New("en")
	lib := chapters.Default()
	view := &table.TableView{Setup: table.Setup{Players: 4}}
	assert.Equal(t, []Mode{OneRound}, NextAt(said, lib, nil, view).Modes, "there is no deal to play again yet")
	view.Round = 2
	view.Next = table.Pick{Again: true}
	s := NextAt(said, lib, nil, view)
	assert.Equal(t, SameDeal, s.Mode)
	pick, _ := s.Pick()
	assert.Equal(t, table.Pick{Again: true}, pick)
	view.Next = table.Pick{Chapter: "14", Variant: "b"}
	s = NextAt(said, lib, nil, view)
	assert.Equal(t, []any{OneRound, "14", "b"}, []any{s.Mode, s.Chapter, s.Variant})
	assert.Equal(t, []string{"game", "deal"}, fieldNames(s.NextRoundFields()))

	book := bookOf(t, "{chapter: 14, players: 4, rounds: 2, lost: 1, events_done: [doors], failed: true}")
	s = NextAt(said, lib, book, &table.TableView{Setup: table.Setup{Players: 4}})
	assert.Equal(t, NextRound, s.Mode)
	after := fieldNamed(t, "after", s.NextRoundFields())
	assert.Equal(t, string(campaign.Keep), after.Now(), "the last round was lost (L3)")
	after.Set(string(campaign.Restart))
	pick, problem := s.Pick()
	require.Empty(t, problem)
	assert.Equal(t, campaign.Restart, pick.AfterLoss)
	assert.Empty(t, pick.Chapter, "the recommended one")
	var choice campaign.Choice
	s.ApplyTo(&choice)
	assert.Equal(t, campaign.Restart, choice.AfterLoss)
	assert.NotEmpty(t, choice.Event)
	assert.Empty(t, choice.Chapter)

	asked := InCampaign(said, lib, book, &campaign.Choice{Chapter: "18", Group: "2"})
	assert.Equal(t, []any{OneRound, "18", "2", 4}, []any{asked.Mode, asked.Chapter, asked.Variant, asked.Players})
	choice = campaign.Choice{}
	asked.ApplyTo(&choice)
	assert.Equal(t, []string{"18", "2"}, []string{choice.Chapter, choice.Group})
}

// TestGamesInOneField: a form that asks once has every chapter, event, group and mode in one list, and each value
// chooses what it says, also when a form sends nonsense.
func TestGamesInOneField(t *testing.T) {
	said := texts.New("en")
	s := NewTable(said, chapters.Default(), "")
	field := fieldNamed(t, "game", s.GameFields())
	seen := map[string]bool{}
	for _, option := range field.Options {
		require.False(t, seen[option.Label], option.Label)
		seen[option.Label] = true
		field.Set(option.Value)
		now := fieldNamed(t, "game", s.GameFields())
		require.Equal(t, option.Value, now.Now())
		require.Equal(t, option.Label, now.Value)
		_, problem := s.Table()
		require.Empty(t, problem, option.Value)
	}
	for _, nonsense := range []string{"", "99:x", ":", "allroads", "14:?"} {
		field.Set(nonsense)
		assert.Equal(t, OneRound, s.Mode)
	}
	field.Set("14:?")
	_, _ = s.Pick()
	assert.NotEqual(t, "?", s.Variant, "an event that there is not becomes the first one")
	with := NextAt(said, chapters.Default(), bookOf(t, "{chapter: 1, players: 4, rounds: 1, lost: 1}"),
		&table.TableView{Setup: table.Setup{Players: 4}})
	fieldNamed(t, "game", with.GameFields()).Set(":")
	assert.Equal(t, NextRound, with.Mode)
}

// TestSeats: with one or two players the first one also plays the seats that are left over; a name gives a seat to a
// person.
func TestSeats(t *testing.T) {
	s := NewTable(texts.New("en"), chapters.Default(), "")
	s.Names = []string{"", "", "", ""}
	s.Players = 2
	s.SeatComputers[1] = "fair"
	assert.Equal(t, []string{"players", "computer", "computer"}, fieldNames(s.PlayerFields()))
	assert.True(t, s.PlayerFields()[1].SpaceAbove)
	assert.Equal(t, []string{round.Person(""), "fair", round.Person("")}, s.SeatPlayers(3))
	assert.Equal(t, []string{s.Texts.T("lobby.table.two")}, s.PlayersNote())
	seat := s.PlayerFields()[2]
	assert.Equal(t, words.Computer(s.Texts, "fair"), seat.Value)
	seat.Fill("Bob")
	assert.Empty(t, s.SeatComputers[1])
	assert.Equal(t, "Bob", seat.Now())
	assert.Equal(t, s.Texts.T("lobby.seat.person", "Bob"), seat.Format("Bob"))
	assert.Equal(t, []string{round.Person(""), round.Person("Bob"), round.Person("")}, s.SeatPlayers(3))
	s.Players = 1
	assert.Equal(t, []string{s.Texts.T("lobby.table.solo")}, s.PlayersNote())
	assert.Equal(t, slices.Repeat([]string{round.Person("")}, 4), s.SeatPlayers(4))
	s.Players = 4
	assert.Empty(t, s.PlayersNote())
	players := fieldNamed(t, "players", s.PlayerFields())
	assert.True(t, players.Digits)
	assert.Len(t, players.Options, 4)
}

// TestFieldShapes: few short options are shown at once, many or long ones and seats are not.
func TestFieldShapes(t *testing.T) {
	few := NewField("a", "A", "1", func(string) {}, labelled(func(v string) string { return "n" + v }, "1", "2")...)
	assert.True(t, few.Few())
	assert.Equal(t, "n1", few.Value)
	assert.Equal(t, "a", few.Options[1].Name)
	few.Seat = 1
	assert.False(t, few.Few())
	many := NewField("a", "A", "1", func(string) {}, labelled(strings.TrimSpace, "1", "2", "3", "4", "5")...)
	assert.False(t, many.Few())
	long := NewField("a", "A", "1", func(string) {}, labelled(func(string) string { return strings.Repeat("x", 23) }, "1", "2")...)
	assert.False(t, long.Few())
	assert.False(t, (&Field{}).Few())
	assert.Equal(t, []int{0, 7, -1, -1}, []int{ParseNumber(""), ParseNumber("7"), ParseNumber("x"), ParseNumber("1.5")})
}

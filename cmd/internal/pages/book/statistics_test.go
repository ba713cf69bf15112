package book

import (
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// played are the statistics of somebody who has won chapter 1 alone and with others, and has only begun chapter 10.
var played = saves.Stats{
	Chapters: []saves.ChapterStats{
		{Chapter: "1", Players: 1, Tally: saves.Tally{Won: 1, Lost: 2}, Tries: 3, Done: true, Unaided: true},
		{
			Chapter: "1", Players: 4, Tally: saves.Tally{Won: 1}, Tries: 1, Done: true, Unaided: true, Straight: true,
			First: true,
		},
		{Chapter: "10", Players: 3, Tally: saves.Tally{Open: 1}},
		{Chapter: "unknown", Players: 2, Tally: saves.Tally{Lost: 1}},
	},
	Characters: []saves.CharacterStats{{Character: "frodo", Met: 2, Failed: 1}, {Character: "unknown", Met: 1}},
	WinsInRow:  1, MostWinsInRow: 2,
	Days: daily.Streak{Won: 3, Current: 1, Longest: 2, Last: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)},
}

// TestOwnStatistics checks the figures, one result for each chapter at all table sizes together, and that a chapter
// which was only begun has no numbers.
func TestOwnStatistics(t *testing.T) {
	tx := texts.New("en")
	lib := chapters.Default()
	s := OwnStatistics(tx, lib, &played, map[string]int{"a": 3, "b": 1, "c": 0})
	assert.Equal(t, []Figure{
		{5, tx.N("stats.rounds", 5)},
		{2, tx.T("stats.won")},
		{1, tx.T("stats.streak", 2)},
		{2, tx.N("stats.solved", 2)},
	}, s.Figures)

	require.Len(t, s.Chapters.All, 3)
	first := s.Chapters.All[0]
	assert.Equal(t, "1", first.Number)
	assert.Equal(t, 2, first.Done)
	assert.Equal(t, 4, first.Total)
	assert.Equal(t, tx.T("stats.of", 2, 4), first.Share)
	assert.Equal(t, stars.Most, first.Stars.Count(), "the best table size counts")
	assert.Equal(t, Record(tx, &played.Chapters[0])+" "+Record(tx, &played.Chapters[1]), first.Details)
	begun := s.Chapters.All[1]
	assert.Empty(t, begun.Share)
	assert.Contains(t, begun.Details, tx.T("stats.record.open", 1))
	assert.Equal(t, "unknown", s.Chapters.All[2].Name, "a chapter that the library lacks")

	require.Len(t, s.Characters.All, 2)
	assert.Equal(t, tx.ShortName(lib.Characters["frodo"]), s.Characters.All[0].Name)
	assert.Equal(t, tx.T("stats.of", 2, 3), s.Characters.All[0].Share)
	assert.Equal(t, []string{tx.T("stats.days", 3, 1, 2)}, s.Remarks)
}

// TestStatisticsWithoutRounds checks that somebody who has only solved puzzles has figures, too.
func TestStatisticsWithoutRounds(t *testing.T) {
	tx := texts.New("de")
	s := OwnStatistics(tx, chapters.Default(), &saves.Stats{}, map[string]int{"a": 1})
	assert.Contains(t, s.Figures, Figure{1, tx.N("stats.solved", 1)})
	assert.Equal(t, []string{tx.T("stats.puzzlesonly")}, s.Remarks)
	assert.Empty(t, s.Chapters.All)
	assert.False(t, s.IsEmpty())

	s = OwnStatistics(tx, chapters.Default(), &saves.Stats{}, nil)
	assert.Equal(t, []string{tx.T("lobby.stats.none")}, s.Remarks)
	assert.True(t, s.IsEmpty())
}

// TestServerStatistics checks that a server counts the last round of each table, and no table without a round.
func TestServerStatistics(t *testing.T) {
	tx := texts.New("en")
	visited := make([]table.Visited, 2)
	visited[0].Ticket.Table = "t1"
	visited[0].Now.Last = &table.Result{Won: true}
	s := ServerStatistics(tx, chapters.Default(), visited, map[string]int{"a": 1})
	assert.Equal(t, []Figure{
		{1, tx.N("stats.rounds", 1)},
		{1, tx.T("stats.won")},
		{1, tx.N("stats.solved", 1)},
	}, s.Figures)
	require.Len(t, s.Tables.All, 1)
	assert.Equal(t, "t1", s.Tables.All[0].ID)
	assert.Equal(t, tx.T("serve.stats.above"), s.Scope)
}

// TestStatisticsPage checks that everything in the statistics is on their page.
func TestStatisticsPage(t *testing.T) {
	tx := texts.New("en")
	s := OwnStatistics(tx, chapters.Default(), &played, nil)
	text := strings.Join(s.Page().Lines(page.Style{Width: 100}), "\n")
	for _, list := range []Results{s.Chapters, s.Characters} {
		assert.Contains(t, text, list.Title)
		assert.Contains(t, text, list.Amounts)
		for _, r := range list.All {
			assert.Contains(t, text, r.Name)
			assert.Contains(t, text, r.Share)
		}
	}
	for _, f := range s.Figures {
		assert.Contains(t, text, f.Text)
	}
	assert.Contains(t, text, tx.T("stats.legend"))
	assert.Contains(t, text, s.Remarks[0])
}

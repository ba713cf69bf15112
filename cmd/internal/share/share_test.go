package share_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/share"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// played returns a round of a deal in which every decision is drawn by chance.
func played(t *testing.T, deal string, seed uint64) (*chapters.Record, *chapters.Game) {
	t.Helper()
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	position, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	g, err := chapters.Default().NewGame(position)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(seed, 1))
	for !g.IsOver() {
		options := g.Options()
		require.NoError(t, g.Apply(options[rng.IntN(len(options))]))
	}
	return &chapters.Record{Position: position, Decisions: g.Decisions()}, g
}

// TestTiles: there is a tile for each trick, with its winner, and each goal that is decided at the end is decided in
// exactly one tile.
func TestTiles(t *testing.T) {
	english := texts.New("en")
	for _, deal := range []string{"c01p4s1", "c02p3s5", "c05p4s3", "c09p2s1", "c14bp4s2", "c16p4s1", "c15p3s2", "c04p1s1"} {
		for seed := range uint64(4) {
			t.Run(fmt.Sprint(deal, seed), func(t *testing.T) {
				record, g := played(t, deal, seed)
				tiles := share.Of(english, chapters.Default(), &share.Round{Record: record}).Tiles
				require.Len(t, tiles, g.State().Table.Tricks())
				marks := map[string]int{}
				for i, tile := range tiles {
					assert.Equal(t, i+1, tile.Number)
					if assert.Equal(t, i < len(g.History()), tile.Played) && tile.Played {
						winner := g.History()[i].Winner
						assert.Equal(t, winner == tricks.NoSeat, tile.Winner == share.Seat{})
						if winner != tricks.NoSeat {
							assert.Equal(t, g.Character(winner).ID, tile.Winner.ID)
							assert.Equal(t, english.CharacterLetters(g.Character(winner)), tile.Winner.Letters)
						}
					}
					for _, s := range tile.Met {
						marks[s.ID+" met"]++
					}
					for _, s := range tile.Failed {
						marks[s.ID+" failed"]++
					}
				}
				want := map[string]int{}
				for _, goal := range g.Statuses() {
					switch goal.Status {
					case characters.Failed:
						want[g.Character(goal.Seat).ID+" failed"]++
					case characters.Open:
					default:
						want[g.Character(goal.Seat).ID+" met"]++
					}
				}
				assert.Equal(t, want, marks)
			})
		}
	}
}

// TestMarkLost: the trick in which the round was lost is marked, and those after it no longer matter.
func TestMarkLost(t *testing.T) {
	tiles := []share.Tile{{Number: 1}, {Number: 2}, {Number: 3}}
	share.MarkLost(tiles, 2)
	assert.Equal(t, []share.Tile{{Number: 1}, {Number: 2, Lost: true}, {Number: 3, Late: true}}, tiles)
	share.MarkLost(tiles, 0)
	assert.Equal(t, []share.Tile{{Number: 1}, {Number: 2}, {Number: 3}}, tiles)
}

// TestText: what is sent has the deal, the result, the help, the tiles and how to play the same deal, but no card (S11).
func TestText(t *testing.T) {
	record, g := played(t, "c02p4s7", 1)
	for _, lang := range characters.Languages {
		t.Run(lang, func(t *testing.T) {
			said := texts.New(lang)
			b := share.Of(said, chapters.Default(), &share.Round{Record: record})
			assert.Equal(t, "c02p4s7", b.Name)
			assert.Equal(t, said.T("share.line", "c02p4s7", said.T("today."+string(g.Result())), said.T("today.hints.none"),
				said.T("today.undo.none")), b.Line)
			lines := strings.Split(b.Text(said, ""), "\n")
			assert.Equal(t, b.Line, lines[0])
			assert.Len(t, []rune(lines[1]), 9, "a square for each trick")
			assert.Equal(t, "fellowship play c02p4s7", lines[len(lines)-1])
			assert.Contains(t, b.Text(said, "https://example.org"), "\nhttps://example.org/new?deal=c02p4s7")
			assertNoCard(t, said, b)
		})
	}
	helped := *record
	helped.Hints = []int{3}
	helped.Assisted = []int{4}
	said := texts.New("en")
	b := share.Of(said, chapters.Default(), &share.Round{Record: &helped, Undos: 1, LostAt: 8})
	assert.Equal(t, "c02p4s7 · lost · 2 hints · 1 undo", b.Line)
	assert.Contains(t, b.Lines(said), "Lost in trick 8")
	assert.Contains(t, b.Text(said, ""), "❌")
}

// assertNoCard checks that a block names no card.
func assertNoCard(t *testing.T, said *texts.Texts, b *share.Block) {
	t.Helper()
	words := strings.FieldsFunc(strings.Join(b.Lines(said), " "), func(r rune) bool { return r == ' ' || r == ',' })
	for card := range tricks.Card(64) {
		if card.Valid() {
			assert.NotContains(t, words, said.Code(card))
		}
	}
}

// TestNames: the deal of a day is named by its day only, a round without a deal by its chapter, and a puzzle by its
// number.
func TestNames(t *testing.T) {
	lib := chapters.Default()
	said := texts.New("en")
	id, err := daily.Deal(t.Context(), lib, time.Date(2026, time.November, 26, 12, 0, 0, 0, time.UTC))
	require.NoError(t, err)
	record, _ := played(t, id.String(), 1)
	b := share.Of(said, lib, &share.Round{Record: record})
	assert.NotContains(t, b.Text(said, "https://example.org"), record.Deal)
	assert.Contains(t, b.Line, "2026-11-26")
	assert.Equal(t, "fellowship play --today", b.Command)
	assert.Equal(t, "/today", b.Path)

	record.Deal = ""
	b = share.Of(said, lib, &share.Round{Record: record})
	assert.Equal(t, said.T("share.name", id.Chapter, said.N("today.players", id.Players)), b.Name)
	assert.Empty(t, b.Command+b.Path, "nothing deals these cards again")
	b = share.Of(said, lib, &share.Round{Record: record, IsReal: true, LostAt: 2})
	assert.NotContains(t, b.Line, said.T("today.hints.none"), "nobody knows about hints at a real table")
	assert.Contains(t, b.Lines(said), said.T("share.lost", 2))

	all, err := puzzle.All()
	require.NoError(t, err)
	solved := all[3].Record()
	b = share.Of(said, lib, &share.Round{Record: &solved, Missed: 2})
	level, number, ok := puzzle.Place(all[3].ID)
	require.True(t, ok)
	name := said.T("share.puzzle", solved.Chapter, said.T("lobby.puzzle.name", number, level))
	assert.Contains(t, name, "chapter "+solved.Chapter, "the number counts within the chapter")
	assert.Equal(t, name+" · lost · 2 mistakes", b.Line)
	assert.Equal(t, "fellowship puzzle "+all[3].ID, b.Command)
	assert.Empty(t, b.Path)
}

package book_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// inEach runs a test in every language.
func inEach(t *testing.T, test func(t *testing.T, said *texts.Texts)) {
	for _, lang := range characters.Languages {
		t.Run(lang, func(t *testing.T) { test(t, texts.New(lang)) })
	}
}

// read returns the campaign with four players whose chapters have come this far.
func read(t *testing.T, progress ...string) *campaign.Campaign {
	t.Helper()
	text := "campaign: 1\nplayers: 4\nhumans: 1\n"
	if len(progress) > 0 {
		text += "chapters:\n- " + strings.Join(progress, "\n- ") + "\n"
	}
	c, err := campaign.Read(chapters.Default(), "shire", []byte(text))
	require.NoError(t, err)
	return c
}

// mustChapter returns a chapter by its id.
func mustChapter(t *testing.T, id string) *chapters.Chapter {
	t.Helper()
	c, err := chapters.Default().Chapter(id)
	require.NoError(t, err)
	return c
}

// road is the progress of the Road, with what was drawn for it.
func road(t *testing.T, more string) string {
	t.Helper()
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: chapters.Road, Players: 4, Seed: 1})
	require.NoError(t, err)
	return fmt.Sprintf("{chapter: %s, players: 4, rounds: 3%s, gift: %s, rider: %s, pool: [%s]}",
		chapters.Road, more, pos.Gift, pos.Rider, strings.Join(pos.Pool, ", "))
}

// The progress of some chapters.
const (
	wonInTwo  = "{chapter: 1, players: 4, rounds: 2, lost: 1, won: 2026-11-21, won_in: 2, cleared: true}"
	lostOnce  = "{chapter: 2, players: 4, rounds: 1, lost: 1}"
	withThree = "{chapter: 2, players: 3, rounds: 5, lost: 5}"
	inMoria   = "{chapter: 14, players: 4, rounds: 3, lost: 1, events_done: [doors], mithril_used: true, failed: true}"
)

// rows returns the cells of a page's rows.
func rows(p page.Page) (all [][]string) {
	for _, b := range p {
		if b.Kind != page.Row {
			continue
		}
		var cells []string
		for _, c := range b.Cells {
			cells = append(cells, strings.TrimSpace(c.Text))
		}
		all = append(all, cells)
	}
	return all
}

// labels returns the labelled texts of a page.
func labels(p page.Page) map[string]string {
	all := map[string]string{}
	for _, b := range p {
		if b.Kind == page.Labelled {
			all[strings.TrimSpace(b.Label)] = b.Text
		}
	}
	return all
}

// plainText returns the paragraphs and headlines of a page.
func plainText(p page.Page) (all []string) {
	for _, b := range p {
		if b.Text != "" && b.Kind != page.Labelled {
			all = append(all, strings.TrimSpace(b.Text))
		}
	}
	return all
}

// TestCampaign: the book has a line for every chapter, with rounds and what is missing for those that were
// begun, and says what comes next.
func TestCampaign(t *testing.T) {
	inEach(t, func(t *testing.T, said *texts.Texts) {
		lib := chapters.Default()
		chapter := func(id string) *chapters.Chapter {
			c, err := lib.Chapter(id)
			require.NoError(t, err)
			return c
		}
		titled := func(id string) string { return id + " " + chapter(id).Title.In(said.Lang()) }
		c := read(t, wonInTwo, lostOnce, withThree, inMoria)
		c.PlayerNames = []string{"Ada", "Bob"}
		p := book.Campaign(said, lib, "shire", c)
		_, total := book.ChaptersWon(lib, c.IsWon)
		assert.Equal(t, said.N("campaign.title", 4, "shire", 1, total), p.Title())
		assert.Equal(t, [][]string{
			{titled("1"), "2", said.T("campaign.wonin", "2026-11-21", 2)},
			{titled("2"), "1", said.T("campaign.notyet")},
			{titled("2") + " (" + said.N("campaign.players", 3) + ")", "5", said.T("campaign.notyet")},
			{titled("14"), "3", said.T("campaign.more", c.ProgressOf("14", 4).MinRounds())},
		}, rows(p))
		text := plainText(p)
		assert.Contains(t, text, said.T("campaign.seats", "Ada, Bob"))
		assert.Contains(t, text, titled("3"), "it was not begun")
		assert.NotContains(t, text, titled("2"))
		assert.Equal(t, said.T("campaign.nextup", book.Chapter(said, chapter("14")), chapter("14").Title.In(said.Lang())),
			text[len(text)-1])
		parts := labels(p)
		assert.Equal(t, chapter("14").Variant("doors").Title.In(said.Lang()), parts[said.T("campaign.part.won")])
		assert.NotContains(t, parts[said.T("campaign.part.toplay")], chapter("14").Variant("doors").Title.In(said.Lang()))
		assert.Contains(t, parts[said.T("campaign.part.toplay")], chapter("14").Variant("bridge").Title.In(said.Lang()))
		assert.Equal(t, said.T("campaign.mithril"), parts[said.T("campaign.part.gift")])
		assert.Equal(t, said.T("campaign.waslost"), parts[said.T("campaign.part.choose")])

		c = read(t)
		p = book.Campaign(said, lib, "new", c)
		assert.Empty(t, rows(p))
		assert.Empty(t, labels(p))
		c.Progress = read(t, lostOnce).Progress
		c.Playing = &campaign.Playing{Chapter: "2", Players: 4}
		text = plainText(book.Campaign(said, lib, "new", c))
		assert.Equal(t, said.T("campaign.playing", 2, book.Chapter(said, chapter("2")), ""), text[len(text)-1])
	})
}

// TestRoadOfABook: the Road has a gift and a rider, who is carried or still has to be (L5), and no number.
func TestRoadOfABook(t *testing.T) {
	inEach(t, func(t *testing.T, said *texts.Texts) {
		lib := chapters.Default()
		ch, err := lib.Chapter(chapters.Road)
		require.NoError(t, err)
		assert.Equal(t, said.T("campaign.road"), book.Chapter(said, ch))
		for more, key := range map[string]string{"": "campaign.tocarry", ", rider_done: true": "campaign.carried"} {
			progress := read(t, road(t, more)).Progress[0]
			parts := labels(book.Progress(said, lib, progress))
			assert.Equal(t, said.T(key, said.Name(lib.Riders[progress.Rider])), parts[said.T("campaign.part.rider")])
			assert.Equal(t, lib.Gifts[progress.Gift].Name.In(said.Lang()), parts[said.T("campaign.part.gift")])
			assert.Equal(t, strings.Join(book.Names(said, lib, progress.Remaining()), ", "),
				parts[said.T("campaign.part.left")])
		}
		terms := lib.DrawRoad(mustChapter(t, chapters.Road), 3, 153)
		stuck := read(t, fmt.Sprintf("{chapter: road, players: 3, rounds: 0, gift: %s, rider: unseen, pool: [%s]}",
			terms.Gift, strings.Join(terms.Pool, ", "))).Progress[0]
		assert.Equal(t, said.T("campaign.nocarrier", said.Name(lib.Riders["unseen"])),
			labels(book.Progress(said, lib, stuck))[said.T("campaign.part.rider")], "L5: nobody in the pool may carry it")
		won, total := book.ChaptersWon(lib, func(string) bool { return true })
		assert.Equal(t, total, won)
		assert.Equal(t, len(lib.Chapters)-1, total, "the Road does not count")
	})
}

// TestAfterRound: after a round of a campaign it says how it ended, and how far the chapter has come.
func TestAfterRound(t *testing.T) {
	inEach(t, func(t *testing.T, said *texts.Texts) {
		lib := chapters.Default()
		after := func(progress string, name string, won bool) []string {
			return book.AfterRound(said, lib, name, read(t, progress).Progress[0], 7, won)
		}
		title := func(id string) string {
			c, err := lib.Chapter(id)
			require.NoError(t, err)
			return c.Title.In(said.Lang())
		}
		assert.Equal(t, []string{said.T("campaign.won", 7, "shire"), said.N("campaign.done", 2, title("1"))},
			after(wonInTwo, "shire", true))
		assert.Equal(t, []string{said.N("campaign.done", 2, title("1"))}, after(wonInTwo, "", true))
		assert.Equal(t, []string{said.T("campaign.lost", 7, "shire")}, after(lostOnce, "shire", false))
		assert.Equal(t, []string{said.T("campaign.lost", 7, "shire"), said.T("campaign.failed", title("14"))},
			after(inMoria, "shire", false))

		p := read(t, "{chapter: 9, players: 4, rounds: 1}").Progress[0]
		require.True(t, p.LibraryChapter().Long)
		p.Completed = p.Remaining()[:1]
		lines := book.AfterRound(said, lib, "", p, 1, true)
		require.Len(t, lines, 3)
		assert.Equal(t, said.T("campaign.completed", strings.Join(book.Names(said, lib, p.Completed), ", ")), lines[0])
		assert.Equal(t, said.T("campaign.left", strings.Join(book.Names(said, lib, p.Remaining()), ", ")), lines[1])
		assert.Equal(t, said.N("campaign.least", p.MinRounds(), title("9")), lines[2])
	})
}

// TestStage: a saved game says how far it has come, or why it cannot be continued.
func TestStage(t *testing.T) {
	inEach(t, func(t *testing.T, said *texts.Texts) {
		for key, g := range map[string]saves.Save{
			"saves.empty":       {Err: fmt.Errorf("a game: %w", saves.ErrEmpty)},
			"saves.foreign":     {Err: saves.ErrForeign},
			"saves.damaged":     {Err: saves.ErrDamaged},
			"lobby.broken":      {Err: errors.New("no such file")},
			"saves.result.won":  {Finished: true, Result: chapters.Won},
			"saves.result.lost": {Finished: true, Result: chapters.Lost},
			"stage.draft":       {Stage: chapters.StageDraft},
			"stage.setup":       {Stage: chapters.StageSetup},
		} {
			assert.Equal(t, said.T(key), book.Stage(said, &g), key)
		}
		early := saves.Save{Finished: true, Early: true, Result: chapters.Lost}
		assert.Equal(t, said.T("saves.early", said.T("saves.result.lost")), book.Stage(said, &early))
		playing := saves.Save{Stage: chapters.StagePlay, Tricks: 2, TrickTotal: 9}
		assert.Equal(t, said.T("stage.trick", 3, 9), book.Stage(said, &playing), "the third is being played")

		lib := chapters.Default()
		playing.Record.Chapter = "2"
		c, err := lib.Chapter("2")
		require.NoError(t, err)
		summary := c.Title.In(said.Lang()) + ", " + book.Stage(said, &playing)
		assert.Equal(t, summary, book.Summary(said, lib, &playing))
		playing.Campaign = "shire"
		assert.Equal(t, said.T("campaign.about", "shire", summary), book.Summary(said, lib, &playing))
		damaged := saves.Save{Err: saves.ErrDamaged, Record: playing.Record}
		assert.Equal(t, said.T("saves.damaged"), book.Summary(said, lib, &damaged), "its chapter is not to be trusted")
	})
}

// TestDealName: the deal of a day is named by its date, and an event or a group in full.
func TestDealName(t *testing.T) {
	lib := chapters.Default()
	day := time.Date(2026, time.November, 26, 12, 0, 0, 0, time.UTC)
	id, err := daily.Deal(t.Context(), lib, day)
	require.NoError(t, err)
	inEach(t, func(t *testing.T, said *texts.Texts) {
		assert.Equal(t, said.T("today.title", said.Date(time.Date(2026, time.November, 26, 0, 0, 0, 0, time.UTC))),
			book.DealName(said, lib, id.String()))
		assert.Equal(t, "c02p4s7", book.DealName(said, lib, "c02p4s7"))
		assert.Equal(t, "my own", book.DealName(said, lib, "my own"))
		variant, err := chapters.ParseDealID("c14dp4s1")
		require.NoError(t, err)
		assert.Equal(t, variant.Long("doors"), book.DealName(said, lib, "c14dp4s1"))
		assert.Contains(t, book.DealName(said, lib, "c14dp4s1"), "doors")
	})
}

// TestRecord: what is said of a chapter at one table size, and the stars by table size.
func TestRecord(t *testing.T) {
	stats := []saves.ChapterStats{
		{Chapter: "1", Players: 3, Tally: saves.Tally{Won: 2, Lost: 1}, Tries: 2, Done: true, Straight: true},
		{Chapter: "1", Players: 4, Tally: saves.Tally{Open: 2}},
	}
	inEach(t, func(t *testing.T, said *texts.Texts) {
		assert.Equal(t, said.N("stats.record", 3)+" "+said.T("stats.record.won", 2, 3)+", "+
			said.T("stats.record.first", 2)+".", book.Record(said, &stats[0]))
		assert.Equal(t, said.N("stats.record", 4)+" "+said.T("stats.record.open", 2)+".",
			book.Record(said, &stats[1]))
	})
	assert.Equal(t, "3: *.*.", book.Stars(stats, "1"), "only where a round was finished")
	assert.Empty(t, book.Stars(stats, "3"))
}

// TestStatsAnswers: programs read the statistics as JSON (docs/json.md).
func TestStatsAnswers(t *testing.T) {
	stats := &saves.Stats{
		Chapters: []saves.ChapterStats{
			{Chapter: "1", Players: 3, Tally: saves.Tally{Won: 2, Lost: 1, Open: 4}, Tries: 2},
			{Chapter: chapters.Road, Players: 4},
		},
		Characters: []saves.CharacterStats{{Character: "frodo", Met: 3, Failed: 1}},
		Days:       daily.Streak{Won: 5, Current: 1, Longest: 3, Last: time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)},
	}
	puzzleStars := map[string]int{"a": 3, "b": 2}
	text, err := json.Marshal(book.StatsAnswers(stats, puzzleStars))
	require.NoError(t, err)
	assert.JSONEq(t, `[
		{"chapter": 1, "players": 3, "games": 7, "won": 2, "lost": 1, "open": 4, "tries": 2},
		{"chapter": "road", "players": 4, "games": 0, "won": 0, "lost": 0, "open": 0, "tries": 0},
		{"character": "frodo", "met": 3, "failed": 1},
		{"days": 5, "row": 1, "longest": 3, "last": "2026-11-26"},
		{"solved": 2, "stars": 5}
	]`, string(text))
	stats.Days.Won = 0
	assert.Len(t, book.StatsAnswers(stats, nil), 3)
}

// TestCampaignAnswer: programs read a campaign as JSON (docs/json.md): what is won, what is left and the round that
// is being played.
func TestCampaignAnswer(t *testing.T) {
	c := read(t, wonInTwo, inMoria)
	c.Playing = &campaign.Playing{Chapter: "18", Players: 3, Seed: 9, Group: "2", Save: "shire-r6"}
	kept := &saves.Table{Name: "shire", Campaign: c, Modified: time.Date(2026, 11, 26, 13, 0, 0, 0, time.FixedZone("", 3600))}
	_, total := book.ChaptersWon(chapters.Default(), c.IsWon)
	text, err := json.Marshal(book.CampaignAnswer(chapters.Default(), kept))
	require.NoError(t, err)
	assert.JSONEq(t, fmt.Sprintf(`{
		"name": "shire", "path": %q, "modified": "2026-11-26T12:00:00Z", "players": 4, "humans": 1, "round": 6,
		"won": 1, "of": %d, "recommended": 14,
		"playing": {"chapter": 18, "players": 3, "seed": 9, "group": 2, "game": "shire-r6"},
		"chapters": [
			{"chapter": 1, "players": 4, "rounds": 2, "lost": 1, "won": "2026-11-21", "won_in": 2, "least": 0},
			{"chapter": 14, "players": 4, "rounds": 3, "lost": 1, "least": %d, "left": %s, "events_done": ["doors"],
				"mithril_used": true, "failed": true}
		]
	}`, kept.Path(), total, c.ProgressOf("14", 4).MinRounds(), asJSON(t, c.ProgressOf("14", 4).Remaining())), string(text))

	text, err = json.Marshal(book.CampaignAnswer(chapters.Default(), &saves.Table{Name: "bree", Err: saves.ErrDamaged}))
	require.NoError(t, err)
	var answer map[string]any
	require.NoError(t, json.Unmarshal(text, &answer))
	assert.Equal(t, saves.ErrDamaged.Error(), answer["error"])
	assert.NotContains(t, answer, "round")
}

// asJSON returns a value as JSON.
func asJSON(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	require.NoError(t, err)
	return string(text)
}

// TestSaved: a game that has ended is shown with all cards, any other one as everybody at the table knows it.
func TestSaved(t *testing.T) {
	lib := chapters.Default()
	id, err := chapters.ParseDealID("c01p3s1")
	require.NoError(t, err)
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	for !g.IsOver() {
		require.NoError(t, g.Apply(g.Options()[0]))
	}
	inEach(t, func(t *testing.T, said *texts.Texts) {
		saved := &saves.Save{
			Recorded: table.Recorded{Name: "c01p3s1-1", Modified: time.Date(2026, 11, 26, 12, 0, 0, 0, time.Local)},
			Record:   chapters.Record{Position: pos, Decisions: g.Decisions()[:8]},
			Stage:    chapters.StageSetup,
		}
		first := said.T("saves.show", "c01p3s1-1", "2026-11-26 12:00", said.T("stage.setup"))
		open, err := book.Saved(said, lib, saved)
		require.NoError(t, err)
		assert.Equal(t, first, open[0].Text)
		saved.Record.Decisions = g.Decisions()
		saved.Finished = true
		saved.Result = g.Result()
		ended, err := book.Saved(said, lib, saved)
		require.NoError(t, err)
		hands := said.Codes(pos.Hands[1].Cards)
		wide := page.Style{Width: 1000}
		assert.Contains(t, ended.String(wide), hands, "all cards lie open")
		assert.NotContains(t, open.String(wide), hands, "nobody at the table has seen them all")

		saved.Record.Decisions = append(saved.Record.Decisions, g.Decisions()[0])
		_, err = book.Saved(said, lib, saved)
		require.Error(t, err, "no decision follows the end")
	})
}

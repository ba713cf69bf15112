package choose

import (
	"errors"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// everyClient are all ways to play.
var everyClient = []settings.Client{
	settings.ScreenAtHome, settings.ScreenOnServer, settings.BrowserAtHome, settings.BrowserOnServer,
}

// menuNow is the moment at which the tests read the menu.
var menuNow = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// newFacts returns the facts of somebody who has played nothing.
func newFacts(lang string, client settings.Client) *MenuFacts {
	f := &MenuFacts{Texts: texts.New(lang), Library: chapters.Default(), Client: client, Now: menuNow}
	if client&settings.AtHome != 0 {
		f.Played = &saves.Played{}
	}
	return f
}

// line returns the only line of an entry.
func line(t *testing.T, f *MenuFacts, name string) MenuLine {
	t.Helper()
	var found []MenuLine
	for _, l := range f.Menu() {
		if l.Entry.Name == name {
			found = append(found, l)
		}
	}
	require.Len(t, found, 1, name)
	return found[0]
}

// TestMenuEntries checks that no two entries of a client share a letter, that a browser has a sign for each link, and
// that everything is said in each language.
func TestMenuEntries(t *testing.T) {
	for _, client := range everyClient {
		letters := map[rune]string{}
		for _, entry := range MenuEntries(client) {
			assert.Empty(t, letters[entry.Letter], entry.Name)
			letters[entry.Letter] = entry.Name
		}
		for _, lang := range characters.Languages {
			group := ""
			ended := map[string]bool{}
			for _, l := range newFacts(lang, client).Menu() {
				for _, text := range []string{l.Group, l.Label, l.About, l.Note, l.Brief} {
					assert.NotContains(t, text, "lobby.", l.Entry.Name)
					assert.NotContains(t, text, "serve.", l.Entry.Name)
				}
				assert.NotEmpty(t, l.Label, l.Entry.Name)
				if l.Group != group {
					assert.False(t, ended[l.Group], "the group %q is in one piece", l.Group)
					ended[group] = true
					group = l.Group
				}
			}
		}
	}
}

// TestMenuOfNewPerson checks that the menu says what each entry is for before there is anything else to say.
func TestMenuOfNewPerson(t *testing.T) {
	f := newFacts("en", settings.ScreenAtHome)
	f.IsNew = true
	for _, l := range f.Menu() {
		assert.NotEqual(t, "continue", l.Entry.Name)
		if l.Entry.Name != "leave" {
			assert.NotEmpty(t, l.About, l.Entry.Name)
		}
	}
	assert.Equal(t, f.Texts.T("lobby.lesson.offer"), line(t, f, "lesson").About)
	for _, name := range []string{"book", "campaign", "saved", "stats", "puzzle"} {
		assert.Empty(t, line(t, f, name).Note, name)
	}
	assert.Equal(t, "Chapter 1", line(t, f, "new").Note)
	assert.Equal(t, "26 November", line(t, f, "today").Note)
	assert.Equal(t, "English", line(t, f, "settings").Note)
}

// TestMenuSaysHowThingsStand checks what the menu says about what was played at home.
func TestMenuSaysHowThingsStand(t *testing.T) {
	f := newFacts("en", settings.ScreenAtHome)
	won, err := campaign.New(f.Library, 4, 1)
	require.NoError(t, err)
	f.Played.Campaigns = []*saves.Table{{Name: "shire", Campaign: won}, {Name: "older", Err: errors.New("x")}}
	f.Played.Games = []saves.Save{
		{Record: chapters.Record{Position: chapters.Position{Chapter: "2"}}, Stage: chapters.StagePlay, Tricks: 2, TrickTotal: 9},
		{Finished: true},
	}
	f.Played.Games[0].Name = "c02p4s7-1"
	f.Played.Stats = saves.Stats{
		Chapters:  []saves.ChapterStats{{Chapter: "1", Players: 4, Tally: saves.Tally{Won: 1}, Done: true}},
		WinsInRow: 3,
	}
	puzzles, err := puzzle.All()
	require.NoError(t, err)
	f.Stars = map[string]int{puzzles[0].ID: 2}

	begun := line(t, f, "continue")
	assert.Equal(t, "c02p4s7-1", begun.Which)
	assert.Equal(t, "trick 3 of 9", begun.Brief)
	assert.True(t, strings.HasSuffix(begun.Note, ", "+begun.Brief), begun.Note)
	assert.Equal(t, "1 of 18 won; next is Chapter 2", line(t, f, "book").Note)
	assert.Equal(t, "1 of 18 won", line(t, f, "book").Brief)
	assert.Equal(t, "shire: 4 players, 0 of 18 won", line(t, f, "campaign").Note)
	assert.Equal(t, "0 of 18 won", line(t, f, "campaign").Brief)
	assert.Equal(t, "Chapter 2", line(t, f, "new").Note)
	assert.Equal(t, "2 saved games", line(t, f, "saved").Note)
	assert.Equal(t, "streak 3", line(t, f, "stats").Note)
	assert.Contains(t, line(t, f, "puzzle").Note, "1 of ")
	assert.True(t, strings.HasPrefix(line(t, f, "puzzle").Note, line(t, f, "puzzle").Brief))

	f.Played.Campaigns = f.Played.Campaigns[1:]
	assert.Equal(t, "older: "+f.Texts.T("lobby.broken"), line(t, f, "campaign").Note)
	f.Client = settings.BrowserAtHome
	assert.Empty(t, line(t, f, "continue").Which, "the round on the pages")
}

// TestMenuToday checks that the state of the deal of the day is that of the best game, on the day in UTC.
func TestMenuToday(t *testing.T) {
	f := newFacts("en", settings.ScreenAtHome)
	id, err := daily.Deal(t.Context(), f.Library, menuNow)
	require.NoError(t, err)
	game := func(finished bool, result chapters.Result) saves.Save {
		return saves.Save{
			Record: chapters.Record{Position: chapters.Position{Deal: id.String()}}, Finished: finished, Result: result,
		}
	}
	f.Now = menuNow.In(time.FixedZone("", 14*60*60)) // it is tomorrow there
	for _, tt := range []struct {
		note  string
		games []saves.Save
	}{
		{"26 November", nil},
		{"26 November", []saves.Save{{Record: chapters.Record{Position: chapters.Position{Deal: "c02p4s7"}}}}},
		{"26 November, lost", []saves.Save{game(true, chapters.Lost)}},
		{"26 November, started", []saves.Save{game(true, chapters.Lost), game(false, "")}},
		{"26 November, won", []saves.Save{game(false, ""), game(true, chapters.Won), game(true, chapters.Lost)}},
	} {
		f.Played.Games = tt.games
		assert.Equal(t, tt.note, line(t, f, "today").Note)
	}
}

// TestMenuOnServer checks what the menu says about a visitor of a server.
func TestMenuOnServer(t *testing.T) {
	f := newFacts("en", settings.BrowserOnServer)
	f.Name = "Anna"
	f.Tables = []table.Visited{{Ticket: table.Ticket{Table: "a"}}, {Ticket: table.Ticket{Table: "b"}}}
	f.Tables[1].Damaged = table.ErrGone
	var tables []MenuLine
	for _, l := range f.Menu() {
		if l.Entry.Name == "continue" {
			tables = append(tables, l)
		}
	}
	require.Len(t, tables, 2)
	assert.Equal(t, "a", tables[0].Which)
	assert.NotEmpty(t, tables[0].Note)
	require.ErrorIs(t, tables[1].Err, table.ErrGone)
	assert.Equal(t, f.Texts.T("serve.lobby.damaged"), tables[1].Note)
	assert.Equal(t, "Anna", line(t, f, "name").Note)
	assert.Equal(t, f.Texts.T("serve.lobby.new"), line(t, f, "new").Label)
	for _, name := range []string{"today", "book", "campaign", "new", "stats", "puzzle"} {
		assert.Empty(t, line(t, f, name).Note, "nobody counts what was won")
	}
	assert.Equal(t, f.Texts.T("serve.stats.note"), line(t, f, "stats").About)
	line(t, f, "elsewhere")
	f.HasReturnCode = true
	for _, l := range f.Menu() {
		assert.NotEqual(t, "elsewhere", l.Entry.Name)
	}
}

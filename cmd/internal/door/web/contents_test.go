package web

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/door/web/webtest"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hasPlayed is somebody at home with rounds, puzzles and two campaigns.
func hasPlayed(t *testing.T) *alone {
	begun, err := campaign.New(chapters.Default(), 4, 1)
	require.NoError(t, err)
	far, err := campaign.Read(chapters.Default(), "far", []byte("campaign: 1\nplayers: 3\nhumans: 1\nchapters:\n"+
		"- {chapter: 1, players: 3, rounds: 2, lost: 1, won: \"2026-11-20\", won_in: 2, cleared: true}\n"+
		"- {chapter: 3, players: 3, rounds: 4, lost: 4}\n"))
	require.NoError(t, err)
	return &alone{
		Settings: settings.Settings{Puzzles: map[string]int{"a": 2, "b": 1}},
		kept: saves.Played{
			Campaigns: []*saves.Table{{Name: "road", Campaign: begun}, {Name: "far", Campaign: far}},
			Stats: saves.Stats{
				Chapters: []saves.ChapterStats{
					{Chapter: "1", Players: 1, Tally: saves.Tally{Won: 1, Lost: 2}, Tries: 3, Unaided: true, Done: true},
					{Chapter: "1", Players: 4, Tally: saves.Tally{Won: 1}, Tries: 1, Unaided: true, Done: true, First: true},
					{Chapter: "14", Players: 3, Tally: saves.Tally{Open: 1}},
				},
				Characters: []saves.CharacterStats{{Character: "frodo", Met: 4, Failed: 1}},
				WinsInRow:  1, MostWinsInRow: 2,
				Days: daily.Streak{Won: 3, Current: 1, Longest: 2},
			},
		},
	}
}

// pagesAtHome opens the pages of somebody at home, who plays a round meanwhile.
func pagesAtHome(t *testing.T, lang string, who *alone) *person {
	h, err := NewHome(chapters.Default(), texts.New(lang), who, -1)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, h.Close()) })
	server, key, _ := strings.Cut(h.Link, "/?")
	p := &person{Browser: webtest.New(server), t: t}
	require.NoError(t, p.Open("/?"+key))
	return p
}

// says checks that the page has a text.
func (p *person) says(text string) {
	p.t.Helper()
	assert.Contains(p.t, strings.Join(strings.Fields(p.Text()), " "), strings.Join(strings.Fields(text), " "))
}

// TestStatisticsPage checks that everything in the statistics is on their page, at home and on a server, and that a
// chapter leads to its page.
func TestStatisticsPage(t *testing.T) {
	t.Parallel()
	for _, lang := range characters.Languages {
		tx := texts.New(lang)
		who := hasPlayed(t)
		p := pagesAtHome(t, lang, who)
		require.NoError(t, p.Open("/stats"))
		said := book.OwnStatistics(tx, chapters.Default(), &who.kept.Stats, who.Puzzles)
		for _, f := range said.Figures {
			p.says(f.Text)
		}
		for _, list := range []book.Results{said.Chapters, said.Characters} {
			for _, text := range []string{list.Title, list.Amounts, list.Legend} {
				p.says(text)
			}
			for _, r := range list.All {
				p.says(r.Number + " " + r.Name)
				p.says(r.Details)
				p.says(r.Share)
			}
		}
		for _, text := range said.Remarks {
			p.says(text)
		}
		assert.Contains(t, string(p.Body), `href="/read/chapter/14"`)
	}

	s := serve(t, nil)
	anna := s.comes("Anna", "")
	require.NoError(t, anna.Open("/stats"))
	said := book.ServerStatistics(anna.words(), chapters.Default(), nil, nil)
	anna.says(said.Scope)
	for _, f := range said.Figures {
		anna.says(f.Text)
	}
}

// TestPuzzlePages checks that everything in the list of puzzles is on the pages of the chapters, and that a puzzle begins
// from there.
func TestPuzzlePages(t *testing.T) {
	for _, lang := range characters.Languages {
		all, err := puzzle.All()
		require.NoError(t, err)
		second := puzzle.Filter(all, "2", 0)[1]
		who := hasPlayed(t)
		who.Puzzles = map[string]int{second.ID: 2}
		p := pagesAtHome(t, lang, who)
		said := choose.Puzzles(texts.New(lang), chapters.Default(), who.Puzzles, time.Now())
		for i := range said.Chapters {
			chapter := &said.Chapters[i]
			require.NoError(t, p.Open(puzzlesPath(chapter.Chapter.ID)))
			for _, text := range []string{said.Title, said.About, said.Summary, said.Legend, said.Today.Name, said.Today.Details} {
				p.says(text)
			}
			for k := range said.Chapters { // all of them, the closed ones, too
				p.says(strings.Replace(said.Chapters[k].Title, "  ", " · ", 1) + " " + said.Chapters[k].Brief)
			}
			for n := range chapter.Puzzles {
				p.says(chapter.Puzzles[n].Name + ", " + chapter.Puzzles[n].Length)
			}
		}
		require.NoError(t, p.Open("/puzzles"))
		p.says(said.Chapters[0].Puzzles[3].Name + ", ")
		require.NoError(t, p.Open("/puzzles?chapter=2"))
		assert.Contains(t, string(p.Body), texts.New(lang).T("lobby.book.stars", 2, puzzle.MostStars))
		require.NoError(t, p.Send("/puzzles", url.Values{"chapter": {"2"}, "puzzle": {second.ID}}))
		assert.Equal(t, "/table/puzzle", p.URL.Path)
		p.says(texts.New(lang).T("lobby.puzzle.name", 2, second.Level))
	}
}

// TestRoadPages checks that the chapter book and the roads of campaigns have each station with what there is room for,
// and lead to each other.
func TestRoadPages(t *testing.T) {
	t.Parallel()
	for _, lang := range characters.Languages {
		tx := texts.New(lang)
		who := hasPlayed(t)
		p := pagesAtHome(t, lang, who)
		lib := chapters.Default()
		pages := map[string]*book.Road{"/book": book.ChapterBook(tx, lib, &who.kept)}
		for _, k := range who.kept.Campaigns {
			pages[pathOfCampaign(k.Name)] = book.CampaignRoad(tx, lib, k.Name, k.Campaign)
		}
		for path, road := range pages {
			require.NoError(t, p.Open(path))
			for _, text := range []string{road.Title, road.Summary, road.Legend, road.Seats} {
				p.says(text)
			}
			for _, s := range slices.Concat(road.Stations, road.Others) {
				p.says(s.Title)
				p.says(s.Progress)
				switch {
				case s.Number == "":
					p.says(s.Closed)
				case s.IsCurrent:
					p.says(tx.T("road.here"))
				case s.Stars.Count() > 0:
					p.says(s.Place)
					assert.Contains(t, string(p.Body), s.Stars.Spoken(tx))
				case s.State == "":
					p.says(s.Place)
				default:
					p.says(s.State)
				}
			}
		}
		require.NoError(t, p.Open("/read/chapter/1"))
		p.says(book.ResultsIn(tx, &who.kept, "1"))
		require.NoError(t, p.Open("/book"))
		assert.Contains(t, string(p.Body), `href="/campaign"`)
		require.NoError(t, p.Open("/campaign"))
		assert.Contains(t, string(p.Body), `href="/campaigns"`)
		require.NoError(t, p.Open("/campaigns"))
		for _, k := range who.kept.Campaigns {
			p.says(k.Name + " " + book.CampaignSummary(tx, lib, k.Campaign))
			assert.Contains(t, string(p.Body), `href="`+pathOfCampaign(k.Name)+`"`)
		}
	}
}

// TestCampaignWhilePlaying checks that the road says why no other chapter can be played.
func TestCampaignWhilePlaying(t *testing.T) {
	t.Parallel()
	who := hasPlayed(t)
	who.kept.Campaigns[0].Campaign.Playing = &campaign.Playing{Chapter: "1", Players: 4}
	p := pagesAtHome(t, "en", who)
	require.NoError(t, p.Open("/campaign"))
	p.says(texts.New("en").T("campaign.menu.begun"))
	assert.NotContains(t, string(p.Body), "?campaign=")
}

// TestSavedPages checks that everything in the list of saved games is on its page with what can be done, and that a game
// is deleted only after a question.
func TestSavedPages(t *testing.T) {
	for _, lang := range characters.Languages {
		tx := texts.New(lang)
		who := hasPlayed(t)
		who.kept.Games = []saves.Save{
			{Recorded: table.Recorded{Name: "begun"}, Stage: chapters.StagePlay, Tricks: 2, TrickTotal: 9},
			{Recorded: table.Recorded{Name: "won"}, Result: chapters.Won, Finished: true},
			{Recorded: table.Recorded{Name: "far-r1-1"}, Campaign: "far", Result: chapters.Lost, Finished: true},
			{Recorded: table.Recorded{Name: "broken"}, Err: saves.ErrDamaged},
		}
		p := pagesAtHome(t, lang, who)
		require.NoError(t, p.Open("/saved"))
		said := book.ListSaved(tx, chapters.Default(), &who.kept, time.Now())
		p.says(said.Title)
		p.says(said.Intro)
		for _, g := range said.All {
			if g.CanContinue {
				p.says(g.Day + " · " + g.State + " " + g.Name)
			} else {
				p.says(g.Day + " " + g.Name)
			}
			_, canContinue := p.Button(g.Name)
			assert.Equal(t, g.CanContinue, canContinue, g.Name)
			page := string(p.Body)
			assert.Equal(t, g.CanLook, strings.Contains(page, `href="/saved/look?name=`+g.Name), g.Name)
			assert.Equal(t, g.CanRemove, strings.Contains(page, `href="/saved/remove?name=`+g.Name), g.Name)
		}
		assert.Equal(t, 1, strings.Count(string(p.Body), `class="primary"`), "the game to go on with")
		require.NoError(t, p.Open("/saved?show=lost"))
		assert.NotContains(t, string(p.Body), "name=won")
		assert.Contains(t, string(p.Body), "name=far-r1-1")
		require.NoError(t, p.Open("/saved/remove?name=won"))
		p.says(tx.T("lobby.delete.sure", "won"))
		assert.Len(t, who.kept.Games, 4, "only asked")
		p.press("yes")
		assert.Equal(t, "/saved", p.URL.Path)
		assert.Len(t, who.kept.Games, 3)
		assert.NotContains(t, string(p.Body), "name=won")
		require.NoError(t, p.Send("/saved/remove", url.Values{"name": {"won"}}))
		p.says(texts.Sentence(tx.Problem(saves.ErrUnknown)))
		for _, name := range []string{"won", "far-r1-1"} {
			require.NoError(t, p.Open("/saved/remove?name="+name))
			assert.Equal(t, http.StatusNotFound, p.Status, name)
		}
	}
}

// TestManySavedGames follows the links to earlier games: each game is on one page, and no page has very many.
func TestManySavedGames(t *testing.T) {
	t.Parallel()
	who := hasPlayed(t)
	who.kept.Games = nil
	for n := range 117 {
		result := []chapters.Result{chapters.Won, chapters.Lost, chapters.Won}[n%3]
		game := saves.Save{Recorded: table.Recorded{Name: fmt.Sprintf("game-%03d", n)}, Result: result, Finished: true}
		who.kept.Games = append(who.kept.Games, game)
	}
	p := pagesAtHome(t, "en", who)
	for address, want := range map[string][]int{
		"/saved": {50, 50, 17}, "/saved?show=won": {50, 28}, "/saved?show=lost": {39},
		"/saved?from=100": {17}, "/saved?from=-1": {50, 50, 17}, "/saved?from=1000": {0}, "/saved?from=x": {50, 50, 17},
	} {
		seen := map[string]bool{}
		var pages []int
		for next := address; next != ""; {
			require.NoError(t, p.Open(next))
			names := regexp.MustCompile(`<small>game-\d+</small>`).FindAllString(string(p.Body), -1)
			for _, name := range names {
				assert.False(t, seen[name], name)
				seen[name] = true
			}
			pages = append(pages, len(names))
			next = ""
			if found := regexp.MustCompile(`id="earlier" href="([^"#]+)#ended"`).FindSubmatch(p.Body); found != nil {
				next = html.UnescapeString(string(found[1]))
			}
		}
		assert.Equal(t, want, pages, address)
	}
}

// TestCampaignActions checks that a campaign's round is given up, and the campaign deleted, only after a question.
func TestCampaignActions(t *testing.T) {
	for _, lang := range characters.Languages {
		tx := texts.New(lang)
		who := hasPlayed(t)
		who.kept.Campaigns[0].Campaign.Playing = &campaign.Playing{Chapter: "1", Players: 4}
		p := pagesAtHome(t, lang, who)
		require.NoError(t, p.Open(pathOfCampaign("far")))
		assert.NotContains(t, string(p.Body), "/campaign/giveup", "no round was begun")
		require.NoError(t, p.Open(pathOfCampaign("road")))
		assert.Contains(t, string(p.Body), `href="/campaign/giveup?name=road"`)
		require.NoError(t, p.Open("/campaign/giveup?name=road"))
		p.says(tx.T("campaign.menu.giveup.sure", "road"))
		assert.NotNil(t, who.kept.Campaigns[0].Campaign.Playing, "only asked")
		p.press("yes")
		assert.Equal(t, "/campaign", p.URL.Path)
		assert.Nil(t, who.kept.Campaigns[0].Campaign.Playing)
		assert.Contains(t, string(p.Body), `href="/campaign/remove?name=road"`)
		require.NoError(t, p.Open("/campaign/remove?name=road"))
		p.says(tx.T("campaign.menu.delete.sure", "road"))
		p.press("yes")
		assert.Equal(t, "/campaigns", p.URL.Path)
		require.NoError(t, p.Open("/campaign/remove?name=far"))
		p.press("yes")
		assert.Equal(t, "/", p.URL.Path, "none is left")
		assert.Empty(t, who.kept.Campaigns)
		require.NoError(t, p.Open("/campaign/remove?name=far"))
		assert.Equal(t, http.StatusNotFound, p.Status)
	}
}

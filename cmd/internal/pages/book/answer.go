package book

import (
	"time"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/saves"
)

// The shapes of a campaign in JSON.
type (
	campaignAnswer struct {
		Name        string    `json:"name"`
		Path        string    `json:"path"`
		Modified    time.Time `json:"modified"`
		Players     int       `json:"players,omitempty"`
		Humans      int       `json:"humans"`
		PlayerNames []string  `json:"by,omitempty"`
		// Round is the number of the round that is being played, or of the next one.
		Round int `json:"round,omitempty"`

		Won          int              `json:"won"`
		ChapterCount int              `json:"of,omitempty"`
		Recommended  any              `json:"recommended,omitempty"`
		Playing      *playingAnswer   `json:"playing,omitempty"`
		Chapters     []progressAnswer `json:"chapters,omitempty"`
		Error        string           `json:"error,omitempty"`
	}
	playingAnswer struct {
		Chapter any    `json:"chapter"`
		Players int    `json:"players"`
		Seed    uint64 `json:"seed"`
		Event   string `json:"event,omitempty"`
		Group   any    `json:"group,omitempty"`
		Rider   bool   `json:"rider,omitempty"`
		Game    string `json:"game,omitempty"`
	}
	progressAnswer struct {
		Chapter any    `json:"chapter"`
		Players int    `json:"players"`
		Rounds  int    `json:"rounds"`
		Lost    int    `json:"lost"`
		Won     string `json:"won,omitempty"`
		WonIn   int    `json:"won_in,omitempty"`
		// Least is how many rounds must still be won, at least.
		Least int `json:"least"`

		Completed   []string `json:"completed,omitempty"`
		Left        []string `json:"left,omitempty"`
		EventsDone  []string `json:"events_done,omitempty"`
		GroupsDone  []string `json:"groups_done,omitempty"`
		MithrilUsed bool     `json:"mithril_used,omitempty"`
		Failed      bool     `json:"failed,omitempty"`
		Pool        []string `json:"pool,omitempty"`
		Gift        string   `json:"gift,omitempty"`
		Rider       string   `json:"rider,omitempty"`
		RiderDone   bool     `json:"rider_done,omitempty"`
		// NoCarrier reports whether nobody of the pool may carry the rider (L5).
		NoCarrier bool `json:"no_carrier,omitempty"`
	}
)

// CampaignAnswer returns a campaign as a JSON object.
func CampaignAnswer(lib *chapters.Library, saved *saves.Table) any {
	answer := &campaignAnswer{Name: saved.Name, Path: saved.Path(), Modified: saved.Modified.UTC()}
	if saved.Err != nil {
		answer.Error = saved.Err.Error()
		return answer
	}
	c := saved.Campaign
	answer.Players = c.Players
	answer.Humans = c.Humans
	answer.PlayerNames = c.PlayerNames
	answer.Round = c.RoundNumber()
	answer.Won, answer.ChapterCount = ChaptersWon(lib, c.IsWon)
	if next := c.Recommended(); next != "" {
		answer.Recommended = strictyaml.Plain(next)
	}
	if playing := c.Playing; playing != nil {
		answer.Playing = &playingAnswer{
			Chapter: strictyaml.Plain(playing.Chapter),
			Players: playing.Players,
			Seed:    playing.Seed,
			Event:   playing.Event,
			Rider:   playing.Rider,
			Game:    playing.Save,
		}
		if playing.Group != "" {
			answer.Playing.Group = strictyaml.Plain(playing.Group)
		}
	}
	for _, ch := range lib.Chapters {
		for _, p := range c.Progress {
			if p.Chapter != ch.ID {
				continue
			}
			answer.Chapters = append(answer.Chapters, progressAnswer{
				Chapter:     strictyaml.Plain(p.Chapter),
				Players:     p.Players,
				Rounds:      p.Rounds,
				Lost:        p.Lost,
				Won:         p.Won,
				WonIn:       p.WonIn,
				Least:       p.MinRounds(),
				Completed:   p.Completed,
				Left:        p.Remaining(),
				EventsDone:  p.EventsDone,
				GroupsDone:  p.GroupsDone,
				MithrilUsed: p.MithrilUsed,
				Failed:      p.Failed,
				Pool:        p.Pool,
				Gift:        p.Gift,
				Rider:       p.Rider,
				RiderDone:   p.RiderDone,
				NoCarrier:   p.Rider != "" && !p.MayCarryRider(),
			})
		}
	}
	return answer
}

// chapterStats are the statistics of a chapter at one table size, in JSON.
type chapterStats struct {
	Chapter any `json:"chapter"`
	Players int `json:"players"`
	Games   int `json:"games"`
	Won     int `json:"won"`
	Lost    int `json:"lost"`
	Open    int `json:"open"`
	// Tries is the number of games until the first win, 0 without one.
	Tries int `json:"tries"`
}

type characterStats struct {
	Character string `json:"character"`
	Met       int    `json:"met"`
	Failed    int    `json:"failed"`
}

// dayStats is the record with the deals of the day: how many were won, and in a row.
type dayStats struct {
	Days    int    `json:"days"`
	Row     int    `json:"row"`
	Longest int    `json:"longest"`
	Last    string `json:"last"`
}

// puzzleStats are the puzzles that were solved, and the sum of their stars.
type puzzleStats struct {
	Solved int `json:"solved"`
	Stars  int `json:"stars"`
}

// StatsAnswers returns the statistics as JSON objects: one for each chapter and table size, then
// one for each character, one for the deals of the day and one for puzzles.
func StatsAnswers(stats *saves.Stats, puzzleStars map[string]int) (out []any) {
	for _, c := range stats.Chapters {
		out = append(out,
			chapterStats{strictyaml.Plain(c.Chapter), c.Players, c.Games(), c.Won, c.Lost, c.Open, c.Tries})
	}
	for _, c := range stats.Characters {
		out = append(out, characterStats{c.Character, c.Met, c.Failed})
	}
	if d := stats.Days; d.Won > 0 {
		out = append(out, dayStats{d.Won, d.Current, d.Longest, d.Last.Format(daily.Format)})
	}
	if n := solved(puzzleStars); n > 0 {
		sum := 0
		for _, stars := range puzzleStars {
			sum += stars
		}
		out = append(out, puzzleStats{n, sum})
	}
	return out
}

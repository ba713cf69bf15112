package saves

import (
	"slices"

	"fellowship/chapters"
)

// Played is everything that a person has played at home.
type Played struct {
	// Games are the saved games, the one played last first. Their field Game is nil, because there may
	// be many.
	Games []Save
	// Campaigns are the tables of campaigns, the one played last first.
	Campaigns []*Table
	Stats     Stats
	// Damages says what is wrong with files of games and campaigns.
	Damages []*Damage
}

// Played reads all tables.
func (l *List) Played(lib *chapters.Library) *Played {
	p := &Played{Campaigns: slices.Collect(l.Campaigns(lib))}
	var scores Scores
	for g := range l.Saves(lib) {
		scores.Add(lib, &g)
		g.Game = nil
		p.Games = append(p.Games, g)
	}
	p.Stats = scores.Stats(lib)
	p.Damages = l.Damages(lib)
	for _, d := range p.Damages {
		if d.Game != nil {
			d.Game.Game = nil
		}
	}
	return p
}

// UnlistedDamages returns the damages of files of which Games has no round: of a campaign that cannot be read at all,
// or of a copy under a strange name.
func (p *Played) UnlistedDamages() []*Damage {
	return slices.DeleteFunc(slices.Clone(p.Damages), func(d *Damage) bool {
		return slices.ContainsFunc(p.Games, func(g Save) bool { return g.Path() == d.Path })
	})
}

// Unfinished returns the game played last among those that can be continued, nil for none.
func (p *Played) Unfinished() *Save {
	if i := slices.IndexFunc(p.Games, func(g Save) bool { return g.CanContinue() }); i >= 0 {
		return &p.Games[i]
	}
	return nil
}

// Chapters returns the results by chapter and number of players. p may be nil.
func (p *Played) Chapters() []ChapterStats {
	if p == nil {
		return nil
	}
	return p.Stats.Chapters
}

// Stars returns the most stars that a chapter has with any number of players.
func (p *Played) Stars(chapter string) (most int) {
	for _, c := range p.Chapters() {
		if c.Chapter == chapter {
			most = max(most, c.Stars())
		}
	}
	return most
}

// Won reports whether the person has won a chapter with any number of players.
func (p *Played) Won(chapter string) bool {
	return slices.ContainsFunc(p.Chapters(), func(c ChapterStats) bool { return c.Chapter == chapter && c.Won > 0 })
}

// Next returns the chapter that a new game proposes: the first one that has not been won, or else the
// first one.
func (p *Played) Next(all []*chapters.Chapter) *chapters.Chapter {
	return all[max(slices.IndexFunc(all, func(c *chapters.Chapter) bool { return !p.Won(c.ID) }), 0)]
}

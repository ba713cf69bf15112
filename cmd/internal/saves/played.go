package saves

import (
	"iter"
	"slices"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/stars"
)

// Played is everything that a person has played at home.
type Played struct {
	// Games are the saved games as [List.Summaries] has them, the one played last first.
	Games []Save
	// Campaigns are the tables of campaigns, the one played last first.
	Campaigns []*Table
	Stats     Stats
	// Damages says what is wrong with files of games and campaigns.
	Damages []*Damage
}

// Played returns everything that was played at the tables. It reads those of which there is no summary.
func (l *List) Played(lib *chapters.Library) *Played {
	l.folder.summaries.restore(lib, l.tables)
	p := &Played{Campaigns: slices.Collect(l.Campaigns(lib))}
	var scores Scores
	for g := range l.Summaries(lib) {
		scores.Add(lib, g)
		p.Games = append(p.Games, *g)
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

// StarsOf returns the stars of a chapter with a number of players. It reads only the rounds of that chapter.
func (l *List) StarsOf(lib *chapters.Library, chapter string, players int) stars.Row {
	l.folder.summaries.restore(lib, l.tables)
	var scores Scores
	for g := range l.Rounds() {
		if g.isOf(chapter, players) {
			g.summarize(lib)
			scores.Add(lib, g)
		}
	}
	for _, c := range scores.Stats(lib).Chapters {
		if c.Chapter == chapter && c.Players == players {
			return c.Stars()
		}
	}
	return stars.Of(false, false, false, false)
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

// Stars returns the stars of a chapter with the number of players with which it has most, in single games or in a
// campaign. None is lit before the chapter is won.
func (p *Played) Stars(chapter string) stars.Row {
	best := stars.Of(false, false, false, false)
	for _, c := range p.Chapters() {
		if c.Chapter == chapter {
			best = stars.Better(best, c.Stars())
		}
	}
	for progress := range p.progress(chapter) {
		if progress.Won != "" {
			best = stars.Better(best, stars.OfProgress(progress))
		}
	}
	return best
}

// progress returns the progress of a chapter in all campaigns with any number of players.
func (p *Played) progress(chapter string) iter.Seq[*campaign.Progress] {
	return func(yield func(*campaign.Progress) bool) {
		if p == nil {
			return
		}
		for _, table := range p.Campaigns {
			if table.Campaign == nil {
				continue
			}
			for _, progress := range table.Campaign.Progress {
				if progress.Chapter == chapter && !yield(progress) {
					return
				}
			}
		}
	}
}

// Won reports whether the person has won a chapter with any number of players: a long chapter not by its first won
// game, but by as many as it takes.
func (p *Played) Won(chapter string) bool {
	for progress := range p.progress(chapter) {
		if progress.Won != "" {
			return true
		}
	}
	return slices.ContainsFunc(p.Chapters(), func(c ChapterStats) bool { return c.Chapter == chapter && c.Done })
}

// RoundsLeft returns how many games a long chapter still takes at least, of which a game was won; 0 for any other
// chapter.
func (p *Played) RoundsLeft(chapter string) (least int) {
	for _, c := range p.Chapters() {
		if c.Chapter == chapter && c.RoundsLeft > 0 && (least == 0 || c.RoundsLeft < least) {
			least = c.RoundsLeft
		}
	}
	return least
}

// Next returns the chapter that a new game proposes: the first one of which no game has been won, or else the first one.
func (p *Played) Next(all []*chapters.Chapter) *chapters.Chapter {
	hasWin := func(chapter *chapters.Chapter) bool {
		return p.Won(chapter.ID) || slices.ContainsFunc(p.Chapters(), func(c ChapterStats) bool {
			return c.Chapter == chapter.ID && c.Won > 0
		})
	}
	return all[max(slices.IndexFunc(all, func(c *chapters.Chapter) bool { return !hasWin(c) }), 0)]
}

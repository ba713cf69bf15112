// Package campaign plays the chapters one after another (L1 to L5).
//
//   - the campaign and its next round: campaign.go
//   - what a group chooses before a round: choice.go; which events and groups it can choose: options.go
//   - how a round ended, and what a won round adds: outcome.go
//   - how far a chapter has come: progress.go
//   - the file of a campaign: document.go; which names such files can have: file_name.go
package campaign

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
)

// Campaign holds a group's progress in the chapters, and the round that the group is playing. It is a
// state machine: Next begins a round, and Record takes its outcome. The caller plays the round and saves
// the campaign.
type Campaign struct {
	// Players is the number of players of the next rounds, 1 to 4.
	Players int `yaml:"players" doc:"need,1..4"`
	// Humans is how many of the players are people.
	Humans int `yaml:"humans" doc:"need,0..4"`
	// PlayerNames names the player of each seat, in the words of records. If it is empty, the players
	// are chosen for each round.
	PlayerNames []string `yaml:"by,omitempty,flow" doc:"most=16"`
	// RoadOpen reports whether the chapters were won elsewhere, so that the Road may begin at once (L5).
	RoadOpen bool `yaml:"road,omitempty"`
	// Progress has an entry for each chapter that was begun and each number of players with which it was
	// begun.
	Progress []*Progress `yaml:"chapters,omitempty" doc:"most=500,of=progress"`
	// Playing is the round that was begun and not recorded yet, nil for none.
	Playing *Playing `yaml:"-"`

	lib *chapters.Library
}

// Playing is a round that was begun.
type Playing struct {
	// Chapter is the id of the chapter.
	Chapter string
	// Players is the number of players.
	Players int
	// Seed is the number of the deal.
	Seed uint64
	// Event is the id of the event with which the round is played (C14), "" for none.
	Event string
	// Group is the id of the group with which the round is played (C18), "" for none.
	Group string
	// Rider reports whether the special rider of the Road is carried in the round (L5).
	Rider bool
	// Save is the name under which the caller saves the record of the round.
	Save string
}

// Reasons for which [Campaign.Next] fails. Its errors wrap them and name the rule.
var (
	// ErrPlaying means that the last round was not recorded yet.
	ErrPlaying = say.New("a round is being played")
	// ErrAfterLoss means that the last round of the chapter was lost, so [Keep] or [Restart] has to be
	// chosen (L3).
	ErrAfterLoss = say.New("the last round was lost")
	// ErrVariant means that an event or a group has to be chosen.
	ErrVariant = say.New("a choice is missing")
)

// New returns a campaign in which nothing was played yet. Humans is how many of the players are people.
func New(lib *chapters.Library, players, humans int) (*Campaign, error) {
	switch {
	case players < 1 || players > 4:
		return nil, say.Errorf("%d players are not possible: 1 to 4 can play (S1)", players)
	case humans < 0 || humans > players:
		return nil, say.Errorf("%d people cannot play in a campaign for %d (S1)", humans, players)
	}
	return &Campaign{Players: players, Humans: humans, lib: lib}, nil
}

// RoundNumber returns the number of the round that is being played, or else of the next round. Rounds are
// counted from 1.
func (c *Campaign) RoundNumber() int {
	n := 1
	for _, p := range c.Progress {
		n += p.Rounds
	}
	return n
}

// ProgressOf returns how far a chapter has come with a number of players, nil if it was never begun.
func (c *Campaign) ProgressOf(chapter string, players int) *Progress {
	if i := c.progressIndex(chapter, players); i >= 0 {
		return c.Progress[i]
	}
	return nil
}

// progressIndex returns the index in Progress of a chapter with a number of players, −1 for none.
func (c *Campaign) progressIndex(chapter string, players int) int {
	return slices.IndexFunc(c.Progress, func(p *Progress) bool { return p.Chapter == chapter && p.Players == players })
}

// setProgress adds a chapter's progress, or replaces the old one.
func (c *Campaign) setProgress(p *Progress) {
	if i := c.progressIndex(p.Chapter, p.Players); i >= 0 {
		c.Progress[i] = p
	} else {
		c.Progress = append(c.Progress, p)
	}
}

// IsWon reports whether a chapter was won, with any number of players.
func (c *Campaign) IsWon(chapter string) bool {
	return slices.ContainsFunc(c.Progress, func(p *Progress) bool { return p.Chapter == chapter && p.Won != "" })
}

// Recommended returns the id of the chapter to play next: the latest long chapter with won rounds that is
// not won yet, else the first chapter that was not won (L4), and after all chapters the Road (L5). It
// returns "" if everything was won.
func (c *Campaign) Recommended() string {
	for _, p := range slices.Backward(c.Progress) {
		if p.Players == c.Players && p.Won == "" && p.hasResultsToKeep() {
			return p.Chapter
		}
	}
	for _, ch := range c.lib.Chapters {
		if !c.IsWon(ch.ID) && !(c.RoadOpen && ch.Pool == nil) {
			return ch.ID
		}
	}
	return ""
}

// isRoadOpen reports whether the Road may begin: every chapter was won, here or elsewhere (L5).
func (c *Campaign) isRoadOpen() bool {
	return c.RoadOpen || !slices.ContainsFunc(c.lib.Chapters, func(ch *chapters.Chapter) bool {
		return ch.Pool == nil && !c.IsWon(ch.ID)
	})
}

// Next begins the next round and returns its deal. A chapter that was won before starts again. If Next
// fails it changes nothing; the error may wrap [ErrPlaying], [ErrAfterLoss] or [ErrVariant].
func (c *Campaign) Next(ch Choice) (chapters.Position, error) {
	if c.Playing != nil {
		return chapters.Position{},
			say.Errorf("%w: round %d, of chapter %s; record it first", ErrPlaying, c.RoundNumber(), c.Playing.Chapter)
	}
	ch = c.withDefaults(ch)
	if ch.Chapter == "" {
		return chapters.Position{}, say.Errorf("all chapters and the Road are won: name the one to play again")
	}
	p, err := c.attempt(ch)
	if err != nil {
		return chapters.Position{}, err
	}
	variant, err := p.choose(ch)
	if err != nil {
		return chapters.Position{}, err
	}
	if err := p.mayLeaveRider(ch.WithoutRider); err != nil {
		return chapters.Position{}, err
	}
	playing := Playing{
		Chapter: ch.Chapter,
		Players: ch.Players,
		Seed:    ch.Seed,
		Rider:   p.Rider != "" && !p.RiderDone && !ch.WithoutRider,
	}
	switch p.chapter.VariantKind() {
	case "event":
		playing.Event = variant
	case "group":
		playing.Group = variant
	}
	next := *c
	next.Playing = &playing
	next.Progress = slices.Clone(c.Progress)
	next.setProgress(p)
	pos, err := next.Position()
	if err == nil {
		*c = next
	}
	return pos, err
}

// attempt returns a copy of the progress to which the next round adds. The chapter starts again if it was
// won, or if the group has chosen that after a lost round (L3). The Road draws a new pool, gift and rider
// after it was won, but keeps them after a lost round.
func (c *Campaign) attempt(ch Choice) (*Progress, error) {
	chapter, err := c.lib.Chapter(ch.Chapter)
	switch {
	case err != nil:
		return nil, err
	case ch.Players < 1 || ch.Players > 4:
		return nil, say.Errorf("%d players are not possible: 1 to 4 can play (S1)", ch.Players)
	case chapter.Pool != nil && !c.isRoadOpen():
		return nil, say.Errorf("%s comes after the campaign: chapter %s is not won yet (L5)", chapter.Title,
			c.Recommended())
	}
	p := &Progress{Chapter: ch.Chapter, Players: ch.Players, lib: c.lib, chapter: chapter}
	if old := c.ProgressOf(ch.Chapter, ch.Players); old != nil {
		copied := *old
		p = &copied
	}
	if p.Done() {
		p.Attempt = Attempt{}
	}
	switch {
	case p.Failed && ch.AfterLoss == "":
		return nil, say.Errorf("chapter %s: %w: start the chapter again, or keep what earlier rounds completed (L3)",
			p.Chapter, ErrAfterLoss)
	case ch.AfterLoss == Restart && !p.Failed && p.hasResultsToKeep():
		return nil, ruleError("L3", "chapter %s can be started again only after a lost round", p.Chapter)
	case ch.AfterLoss == Restart:
		p.Attempt = Attempt{Pool: p.Pool, Gift: p.Gift, Rider: p.Rider}
	}
	p.Failed = false
	if chapter.Pool != nil && p.Pool == nil {
		terms := c.lib.DrawRoad(chapter, ch.Players, ch.Seed)
		p.Pool = terms.Pool
		p.Gift = terms.Gift
		p.Rider = terms.Rider
	}
	return p, nil
}

// Position returns the deal of the round that is being played, in stage draft.
func (c *Campaign) Position() (chapters.Position, error) {
	playing := c.Playing
	if playing == nil {
		return chapters.Position{}, say.New("no round is being played")
	}
	p := c.ProgressOf(playing.Chapter, playing.Players)
	terms := chapters.Terms{
		Event:       playing.Event,
		EventsDone:  p.EventsDone,
		Group:       playing.Group,
		Pool:        p.Pool,
		Gift:        p.Gift,
		Completed:   p.Completed,
		MithrilUsed: p.MithrilUsed,
	}
	if playing.Rider {
		terms.Rider = p.Rider
	}
	id := chapters.DealID{Chapter: playing.Chapter, Players: playing.Players, Seed: playing.Seed}
	if v := p.chapter.Variant(playing.Event + playing.Group); v != nil {
		id.Variant = v.Letter()
	}
	return c.lib.DealRound(id, terms)
}

// ruleError returns an error with the number of the rule that is broken.
func ruleError(rule, format string, args ...any) error {
	return say.Errorf("%s (%s)", say.Sprintf(format, args...), rule)
}

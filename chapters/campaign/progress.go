package campaign

import (
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Progress is how far a chapter has come with a number of players.
type Progress struct {
	// Chapter is the id of the chapter.
	Chapter string `yaml:"chapter" doc:"need,of=chapter"`
	// Players is the number of players.
	Players int `yaml:"players" doc:"need,1..4"`
	// Rounds is the number of rounds that were played.
	Rounds int `yaml:"rounds" doc:"need,0..1000000"`
	// Lost is the number of rounds that were lost.
	Lost int `yaml:"lost,omitempty" doc:"0..1000000"`
	// Won is the day on which the chapter was won for the first time, such as 2026-11-21, "" before.
	Won string `yaml:"won,omitempty" doc:"of=day"`
	// WonIn is the number of rounds after which the chapter was won for the first time.
	WonIn int `yaml:"won_in,omitempty" doc:"1..1000000"`
	// First reports whether the chapter was won before a round of it was lost.
	First bool `yaml:"first,omitempty"`
	// Unaided reports whether the chapter was once won without help in any of the won rounds.
	Unaided bool `yaml:"unaided,omitempty"`
	// Straight reports whether the chapter was once won without undo in any of the won rounds.
	Straight bool `yaml:"straight,omitempty"`
	Attempt  `yaml:",inline"`

	// lib is the library of the campaign.
	lib *chapters.Library
	// chapter is the chapter of the library.
	chapter *chapters.Chapter
}

// Attempt holds the results of the rounds of a chapter since it was last started. It stays after the
// chapter is won, until the chapter is played again.
type Attempt struct {
	// Pool is the ids of the characters that were drawn for the Road (L5).
	Pool []string `yaml:"pool,omitempty,flow" doc:"most=200,once,of=pool"`
	// Gift is the id of the gift that was drawn for the Road (L5).
	Gift string `yaml:"gift,omitempty" doc:"of=gift"`
	// Rider is the id of the special rider that was drawn for the Road (L5).
	Rider string `yaml:"rider,omitempty" doc:"of=rider"`
	// RiderDone reports whether the rider was carried in a won round (L5).
	RiderDone bool `yaml:"rider_done,omitempty"`
	// Cleared reports whether a short chapter was won (L1).
	Cleared bool `yaml:"cleared,omitempty"`
	// Completed is the ids of the characters that took part in won rounds of a long chapter (L2), in the
	// order of the chapter card.
	Completed []string `yaml:"completed,omitempty,flow" doc:"most=200,once,of=character"`
	// EventsDone is the ids of the events that were won (C14).
	EventsDone []string `yaml:"events_done,omitempty,flow" doc:"most=200,once,of=event"`
	// GroupsDone is the ids of the groups that were won (C18).
	GroupsDone []string `yaml:"groups_done,omitempty,flow" doc:"most=200,once,of=group"`
	// MithrilUsed reports whether the one use that Mithril has in the chapter is spent.
	MithrilUsed bool `yaml:"mithril_used,omitempty"`
	// Failed reports whether the last round was lost and the group has to choose (L3).
	Failed bool `yaml:"failed,omitempty"`
	// Helped reports whether somebody asked for help in a won round.
	Helped bool `yaml:"helped,omitempty"`
	// Undone reports whether something was taken back in a won round.
	Undone bool `yaml:"undone,omitempty"`
}

// NewProgress returns the progress of a chapter of which no round was played yet.
func NewProgress(lib *chapters.Library, chapter *chapters.Chapter, players int) *Progress {
	return &Progress{Chapter: chapter.ID, Players: players, lib: lib, chapter: chapter}
}

// Add adds a round that was played outside of a campaign, with the event (C14) or the group (C18) of the round, "" for
// none. A lost round takes nothing away (L3). Once the chapter is won it starts again. The Road is never won in this way,
// because what is drawn for it holds for one campaign only (L5).
func (p *Progress) Add(o Outcome, event, group string) {
	if p.Done() {
		p.Attempt = Attempt{}
	}
	p.Rounds++
	if !o.Won {
		p.Lost++
		return
	}
	p.Helped = p.Helped || o.Helped
	p.Undone = p.Undone || o.Undone
	p.addWin(&Playing{Chapter: p.Chapter, Players: p.Players, Event: event, Group: group}, o)
}

// LibraryChapter returns the chapter of the library that the progress is about.
func (p *Progress) LibraryChapter() *chapters.Chapter { return p.chapter }

// chapterWith returns the chapter as it is played with an event or a group, or without one if v is nil.
func (p *Progress) chapterWith(v *chapters.Variant) *chapters.Chapter {
	c := p.chapter
	if v != nil {
		c = v.Chapter
	}
	// ForRound fails only for an event or a group that the chapter does not have, and none is named here.
	c, _ = c.ForRound(chapters.Terms{Pool: p.Pool}, p.Players)
	return c
}

// completable lists the ids of the characters that can be completed, in the chapter's order.
func (p *Progress) completable() []string {
	out := rosterIDs(p.chapterWith(nil))
	for i := range p.chapter.Groups {
		out = append(out, rosterIDs(p.chapterWith(&p.chapter.Groups[i]))...)
	}
	return out
}

// rosterIDs lists the ids of the characters that can be taken in a chapter.
func rosterIDs(c *chapters.Chapter) (out []string) {
	for _, e := range c.Roster {
		out = append(out, e.Character.ID)
	}
	return out
}

// Remaining lists the ids of the characters that still have to be completed before a long chapter is won.
// Characters that the chapter exempts need not be (L2). The list is empty for a short chapter, and for a
// chapter with groups, which is won by its groups instead (C18).
func (p *Progress) Remaining() []string {
	if !p.chapter.Long || len(p.chapter.Groups) > 0 {
		return nil
	}
	var remaining []string
	for _, e := range p.chapterWith(nil).Roster {
		if !e.Exempt && !slices.Contains(p.Completed, e.Character.ID) {
			remaining = append(remaining, e.Character.ID)
		}
	}
	return remaining
}

// Done reports whether the chapter is won. A short chapter is won by one round (L1), and a long one when
// every character is completed and every event or group is won (L2, C14, C18). For the Road the rider must
// have been carried, too, unless nobody may carry it (L5).
func (p *Progress) Done() bool {
	if !p.chapter.Long {
		return p.Cleared
	}
	if p.chapter.Pool != nil && (p.Pool == nil || p.RiderIsLeft()) {
		return false
	}
	return len(p.Remaining()) == 0 && len(p.undone()) == 0
}

// RiderIsLeft reports whether the rider of the Road still has to be carried in a won round (L5).
func (p *Progress) RiderIsLeft() bool { return p.Rider != "" && !p.RiderDone && p.MayCarryRider() }

// isWonWithoutRider reports whether the Road is won although nobody may carry its rider (L5).
func (p *Progress) isWonWithoutRider() bool { return p.Rider != "" && !p.MayCarryRider() && p.Done() }

// MayCarryRider reports whether a character of the pool may carry the rider of the Road (L5). With 2 or 3 players a
// pool can be drawn of which nobody may. The rulebook does not say what holds then; we read it so that the Road is
// won when every character is completed.
func (p *Progress) MayCarryRider() bool {
	rider := p.lib.Riders[p.Rider]
	return rider != nil && p.chapterWith(nil).MayCarry(rider)
}

// hasResultsToKeep reports whether the chapter is not won yet and earlier won rounds have completed something
// that can be kept (L3).
func (p *Progress) hasResultsToKeep() bool {
	return p.chapter.Long && !p.Done() && p.completedCount() > 0
}

// completedCount returns how many characters, events and groups are completed.
func (p *Progress) completedCount() int {
	return len(p.Completed) + len(p.EventsDone) + len(p.GroupsDone)
}

// hasWon reports whether an event or a group was won.
func (p *Progress) hasWon(v *chapters.Variant) bool {
	return slices.Contains(p.EventsDone, v.ID) || slices.Contains(p.GroupsDone, v.ID)
}

// undone lists the events or groups that were not won yet.
func (p *Progress) undone() []*chapters.Variant {
	var out []*chapters.Variant
	for _, v := range p.chapter.Variants() {
		if !p.hasWon(&v) {
			out = append(out, &v)
		}
	}
	return out
}

// MinRounds returns the smallest number of further rounds that can win the chapter (N), 0 if it is won.
func (p *Progress) MinRounds() int {
	switch {
	case p.Done():
		return 0
	case !p.chapter.Long:
		return 1
	case len(p.chapter.Groups) > 0:
		return len(p.undone())
	}
	remaining := p.Remaining()
	undone := p.undone()
	// Each event that is not won yet needs a round of its own. Remaining loses the characters that must be
	// taken in these rounds, and seats counts the seats that they leave for others.
	seats := 0
	for _, v := range undone {
		var free int
		free, remaining = p.freeSeats(v, remaining)
		seats += free
	}
	// The characters that remain then need further rounds, with a repeatable event if there are events.
	perRound := 0
	for i := range p.chapter.Events {
		if v := &p.chapter.Events[i]; v.Repeatable {
			free, _ := p.freeSeats(v, remaining)
			perRound = max(perRound, free)
		}
	}
	if len(p.chapter.Events) == 0 {
		perRound, remaining = p.freeSeats(nil, remaining)
	}
	perRound = max(perRound, 1)
	furtherRounds := max(len(remaining)-seats+perRound-1, 0) / perRound
	return max(len(undone)+furtherRounds, 1)
}

// freeSeats returns how many seats of a round with an event or a group are free for characters that need
// not be taken. It also returns the list without the characters that must be taken.
func (p *Progress) freeSeats(v *chapters.Variant, list []string) (free int, unstarred []string) {
	free = tricks.SeatsFor(p.Players)
	unstarred = slices.Clone(list)
	for _, e := range p.chapterWith(v).Roster {
		if e.Starred {
			free--
			unstarred = slices.DeleteFunc(unstarred, func(id string) bool { return id == e.Character.ID })
		}
	}
	return free, unstarred
}

// Package campaign plays the chapters one after another (L1 to L5).
//
// How far a chapter has come is in progress.go, the file of a campaign in document.go.
package campaign

import (
	"cmp"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Campaign holds a group's progress in the chapters, and the round it is playing. It is a
// state machine: Next begins a round, Record takes how it ended. Others play the round and
// keep the campaign.
type Campaign struct {
	// Players is how many play the next rounds, Humans how many of them are people.
	Players int `yaml:"players" doc:"need,1..4"`
	Humans  int `yaml:"humans" doc:"need,0..4"`
	// PlayerNames names the player of each of those seats, in the words of records. If it is empty that is
	// decided anew for each round.
	PlayerNames []string `yaml:"by,omitempty,flow" doc:"most=16"`
	// RoadOpen reports whether the chapters were won elsewhere, so that the Road may begin at once (L5).
	RoadOpen bool `yaml:"road,omitempty"`
	// Progress is each chapter that was begun, once for each number of players.
	Progress []*Progress `yaml:"chapters,omitempty" doc:"most=500,of=progress"`
	// Playing is the round that was begun and not recorded yet, nil for none.
	Playing *Playing `yaml:"-"`

	lib *chapters.Library
}

// Playing is a round that was begun.
type Playing struct {
	Chapter string
	Players int
	Seed    uint64
	// Event or Group is the one that the round is played with. Rider reports whether the special
	// rider of the Road is carried in it.
	Event, Group string
	Rider        bool
	// Save is a name of the caller's, for the record of the round.
	Save string
}

// AfterLoss is the choice of a group after a lost round of a long chapter (L3).
type AfterLoss string

// The choices of L3.
const (
	Keep    AfterLoss = "keep"    // go on with what earlier rounds have completed
	Restart AfterLoss = "restart" // start the chapter again
)

// Choice is the choice of a group before a round.
type Choice struct {
	// Chapter is empty for the recommended one (L4). Players is 0 for those of the campaign.
	Chapter string
	Players int
	Seed    uint64
	// Event or Group need not be named where only one is possible.
	Event, Group string
	// WithoutRider leaves the rider of the Road to another round (L5).
	WithoutRider bool
	AfterLoss    AfterLoss `json:"After"`
}

// SetVariant chooses an event or a group of a chapter, by its id.
func (ch *Choice) SetVariant(chapter *chapters.Chapter, id string) {
	if chapter.VariantKind() == "event" {
		ch.Event = id
	} else {
		ch.Group = id
	}
}

// Offer holds the choices that are left for a round, see [Campaign.Offers].
type Offer struct {
	// Chapter is the one that is played, nil where it cannot be.
	Chapter *chapters.Chapter
	// Variants are the events or groups with which the round may be played (C14, C18).
	Variants []*chapters.Variant
	// AfterLoss reports whether the last round was lost, so that the group keeps what it has or
	// restarts (L3), and Rider whether it may leave the rider to another round (L5).
	AfterLoss, Rider bool
}

// Offers returns the choices left for a round, with a chapter, a number of players and
// perhaps what comes after a lost round chosen already.
func (c *Campaign) Offers(ch Choice) (out Offer) {
	ch.Chapter, ch.Players = cmp.Or(ch.Chapter, c.Recommended()), cmp.Or(ch.Players, c.Players)
	if old := c.ProgressOf(ch.Chapter, ch.Players); old != nil && old.Failed {
		out.AfterLoss = true
		ch.AfterLoss = cmp.Or(ch.AfterLoss, Keep)
	} else {
		ch.AfterLoss = ""
	}
	p, err := c.attempt(ch)
	if err != nil {
		return out
	}
	out.Chapter = p.chapter
	for _, o := range p.Options() {
		if o.Err == nil {
			out.Variants = append(out.Variants, o.Variant)
		}
	}
	out.Rider = !p.RiderDone && p.mayLeaveRider(true) == nil
	return out
}

// The reasons for which Next refuses. The errors say more, and name the rule.
var (
	// ErrPlaying: the last round was not recorded yet.
	ErrPlaying = say.New("a round is being played")
	// ErrAfter: the last round of the chapter was lost, so Keep or Restart has to be chosen (L3).
	ErrAfterLoss = say.New("the last round was lost")
	// ErrVariant: an event or a group has to be chosen.
	ErrVariant = say.New("a choice is missing")
)

// New begins a campaign of so many players, humans of whom are people.
func New(lib *chapters.Library, players, humans int) (*Campaign, error) {
	switch {
	case players < 1 || players > 4:
		return nil, say.Errorf("%d players are not possible: 1 to 4 can play (S1)", players)
	case humans < 0 || humans > players:
		return nil, say.Errorf("%d people cannot play in a campaign for %d (S1)", humans, players)
	}
	return &Campaign{Players: players, Humans: humans, lib: lib}, nil
}

// Number is the number of the round being played, or of the next one: one more than were recorded.
func (c *Campaign) Number() int {
	n := 1
	for _, p := range c.Progress {
		n += p.Rounds
	}
	return n
}

// ProgressOf returns how far a chapter has come with so many players, nil if it was never begun.
func (c *Campaign) ProgressOf(chapter string, players int) *Progress {
	if i := c.index(chapter, players); i >= 0 {
		return c.Progress[i]
	}
	return nil
}

// index returns where the progress of a chapter with so many players stands, −1 for none.
func (c *Campaign) index(chapter string, players int) int {
	return slices.IndexFunc(c.Progress, func(p *Progress) bool { return p.Chapter == chapter && p.Players == players })
}

// set puts a chapter's progress in the place of the old one.
func (c *Campaign) set(p *Progress) {
	if i := c.index(p.Chapter, p.Players); i >= 0 {
		c.Progress[i] = p
	} else {
		c.Progress = append(c.Progress, p)
	}
}

// IsWon reports whether a chapter was won, with any number of players.
func (c *Campaign) IsWon(chapter string) bool {
	return slices.ContainsFunc(c.Progress, func(p *Progress) bool { return p.Chapter == chapter && p.Won != "" })
}

// Recommended is the chapter to play next. That is a long one that has won rounds and is not
// won yet, else the first that was not won (L4), and after all of them the Road (L5). It is
// empty if everything was won.
func (c *Campaign) Recommended() string {
	for _, p := range slices.Backward(c.Progress) {
		if p.Players == c.Players && p.Won == "" && p.begun() {
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

// complete reports whether every chapter was won, so that the Road begins (L5).
func (c *Campaign) complete() bool {
	return c.RoadOpen || !slices.ContainsFunc(c.lib.Chapters, func(ch *chapters.Chapter) bool {
		return ch.Pool == nil && !c.IsWon(ch.ID)
	})
}

// Next begins the next round and returns its deal. A chapter that was won begins anew. An
// error changes nothing. It may wrap [ErrPlaying], [ErrAfterLoss] or [ErrVariant].
func (c *Campaign) Next(ch Choice) (chapters.Position, error) {
	if c.Playing != nil {
		return chapters.Position{},
			say.Errorf("%w: round %d, of chapter %s; record it first", ErrPlaying, c.Number(), c.Playing.Chapter)
	}
	ch.Chapter, ch.Players = cmp.Or(ch.Chapter, c.Recommended()), cmp.Or(ch.Players, c.Players)
	if ch.Chapter == "" {
		return chapters.Position{}, say.Errorf("every chapter was won, and the Road: say which to play again")
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
		Chapter: ch.Chapter, Players: ch.Players, Seed: ch.Seed,
		Rider: p.Rider != "" && !p.RiderDone && !ch.WithoutRider,
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
	next.set(p)
	pos, err := next.Position()
	if err == nil {
		*c = next
	}
	return pos, err
}

// attempt returns the progress that the next round adds to. The chapter begins anew if it was
// won, or if the group wants that (L3).
func (c *Campaign) attempt(ch Choice) (*Progress, error) {
	chapter, err := c.lib.Chapter(ch.Chapter)
	switch {
	case err != nil:
		return nil, err
	case ch.Players < 1 || ch.Players > 4:
		return nil, say.Errorf("%d players are not possible: 1 to 4 can play (S1)", ch.Players)
	case chapter.Pool != nil && !c.complete():
		return nil, say.Errorf("%s comes after the campaign: chapter %s is not won yet (L5)", chapter.Title,
			c.Recommended())
	}
	p := &Progress{Chapter: ch.Chapter, Players: ch.Players, chapter: chapter}
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
	case ch.AfterLoss == Restart && !p.Failed && p.begun():
		return nil, ruleError("L3", "chapter %s can be started again only after a lost round", p.Chapter)
	case ch.AfterLoss == Restart:
		p.Attempt = Attempt{Pool: p.Pool, Gift: p.Gift, Rider: p.Rider}
	}
	p.Failed = false
	if chapter.Pool != nil && p.Pool == nil {
		r := c.lib.DrawRoad(chapter, ch.Players, ch.Seed)
		p.Pool = r.Pool
		p.Gift = r.Gift
		p.Rider = r.Rider
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
	r := chapters.Terms{
		Event: playing.Event, EventsDone: p.EventsDone, Group: playing.Group,
		Pool: p.Pool, Gift: p.Gift, Completed: p.Completed, MithrilUsed: p.MithrilUsed,
	}
	if playing.Rider {
		r.Rider = p.Rider
	}
	id := chapters.DealID{Chapter: playing.Chapter, Players: playing.Players, Seed: playing.Seed}
	if v := p.chapter.Variant(playing.Event + playing.Group); v != nil {
		id.Variant = v.Letter()
	}
	return c.lib.DealRound(id, r)
}

// Outcome is how a round of a campaign ended.
type Outcome struct {
	// Round is the round's number.
	Round int
	Won   bool
	// Taken is the characters that took part.
	Taken []string
	// Waived reports whether Mithril covered a goal or the Bridge. Rider reports whether a character
	// carried the rider of the Road.
	Waived, Rider bool
	// Date is the day, such as 2026-11-21, for the chapter book.
	Date string
}

// OutcomeOf returns how a game ended that is over or was ended early (T11). A game whose
// result is open was given up, which counts as lost.
func OutcomeOf(round int, g *chapters.Game, date string) Outcome {
	o := Outcome{Round: round, Won: g.Result() == chapters.Won, Date: date}
	for _, seat := range g.View(tricks.NoSeat).Seats {
		if seat.Character != nil {
			o.Taken = append(o.Taken, seat.Character.ID)
		}
		o.Rider = o.Rider || g.Start().Rider != "" && seat.Rider != nil
	}
	o.Waived = o.Won &&
		(g.View(tricks.NoSeat).Spared || slices.ContainsFunc(g.Statuses(), func(s chapters.GoalStatus) bool {
			return s.Status == characters.Waived
		}))
	return o
}

// Record takes how the round being played ended. If that round was recorded before, it
// returns false and changes nothing. So an interrupted program may record it again.
func (c *Campaign) Record(o Outcome) (bool, error) {
	switch n := c.Number(); {
	case o.Round >= 1 && o.Round < n:
		return false, nil
	case o.Round != n || c.Playing == nil:
		return false, say.Errorf("round %d was not begun: the next is round %d", o.Round, n)
	}
	playing := c.Playing
	p := *c.ProgressOf(c.Playing.Chapter, c.Playing.Players)
	p.Rounds++
	if o.Won {
		p.addWin(playing, o)
	} else {
		p.Lost++
		// L3: without anything to keep there is nothing to choose.
		p.Failed = p.begun()
	}
	c.set(&p)
	c.Playing = nil
	return true, nil
}

// addWin adds what a won round has brought (L1, L2, L5).
func (p *Progress) addWin(playing *Playing, o Outcome) {
	add := func(list []string, id string, completable []string) []string {
		if id == "" || slices.Contains(list, id) || !slices.Contains(completable, id) {
			return list
		}
		return append(slices.Clip(list), id)
	}
	if p.chapter.Long {
		completable := p.completable()
		for _, id := range o.Taken {
			p.Completed = add(p.Completed, id, completable)
		}
		p.Completed = slices.SortedFunc(slices.Values(p.Completed), func(a, b string) int {
			return slices.Index(completable, a) - slices.Index(completable, b)
		})
		p.GroupsDone = add(p.GroupsDone, playing.Group, chapters.VariantIDs(p.chapter.Groups))
		// C14: the last event is done only if all characters are completed with it.
		if v := p.chapter.Variant(playing.Event); v != nil && (!v.Last || len(p.Remaining()) == 0) {
			p.EventsDone = add(p.EventsDone, playing.Event, chapters.VariantIDs(p.chapter.Events))
		}
		p.MithrilUsed = p.MithrilUsed || o.Waived
		p.RiderDone = p.RiderDone || playing.Rider && o.Rider
	} else {
		p.Cleared = true
	}
	if p.Done() && p.Won == "" {
		p.Won = o.Date
		p.WonIn = p.Rounds
	}
}

func ruleError(rule, format string, args ...any) error {
	return say.Errorf("%s (%s)", say.Sprintf(format, args...), rule)
}

package campaign

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Progress is how far a chapter has come with so many players.
type Progress struct {
	Chapter string `yaml:"chapter" doc:"need,of=chapter"`
	Players int    `yaml:"players" doc:"need,1..4"`
	// Rounds counts the rounds that were played, Lost those of them that were lost.
	Rounds int `yaml:"rounds" doc:"need,0..1000000"`
	Lost   int `yaml:"lost,omitempty" doc:"0..1000000"`
	// Won is the day the chapter was won for the first time, empty before. WonIn is how many
	// rounds that took.
	Won     string `yaml:"won,omitempty" doc:"of=day"`
	WonIn   int    `yaml:"won_in,omitempty" doc:"1..1000000"`
	Attempt `yaml:",inline"`

	chapter *chapters.Chapter
}

// Attempt holds the results of the rounds of a chapter since it was begun. It stays after the
// chapter is won, until it is played again.
type Attempt struct {
	// Pool, Gift and Rider are drawn by the Road. RiderDone reports whether a won round
	// carried the rider (L5).
	Pool      []string `yaml:"pool,omitempty,flow" doc:"most=200,once,of=pool"`
	Gift      string   `yaml:"gift,omitempty" doc:"of=gift"`
	Rider     string   `yaml:"rider,omitempty" doc:"of=rider"`
	RiderDone bool     `yaml:"rider_done,omitempty"`
	// Cleared reports whether a short chapter was won (L1).
	Cleared bool `yaml:"cleared,omitempty"`
	// Completed is the characters of won rounds of a long chapter (L2), in the order of the chapter
	// card. EventsDone is the events (C14) and GroupsDone the groups (C18) that were won.
	Completed  []string `yaml:"completed,omitempty,flow" doc:"most=200,once,of=character"`
	EventsDone []string `yaml:"events_done,omitempty,flow" doc:"most=200,once,of=event"`
	GroupsDone []string `yaml:"groups_done,omitempty,flow" doc:"most=200,once,of=group"`
	// MithrilUsed reports whether the one use of the chapter is spent.
	MithrilUsed bool `yaml:"mithril_used,omitempty"`
	// Failed reports whether the last round was lost and the group has to choose (L3).
	Failed bool `yaml:"failed,omitempty"`
}

// LibraryChapter returns the chapter the progress is about.
func (p *Progress) LibraryChapter() *chapters.Chapter { return p.chapter }

// chapterWith returns the chapter as it is played with an event or a group, nil for neither.
func (p *Progress) chapterWith(v *chapters.Variant) *chapters.Chapter {
	c, err := p.chapter.ForRound(chapters.Terms{Pool: p.Pool}, p.Players)
	if err != nil || v == nil { // without an event or a group there is no error
		return c
	}
	c, _ = v.Chapter.ForRound(chapters.Terms{Pool: p.Pool}, p.Players)
	return c
}

// completable lists the characters that can be completed, in the chapter's order.
func (p *Progress) completable() []string {
	var out []string
	list := []*chapters.Chapter{p.chapterWith(nil)}
	for i := range p.chapter.Groups {
		list = append(list, p.chapterWith(&p.chapter.Groups[i]))
	}
	for _, c := range list {
		out = append(out, ids(c)...)
	}
	return out
}

func ids(c *chapters.Chapter) (out []string) {
	for _, e := range c.Roster {
		out = append(out, e.Character.ID)
	}
	return out
}

// Remaining lists the characters that have to be completed yet: all of a long chapter that it does not
// exempt (L2). A chapter of groups asks for its groups instead (C18).
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

// Done reports whether the chapter is won: a short one by a round (L1), a long
// one when every character is completed and every event and group is done (L2,
// C14, C18), the Road when the rider was carried as well (L5).
func (p *Progress) Done() bool {
	if !p.chapter.Long {
		return p.Cleared
	}
	if p.chapter.Pool != nil && (p.Pool == nil || !p.RiderDone) {
		return false
	}
	return len(p.Remaining()) == 0 && len(p.undone()) == 0
}

// begun reports whether a chapter goes on and won rounds of it have brought something worth
// keeping (L3).
func (p *Progress) begun() bool {
	return p.chapter.Long && !p.Done() && len(p.Completed)+len(p.EventsDone)+len(p.GroupsDone) > 0
}

func (p *Progress) hasWon(v *chapters.Variant) bool {
	return slices.Contains(p.EventsDone, v.ID) || slices.Contains(p.GroupsDone, v.ID)
}

func (p *Progress) undone() []*chapters.Variant {
	var out []*chapters.Variant
	for _, v := range p.chapter.Variants() {
		if !p.hasWon(&v) {
			out = append(out, &v)
		}
	}
	return out
}

// Least is the fewest rounds that can win the chapter from here (N), 0 if it is won.
func (p *Progress) Least() int {
	switch {
	case p.Done():
		return 0
	case !p.chapter.Long:
		return 1
	case len(p.chapter.Groups) > 0:
		return len(p.undone())
	}
	rest := p.Remaining()
	undone := p.undone()
	free, each := 0, 0 // seats in the rounds of the undone variants, and in each round after them
	for _, v := range undone {
		free += p.freeSeats(v, &rest)
	}
	for i := range p.chapter.Events {
		if v := &p.chapter.Events[i]; v.Repeatable {
			copied := slices.Clone(rest)
			each = max(each, p.freeSeats(v, &copied))
		}
	}
	if len(p.chapter.Events) == 0 {
		each = p.freeSeats(nil, &rest)
	}
	more := max(len(rest)-free+max(each, 1)-1, 0) / max(each, 1)
	return max(len(undone)+more, 1)
}

// freeSeats returns how many seats of a round are left when those characters sit that have to
// be taken. It strikes these off the list.
func (p *Progress) freeSeats(v *chapters.Variant, rest *[]string) int {
	free := tricks.SeatsFor(p.Players)
	for _, e := range p.chapterWith(v).Roster {
		if e.Starred {
			free--
			*rest = slices.DeleteFunc(slices.Clone(*rest), func(id string) bool { return id == e.Character.ID })
		}
	}
	return free
}

// Option is an event or a group, and why it cannot be chosen now, nil if it can.
type Option struct {
	*chapters.Variant
	Err error
}

// Options lists the events or the groups of the chapter.
func (p *Progress) Options() []Option {
	var out []Option
	for _, v := range p.chapter.Variants() {
		out = append(out, Option{&v, p.mayPlay(&v)})
	}
	return out
}

// mayPlay reports why an event or a group cannot be chosen. Groups, and most events, are won
// only once (C14, C18). The last event comes when it can win the chapter (C14).
func (p *Progress) mayPlay(v *chapters.Variant) error {
	name := v.Title
	switch {
	case p.hasWon(v) && len(p.chapter.Groups) > 0:
		return ruleError("C18", "group %s has won its round", v.ID)
	case p.hasWon(v) && !v.Repeatable:
		return ruleError("C14", "%s was won before, and is played only once", name)
	case !v.Last:
		return nil
	}
	for _, other := range p.undone() {
		if other.ID != v.ID && !other.Last {
			return ruleError("C14", "%s comes last, and %s was not won yet", name, other.Title)
		}
	}
	rest := p.Remaining()
	free := p.freeSeats(v, &rest)
	roster := p.chapterWith(v)
	if len(rest) > free || slices.ContainsFunc(rest, func(id string) bool { return roster.Entry(id) == nil }) {
		var names []characters.Text
		for _, id := range rest {
			names = append(names, p.chapter.Entry(id).Character.Name)
		}
		return ruleError("C14", "%s comes last, but not all of %s can be completed in it%s", name,
			say.Fold("%s, %s", names), p.repeatHint())
	}
	return nil
}

// repeatHint names the event that may be played once more meanwhile.
func (p *Progress) repeatHint() say.Text {
	for _, v := range p.chapter.Events {
		if v.Repeatable {
			return say.Sprintf("; play %s again", v.Title)
		}
	}
	return say.Text{}
}

// choose returns the event or group of a round: the one that is named, or the only possible one.
func (p *Progress) choose(ch Choice) (string, error) {
	v, err := p.chapter.Named(ch.Event, ch.Group)
	kind := p.chapter.VariantKind()
	options := p.Options()
	if err != nil || kind == "" {
		return "", err
	}
	if v != nil {
		i := slices.IndexFunc(options, func(o Option) bool { return o.ID == v.ID })
		return v.ID, options[i].Err
	}
	var open []string
	for _, o := range options {
		if o.Err == nil {
			open = append(open, o.ID)
		}
	}
	if len(open) == 1 {
		return open[0], nil
	}
	return "", say.Errorf("%w: say with which %s the round is played: %s (C%s)", ErrVariant, say.Word(kind),
		strings.Join(open, ", "), p.Chapter)
}

// mayLeaveRider reports why the rider of the Road cannot be left to another
// round: where this one would be the last (L5).
func (p *Progress) mayLeaveRider(leave bool) error {
	switch {
	case !leave:
		return nil
	case p.Rider == "":
		return say.Errorf("chapter %s has no rider to leave to another round", p.Chapter)
	case !p.RiderDone && len(p.Remaining()) == 0:
		return ruleError("L5", "every character is completed, so the rider has to be carried now")
	}
	return nil
}

package campaign

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
)

// Option is an event or a group of a chapter.
type Option struct {
	*chapters.Variant
	// Err is the reason why it cannot be chosen now, nil if it can.
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

// mayPlay returns nil if an event or a group can be chosen now. Groups, and most events, are won only once
// (C14, C18). The last event can be chosen only if it can win the chapter (C14).
func (p *Progress) mayPlay(v *chapters.Variant) error {
	name := v.Title
	switch {
	case p.hasWon(v) && len(p.chapter.Groups) > 0:
		return ruleError("C18", "group %s has won its round", v.ID)
	case p.hasWon(v) && !v.Repeatable:
		return ruleError("C14", "%s has already been won, and can be played only once", name)
	case !v.Last:
		return nil
	}
	for _, other := range p.undone() {
		if other.ID != v.ID && !other.Last {
			return ruleError("C14", "%s comes last, and %s was not won yet", name, other.Title)
		}
	}
	free, remaining := p.freeSeats(v, p.Remaining())
	played := p.chapterWith(v)
	isAbsent := func(id string) bool { return played.Entry(id) == nil }
	if len(remaining) <= free && !slices.ContainsFunc(remaining, isAbsent) {
		return nil
	}
	var names []characters.Text
	for _, id := range remaining {
		names = append(names, p.chapter.Entry(id).Character.Name)
	}
	return ruleError("C14", "%s comes last, but not all of %s can be completed in it%s", name,
		say.Fold("%s, %s", names), p.repeatHint())
}

// repeatHint returns the end of an error, which names an event that may be played again in the meantime.
func (p *Progress) repeatHint() say.Text {
	for _, v := range p.chapter.Events {
		if v.Repeatable {
			return say.Sprintf("; play %s again", v.Title)
		}
	}
	return say.Text{}
}

// choose returns the id of the event or group that a choice names, or of the only one that can be chosen. It
// returns "" if the chapter has none. The error wraps [ErrVariant] if the choice names none and not exactly
// one can be chosen.
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
	var possible []string
	for _, o := range options {
		if o.Err == nil {
			possible = append(possible, o.ID)
		}
	}
	if len(possible) == 1 {
		return possible[0], nil
	}
	return "", say.Errorf("%w: name the %s for the round: %s (C%s)", ErrVariant, say.Word(kind),
		strings.Join(possible, ", "), p.Chapter)
}

// mayLeaveRider returns nil if the rider is not left to another round of the Road, or may be. It may not
// be if this round would be the last (L5).
func (p *Progress) mayLeaveRider(leave bool) error {
	switch {
	case !leave:
		return nil
	case p.Rider == "":
		return say.Errorf("chapter %s has no rider to leave to another round", p.Chapter)
	case p.RiderIsLeft() && len(p.Remaining()) == 0:
		return ruleError("L5", "every character is completed, so the rider has to be carried now")
	}
	return nil
}

package campaign

import (
	"cmp"

	"fellowship/chapters"
)

// AfterLoss is the choice of a group after a lost round of a long chapter (L3).
type AfterLoss string

// The choices after a lost round (L3).
const (
	// Keep goes on with what earlier rounds have completed.
	Keep AfterLoss = "keep"
	// Restart starts the chapter again.
	Restart AfterLoss = "restart"
)

// Choice is the choice of a group before a round.
type Choice struct {
	// Chapter is the id of the chapter, "" for the recommended one (L4).
	Chapter string
	// Players is the number of players, 0 for the campaign's.
	Players int
	// Seed is the number of the deal.
	Seed uint64
	// Event is the id or the letter of an event. It may be empty if only one can be chosen.
	Event string
	// Group is the id or the letter of a group. It may be empty if only one can be chosen.
	Group string
	// WithoutRider leaves the rider of the Road to another round (L5).
	WithoutRider bool
	// AfterLoss is "" unless the last round of the chapter was lost (L3).
	AfterLoss AfterLoss `json:"After"`
}

// SetVariant chooses an event or a group of a chapter by its id.
func (ch *Choice) SetVariant(chapter *chapters.Chapter, id string) {
	if chapter.VariantKind() == "event" {
		ch.Event = id
	} else {
		ch.Group = id
	}
}

// Offer is the choices that are left for a round (see [Campaign.Offers]).
type Offer struct {
	// Chapter is the chapter of the round, nil if it cannot be played.
	Chapter *chapters.Chapter
	// Err says why the chapter cannot be played, nil if it can.
	Err error
	// Variants are the events or groups with which the round may be played (C14, C18).
	Variants []*chapters.Variant
	// AfterLoss reports whether the last round was lost and the group has to choose [Keep] or [Restart]
	// (L3).
	AfterLoss bool
	// Rider reports whether the group may leave the rider to another round (L5).
	Rider bool
}

// Offers returns the choices that are left for a round if the fields of ch that are set are chosen
// already: the chapter, the number of players, and what comes after a lost round.
func (c *Campaign) Offers(ch Choice) (out Offer) {
	ch = c.withDefaults(ch)
	if old := c.ProgressOf(ch.Chapter, ch.Players); old != nil && old.Failed {
		out.AfterLoss = true
		ch.AfterLoss = cmp.Or(ch.AfterLoss, Keep)
	} else {
		ch.AfterLoss = ""
	}
	p, err := c.attempt(ch)
	if err != nil {
		out.Err = err
		return out
	}
	out.Chapter = p.chapter
	for _, o := range p.Options() {
		if o.Err == nil {
			out.Variants = append(out.Variants, o.Variant)
		}
	}
	out.Rider = p.RiderIsLeft() && p.mayLeaveRider(true) == nil
	return out
}

// withDefaults returns a choice with the recommended chapter (L4) and the campaign's number of players, if
// it does not state others.
func (c *Campaign) withDefaults(ch Choice) Choice {
	ch.Chapter = cmp.Or(ch.Chapter, c.Recommended())
	ch.Players = cmp.Or(ch.Players, c.Players)
	return ch
}

package texts

import (
	"fmt"
	"strconv"
	"strings"

	"fellowship/characters"
	"fellowship/tricks"
)

// Progress returns the numbers of a seat's goal as texts. The number of tricks won is always there
// and comes last.
func (r Round) Progress(s tricks.Seat) []string {
	var out []string
	for _, m := range r.Meters(s) {
		out = append(out, m.Text)
	}
	return out
}

// TricksWon says how many tricks a seat has won.
func (t *Texts) TricksWon(n int) string {
	if n == 0 {
		return t.T("scene.tricks.none")
	}
	return t.N("scene.tricks", n)
}

// Meter is one number of a goal.
type Meter struct {
	// Text is the number in words.
	Text string
	// Brief is the number alone, empty if there is none.
	Brief string
	// Counted is how many tricks or cards have been won.
	Counted int
	// Least is how many the goal needs, 0 if it needs none.
	Least int
	// Possible is the highest count that can still be reached.
	Possible int
}

// Meters returns the numbers of a seat's goal, as [Round.Progress] does, with their values.
func (r Round) Meters(s tricks.Seat) []Meter {
	p := progress{texts: r.texts, seat: s}
	p.setTricks(fmt.Sprint(r.view.Seats[s].Won))
	if goal, ok := r.view.Standing(s); ok {
		p.goal(&goal)
	}
	return append(p.out, p.tricks)
}

// progress collects the numbers of a goal.
type progress struct {
	texts *Texts
	seat  tricks.Seat
	out   []Meter
	// tricks is the number of tricks, compared with the number that the goal asks for, if any.
	tricks Meter
}

// add adds a text to the numbers of the goal.
func (p *progress) add(text string) { p.out = append(p.out, Meter{Text: text}) }

func (p *progress) setTricks(count string) {
	p.tricks = Meter{Text: p.texts.T("progress.tricks", count), Brief: count}
}

// conditionMeter returns the number of a condition; text puts the number into words.
func (p *progress) conditionMeter(g *characters.Standing, text func(count string) string) Meter {
	count := p.countText(g)
	return Meter{text(count), count, g.Counted, g.Least, g.Possible}
}

// countText compares the number that is won with the number that the goal wants.
func (p *progress) countText(g *characters.Standing) string {
	switch {
	case g.Most != characters.NoLimit && g.Most > g.Least && g.Least > 0:
		return p.texts.T("progress.count.range", g.Counted, g.Least, g.Most)
	case g.Counted <= g.Least:
		return p.texts.T("progress.count.of", g.Counted, g.Least)
	case g.Most == g.Least:
		return p.texts.T("progress.count.over", g.Counted, g.Least)
	}
	return p.texts.T("progress.count.more", g.Counted, g.Least)
}

// number adds the number of a condition to the numbers of the goal.
func (p *progress) number(g *characters.Standing, text func(count string) string) {
	p.out = append(p.out, p.conditionMeter(g, text))
}

func (p *progress) goal(g *characters.Standing) {
	switch {
	case g.Op == characters.Leaf:
		p.leaf(g)
	case p.ofAll(g):
	case g.Op == characters.All:
		for i := range g.Parts {
			p.goal(&g.Parts[i])
		}
	case len(g.Parts) > 0:
		p.best(g)
	}
}

// ofAll adds how many of several similar conditions are met: for every seat (Elrond), for every rank.
// It reports whether it did so.
func (p *progress) ofAll(g *characters.Standing) bool {
	if g.Op != characters.All || len(g.Parts) < 2 {
		return false
	}
	met := 0
	otherSeats := false
	ranks := len(g.Parts) == 8
	for i := range g.Parts {
		part := &g.Parts[i]
		if part.Op != characters.Leaf {
			return false
		}
		otherSeats = otherSeats || part.Condition.Seat != p.seat
		ranks = ranks && part.Condition.Kind == characters.Cards
		if part.Distance == 0 {
			met++
		}
	}
	switch {
	case otherSeats:
		all := &characters.Standing{
			Numbers:  characters.Numbers{Counted: met, Least: len(g.Parts), Most: len(g.Parts)},
			Possible: len(g.Parts),
		}
		p.number(all, func(count string) string { return p.texts.T("progress.everyone", count) })
	case ranks:
		p.add(p.texts.T("progress.ranks", p.texts.T("progress.count.of", met, len(g.Parts))))
	}
	return otherSeats || ranks
}

// best adds the condition that has come furthest if one of several is enough: of ranks (Celeborn),
// of runs (Balin's Tomb), of suits (Tom).
func (p *progress) best(g *characters.Standing) {
	var best *characters.Standing
	for i := range g.Parts {
		part := &g.Parts[i]
		if len(part.Parts) > 0 {
			// Once no card of the suit can be left over, its cards do not matter any more (Tom).
			if last := &part.Parts[len(part.Parts)-1]; last.Op == characters.Leaf &&
				last.Condition.Kind == characters.LeftOver && last.Possible == 0 {
				continue
			}
			part = &part.Parts[0]
		}
		if part.Op == characters.Leaf && part.Condition.Kind == characters.Cards &&
			(best == nil || part.Counted > best.Counted) {
			best = part
		}
	}
	if best == nil {
		return
	}
	cards := best.Condition.Cards
	switch suit := cards.First().Suit(); {
	case best.Counted == 0:
		p.number(best, func(count string) string { return p.texts.T("progress.cards") + " " + count })
	case cards&^tricks.SuitSet(suit) == 0:
		p.number(best, func(count string) string { return p.texts.Count(suit) + " " + count })
	default:
		p.number(best, func(count string) string { return p.texts.T("progress.rank", cards.First().Rank(), count) })
	}
}

// Facts lists what is special about a seat, in a few words each: its threat number, its rider and
// its gift, what it declared and announced, and what lies aside.
func (r Round) Facts(s tricks.Seat) []string {
	seat := &r.view.Seats[s]
	var out []string
	// The text is a function because most facts are absent and must cost nothing.
	add := func(present bool, text func() string) {
		if present {
			out = append(out, text())
		}
	}
	add(seat.Threat > 0, func() string { return r.texts.T("fact.threat", seat.Threat) })
	add(seat.Threat == 0 && seat.ThreatHidden && seat.Character != nil && seat.Character.HasAction(characters.Threat),
		func() string { return r.texts.T("fact.threat.hidden") })
	add(seat.Declared != "", func() string { return r.texts.T("fact.declared", r.texts.Say(seat.Declared)) })
	add(seat.Range != [2]int{}, func() string {
		return r.texts.T("fact.range", strconv.Itoa(seat.Range[0])+"-"+strconv.Itoa(seat.Range[1]))
	})
	if seat.Rider != nil {
		out = append(out, r.texts.Name(seat.Rider))
	}
	// The Sword and the Horn are not named, since the range and the announcement are listed.
	if seat.Gift != nil && seat.Range == [2]int{} && seat.Announced == nil {
		out = append(out, seat.Gift.Name.In(r.texts.lang))
	}
	var announced []string
	for _, suit := range seat.Announced {
		announced = append(announced, r.texts.Letter(suit))
	}
	add(announced != nil, func() string { return r.texts.T("fact.announced", strings.Join(announced, " ")) })
	add(seat.Tucked != tricks.NoCard, func() string { return r.texts.T("fact.tucked", r.texts.Aside(seat.Tucked)) })
	add(seat.First != tricks.NoCard, func() string { return r.texts.T("fact.first", r.texts.Aside(seat.First)) })
	add(seat.Last != tricks.NoCard, func() string { return r.texts.T("fact.last", r.texts.Aside(seat.Last)) })
	add(tricks.Deck&^seat.Shown == 0, func() string { return r.texts.T("fact.open") })
	return out
}

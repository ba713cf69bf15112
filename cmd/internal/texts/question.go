package texts

import (
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Worded reports whether a decision is answered with a word, a number or a name
// rather than with a card.
func Worded(k chapters.Kind) bool {
	switch k {
	case chapters.Threat, chapters.Redraw, chapters.Declare, chapters.Range, chapters.TakeLost, chapters.TakeBack, chapters.NameLeader:
		return true
	}
	return false
}

// Question asks for a decision that is answered with a word (see [Worded]), or
// says what is done with the card of one that puts it aside. It begins with a
// small letter; "" for all others.
func (t *Texts) Question(v *chapters.View, a *chapters.Ask) string {
	at := &v.Seats[a.Seat]
	switch a.Kind {
	case chapters.Threat:
		return t.T("ask.threat")
	case chapters.Redraw:
		return t.T("ask.redraw", at.Threat)
	case chapters.Declare:
		return t.T("ask.declare", at.Threat)
	case chapters.Range:
		return t.T("ask.range")
	case chapters.TakeLost:
		return t.T("ask.takelost", tricks.FormatCards(v.Lost))
	case chapters.TakeBack:
		return t.T("ask.takeback", at.Tucked)
	case chapters.NameLeader:
		return t.T("ask.name")
	case chapters.Tuck:
		return t.T("ask.tuck")
	case chapters.KeepLast:
		return t.T("ask.keeplast")
	case chapters.PutFirst:
		return t.T("ask.putfirst")
	}
	return ""
}

// Answer names an answer to such a question, and that nothing is exchanged.
func (t *Texts) Answer(v *chapters.View, d chapters.Decision) string {
	switch d.Kind {
	case chapters.Threat:
		return t.T("answer.threat", d.Number)
	case chapters.Redraw:
		return t.T("answer.redraw." + d.Say)
	case chapters.Declare:
		return t.T("answer.declare." + d.Say)
	case chapters.Range:
		return t.T("answer.range", d.Say)
	case chapters.TakeLost:
		return t.T("answer.lost." + d.Say)
	case chapters.TakeBack:
		return t.T("answer.back." + d.Say)
	case chapters.NameLeader:
		if d.To == d.Seat {
			return t.T("answer.name.self")
		}
		return t.Who(v, d.To)
	case chapters.Swap:
		return t.T("answer.wait")
	}
	return t.T("answer.none")
}

// Partner names who or what a card is exchanged with.
func (t *Texts) Partner(v *chapters.View, s tricks.Seat) string {
	if s == chapters.LostCard {
		return t.T("lostcard", tricks.FormatCards(v.Lost))
	}
	return t.Who(v, s)
}

// Received is the card that is to be answered at a seat, NoCard if there is
// none: the last one that came from whoever gets one back.
func Received(v *chapters.View, a *chapters.Ask) tricks.Card {
	if len(a.Options) == 0 {
		return tricks.NoCard
	}
	for i := len(v.Log) - 1; i >= 0; i-- {
		if e := v.Log[i]; e.Kind == chapters.Passed && e.To == a.Seat && e.Seat == a.Options[0].To {
			return e.Card
		}
	}
	return tricks.NoCard
}

// Facts lists what is special about a seat, a few words each: its threat number,
// its rider and its gift, what it declared and announced, and what lies aside.
func (t *Texts) Facts(v *chapters.View, s tricks.Seat) []string {
	at := &v.Seats[s]
	var out []string
	add := func(here bool, key string, args ...any) {
		if here {
			out = append(out, t.T(key, args...))
		}
	}
	add(at.Threat > 0, "fact.threat", at.Threat)
	add(at.Threat == 0 && at.ThreatHidden && at.Character != nil && at.Character.UsesThreat(), "fact.threat.hidden")
	add(at.Declared != "", "fact.declared", t.Say(at.Declared))
	add(at.Range != [2]int{}, "fact.range", strconv.Itoa(at.Range[0])+"-"+strconv.Itoa(at.Range[1]))
	if at.Rider != nil {
		out = append(out, t.Name(at.Rider))
	}
	// What the Sword and the Horn did stands here itself.
	if at.Gift != nil && at.Range == [2]int{} && at.Announced == nil {
		out = append(out, at.Gift.Name.In(t.lang))
	}
	var announced []string
	for _, suit := range at.Announced {
		announced = append(announced, string(suit.Letter()))
	}
	add(announced != nil, "fact.announced", strings.Join(announced, " "))
	add(at.Tucked != tricks.NoCard, "fact.tucked", Aside(at.Tucked))
	add(at.First != tricks.NoCard, "fact.first", Aside(at.First))
	add(at.Last != tricks.NoCard, "fact.last", Aside(at.Last))
	add(at.FaceUp, "fact.open")
	return out
}

// Aside is a card that lies aside: ## for one face down.
func Aside(c tricks.Card) string {
	if c == chapters.Closed {
		return "##"
	}
	return c.String()
}

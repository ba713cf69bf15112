package texts

import (
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

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
	add(at.Threat == 0 && at.ThreatHidden && at.Character != nil && at.Character.Has(characters.Threat), "fact.threat.hidden")
	add(at.Declared != "", "fact.declared", t.Say(at.Declared))
	add(at.Range != [2]int{}, "fact.range", strconv.Itoa(at.Range[0])+"-"+strconv.Itoa(at.Range[1]))
	if at.Rider != nil {
		out = append(out, t.Name(at.Rider))
	}
	// The Sword and the Horn are not named: their effect stands here.
	if at.Gift != nil && at.Range == [2]int{} && at.Announced == nil {
		out = append(out, at.Gift.Name.In(t.lang))
	}
	var announced []string
	for _, suit := range at.Announced {
		announced = append(announced, t.Letter(suit))
	}
	add(announced != nil, "fact.announced", strings.Join(announced, " "))
	add(at.Tucked != tricks.NoCard, "fact.tucked", t.Aside(at.Tucked))
	add(at.First != tricks.NoCard, "fact.first", t.Aside(at.First))
	add(at.Last != tricks.NoCard, "fact.last", t.Aside(at.Last))
	add(tricks.Deck&^at.Shown == 0, "fact.open")
	return out
}

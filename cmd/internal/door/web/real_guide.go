package web

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"fellowship/characters"
	"fellowship/cmd/internal/realtable"
)

// realGuidePart shows the people at a real table what each goal is, and who does what before the first trick.
type realGuidePart struct {
	// Cast are the characters with their goals.
	Cast []member
	// Order are the characters with a setup, in the order in which they perform it: clockwise from the seat after
	// Frodo's (S5).
	Order []member
}

// drawThreats draws the threat cards (S8).
func (e *realEntry) drawThreats() {
	deck := slices.Clone(e.form.chapter.Threats)
	rand.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	drawsThreat := func(a characters.Action) bool { return a.Kind == characters.Threat && !a.Chosen }
	lines := &e.form.lines
	for _, id := range e.form.names {
		character := e.lib.Characters[id]
		if character == nil || !slices.ContainsFunc(character.Setup, drawsThreat) || len(deck) == 0 {
			continue
		}
		keep := slices.DeleteFunc(lines.Words(id), func(w string) bool { return len(w) == 1 && w != "*" })
		lines.Put(id, append([]string{strconv.Itoa(deck[0])}, keep...), lines.Cards(id), realtable.Grouping{})
		deck = deck[1:]
	}
}

// fillGuide shows the guide.
func (e *realEntry) fillGuide() {
	p := &realGuidePart{}
	e.page.Guide = p
	names := e.form.names
	members := cast(e.t, e.lib, e.form.chapter, nil)
	first := 0
	for i, id := range names {
		character := e.lib.Characters[id]
		if character == nil {
			continue
		}
		if character.TakesR1 {
			first = i
		}
		m := member{ID: id, Goal: character.GoalText.In(e.t.Lang())}
		if k := slices.IndexFunc(members, func(m member) bool { return m.ID == id }); k >= 0 {
			m.Goal = members[k].Goal
			m.Marks = members[k].Marks
			m.Also = members[k].Also
		}
		m.Name = strings.TrimSpace(e.t.Name(character) + " " + strings.Join(e.form.lines.Words(id), " "))
		p.Cast = append(p.Cast, m)
	}
	for i := range names {
		id := names[(first+1+i)%len(names)]
		if k := slices.IndexFunc(members, func(m member) bool { return m.ID == id && m.Setup != "" }); k >= 0 {
			p.Order = append(p.Order, member{ID: id, Name: members[k].Name, Goal: members[k].Setup})
		}
	}
}

package rulebook

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
)

// Member is a character on the page of a chapter: its short name, its role, which is whether it must be
// there or the event or group to which it belongs, and its goal, its setup, rider and gift as sentences,
// each of them empty for none. Told is what it does in setup, if anything, with rider and gift.
type Member struct {
	*characters.Character
	DisplayName, Role, Goal, Setup, Rider, Gift, Summary string
	IsRequired                                           bool
}

// Cast returns the characters of a chapter, those of its events and groups too. Goal tells a goal.
func Cast(t *texts.Texts, lib *chapters.Library, c *chapters.Chapter,
	goal func(*characters.Character) string,
) (all []Member) {
	add := func(e *chapters.RosterEntry, role string) {
		m := Member{
			Character: e.Character, DisplayName: t.ShortName(e.Character), Role: role,
			Goal: texts.Sentence(goal(e.Character)), IsRequired: e.Starred,
		}
		if slices.ContainsFunc(all, func(o Member) bool { return o.ID == m.ID && o.Goal == m.Goal }) {
			return
		}
		if e.Starred && role == t.T("cast.free") {
			m.Role = t.T("cast.must")
		}
		m.Setup = texts.Sentence(t.Setup(lib, e.Character, texts.InChapter(c)))
		if e.Gift != nil && e.Gift.Effect != characters.ChooseRange { // goal and setup say that one
			m.Gift = texts.Sentence(e.Gift.Name.In(t.Lang()) + ": " + e.Gift.Text.In(t.Lang()))
		}
		if e.Rider != nil {
			m.Rider = texts.Sentence(t.Name(e.Rider) + ": " + e.Rider.GoalText.In(t.Lang()))
		}
		m.Summary = strings.Join(texts.NotEmpty(m.Rider, cmp.Or(m.Setup, t.T("cast.nosetup")), m.Gift), " ")
		all = append(all, m)
	}
	for i := range c.Roster {
		add(&c.Roster[i], t.T("cast.free"))
	}
	for _, v := range c.Variants() {
		for i := range v.Chapter.Roster {
			add(&v.Chapter.Roster[i], v.Title.In(t.Lang()))
		}
	}
	if c.Pool != nil && len(c.Roster) == 0 {
		for _, id := range slices.Concat(c.Pool.Gold, c.Pool.Black) {
			if ch := lib.Characters[id]; ch != nil {
				add(&chapters.RosterEntry{Character: ch}, t.T("cast.drawn"))
			}
		}
	}
	return all
}

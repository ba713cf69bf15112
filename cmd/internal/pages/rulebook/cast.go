package rulebook

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
)

// Member is a character on the page of a chapter.
type Member struct {
	*characters.Character
	// DisplayName is the short name.
	DisplayName string
	// DisplayLetters are the character's one or two letters.
	DisplayLetters string
	// Role says that the character must be taken, or names the event or group to which it belongs.
	Role string
	// Goal is the goal in a sentence.
	Goal string
	// Setup says what the character does in setup, empty for nothing.
	Setup string
	// Rider describes the rider, empty without one.
	Rider string
	// Gift describes the gift, empty without one.
	Gift string
	// Summary joins Setup, Rider and Gift.
	Summary string
	// IsRequired reports whether the character must be taken (S4).
	IsRequired bool
}

// Cast returns the characters of a chapter, its events and its groups. goal describes a goal.
func Cast(t *texts.Texts, lib *chapters.Library, c *chapters.Chapter,
	goal func(*characters.Character) string,
) (all []Member) {
	add := func(e *chapters.RosterEntry, role string) {
		m := Member{
			Character:      e.Character,
			DisplayName:    t.ShortName(e.Character),
			DisplayLetters: t.CharacterLetters(e.Character),
			Role:           role,
			Goal:           texts.Sentence(goal(e.Character)),
			IsRequired:     e.Starred,
		}
		if slices.ContainsFunc(all, func(o Member) bool { return o.ID == m.ID && o.Goal == m.Goal }) {
			return
		}
		if e.Starred && role == t.T("cast.free") {
			m.Role = t.T("cast.must")
		}
		m.Setup = texts.Sentence(t.Setup(lib, e.Character, texts.InChapter(c)))
		// The goal and the setup say already what a gift does that chooses a range.
		if e.Gift != nil && e.Gift.Effect != characters.ChooseRange {
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

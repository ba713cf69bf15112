package tui

import (
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestIntro checks that the page of every chapter shows each character's goal and setup action, and cuts
// nothing: on one screen, or as the cursor moves down. It takes every number of players and both languages
// by turns.
func TestIntro(t *testing.T) {
	t.Parallel()
	long := []string{"9", "13", "14", "17", chapters.Road} // a rider for each, or nine characters and more
	for i, id := range chapters.Default().DealIDs(1) {
		pos, err := chapters.Default().Deal(id)
		require.NoError(t, err)
		for j, size := range [][2]int{{80, 24}, {46, 30}, {120, 40}} {
			lang := []string{"en", "de"}[(i+j)%2]
			s := open(t, pos, nil, setting{lang: lang, humans: alone, w: size[0], h: size[1]})
			s.press(s.keyOf("intro"))
			c := s.round.view.Chapter
			cast := rulebook.Cast(s.viewer.theme.Texts, s.library, c, func(who *characters.Character) string {
				return s.viewer.theme.Texts.Round(&s.round.view).GoalInFull(who, 0)
			})
			assert.GreaterOrEqual(t, len(cast), len(c.Roster), id)
			column := -1
			for line := range strings.Lines(s.View()) { // where the goals begin
				if at := strings.Index(line, strings.Fields(cast[0].Goal)[0]+" "); at >= 0 {
					column = len([]rune(line[:at]))
					break
				}
			}
			for i := range cast {
				m := &cast[i]
				frame := s.whole(id.String())
				assert.Contains(t, frame, m.DisplayName, id)
				for _, role := range strings.Fields(m.Role) {
					assert.Contains(t, frame, role, id)
				}
				assert.Contains(t, besides(frame, column), joined(m.Goal+" "+m.Summary), "%s, %s at %v", id, lang, size)
				s.press("down")
			}
			if size[0] >= 80 && !slices.Contains(long, c.ID) {
				s.press("home")
				first := s.View()
				s.press("end")
				assert.Equal(t, first, s.View(), "%s, %s at %v is one screen", id, lang, size)
			}
			s.press("enter")
			assert.Empty(t, s.on.Overlays)
		}
	}
}

// TestRolesInFull checks that the page of a chapter names every event and group in full beside its
// characters.
func TestRolesInFull(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "de"} {
		s := open(t, deal(t, "1", 3), nil, setting{lang: lang, humans: alone})
		for _, c := range s.library.Chapters {
			cast := castPage{members: rulebook.Cast(s.viewer.theme.Texts, s.library, c,
				func(who *characters.Character) string { return s.viewer.theme.Texts.Goal(who, 0) })}
			page, _ := cast.layOut(s.Grid(), castSpacing{2, true}, 0)
			for _, m := range cast.members {
				for _, word := range strings.FieldsFunc(m.Role, func(r rune) bool { return r == ' ' || r == '-' }) {
					assert.Contains(t, page.Plain(), word, c.ID)
				}
			}
		}
	}
}

// TestSetupOfThosePresent checks that the page of a chapter names only partners of an exchange that can
// take part, and mentions gifts: with the Sword a range replaces a threat number.
func TestSetupOfThosePresent(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	for lang, words := range map[string][]string{
		"en": {"Exchange with Frodo.", "win 1–2, 3–4 or 5–6 tricks", "choose any threat", "Horn of Gondor"},
		"de": {"Tausche mit Frodo.", "gewinne 1–2, 3–4 oder 5–6 stiche", "Bedrohungskarte", "Horn von Gondor"},
	} {
		tx := texts.New(lang)
		told := func(id, who string) string {
			c, err := lib.Chapter(id)
			require.NoError(t, err)
			cast := rulebook.Cast(tx, lib, c, func(who *characters.Character) string { return tx.Goal(who, 0) })
			at := slices.IndexFunc(cast, func(m rulebook.Member) bool { return m.ID == who })
			return cast[at].Goal + " " + cast[at].Summary
		}
		assert.Contains(t, told("1", "pippin"), words[0])
		assert.Contains(t, strings.ToLower(told("11", "aragorn")), words[1])
		assert.NotContains(t, told("11", "aragorn"), words[2])
		assert.Contains(t, told("11", "boromir"), words[3])
		s := open(t, deal(t, "11", 3), nil, setting{lang: lang, humans: alone})
		s.press(s.keyOf("intro"))
		assert.Contains(t, strings.ToLower(s.flat()), words[1])
		s.press("enter")
		assert.NotContains(t, s.flat(), tx.T("goal.exact"))
	}
}

// joined returns a text without its spaces, so that it does not matter where lines are broken.
func joined(text string) string { return strings.Join(strings.Fields(text), "") }

// besides returns a frame from a column on.
func besides(frame string, column int) string {
	var b strings.Builder
	for line := range strings.Lines(frame) {
		if r := []rune(line); len(r) > column {
			b.WriteString(strings.TrimRight(string(r[column:]), " ^v\n"))
		}
	}
	return joined(b.String())
}

// TestIntroFirst checks that the page comes first if requested, that a key begins the game, and that Esc
// leaves it.
func TestIntroFirst(t *testing.T) {
	t.Parallel()
	pos := deal(t, "5", 4)
	s := open(t, pos, nil, setting{humans: alone})
	assert.Empty(t, s.on.Overlays)
	s = open(t, pos, nil, setting{humans: alone, intro: true})
	assert.NotEmpty(t, s.on.Overlays)
	assert.Contains(t, strings.Join(strings.Fields(s.View()), " "), "Old Man Willow")
	s.golden("intro")
	s.press("enter")
	assert.Empty(t, s.on.Overlays)
	assert.False(t, s.quit)
	s = open(t, pos, nil, setting{humans: alone, intro: true})
	s.press("esc")
	assert.True(t, s.quit)
	assert.Equal(t, play.Nothing, s.leaving.next)
}

package rulebook

import (
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
)

// TestChapterPages: the page of each chapter, in each language, has every character with goal and setup, what it
// carries and for whom it is exempt, every event and group, and with sources every point that no source settles.
func TestChapterPages(t *testing.T) {
	lib := chapters.Default()
	for _, lang := range characters.Languages {
		said := texts.New(lang)
		for _, c := range lib.Chapters {
			var all []string
			for _, b := range ChapterPage(said, lib, c, false) {
				all = append(all, b.Label+"|"+b.Text)
			}
			page := strings.Join(all, "\n")
			has := func(text string) {
				t.Helper()
				assert.Contains(t, page, text, "chapter %s in %s", c.ID, lang)
			}
			note := func(key string, text string) { has(said.T(key) + ": " + text) }
			has(c.Title.In(lang))
			length := map[bool]string{true: "chapters.long", false: "chapters.short"}
			has(said.T(length[c.Long]))
			assert.NotContains(t, page, said.T(length[!c.Long])+"\n")
			for i := range c.Roster {
				e := &c.Roster[i]
				has(Starred(e, lang) + "|" + said.T("chapters.goal") + ": " + e.Character.GoalText.In(lang))
				if setup := e.Character.SetupText.In(lang); setup != "" {
					note("chapters.setup", setup)
				}
				if e.Rider != nil {
					note("chapters.rider", e.Rider.Name.In(lang)+": "+e.Rider.GoalText.In(lang))
				}
				if e.Gift != nil {
					note("chapters.gift", e.Gift.Name.In(lang)+": "+e.Gift.Text.In(lang))
				}
			}
			for key, holds := range map[string]bool{
				"chapters.exempt":     slices.ContainsFunc(c.Roster, func(e chapters.RosterEntry) bool { return e.Exempt }),
				"chapters.blindfold":  slices.ContainsFunc(c.Roster, func(e chapters.RosterEntry) bool { return e.Blindfold }),
				"chapters.notpyramid": slices.ContainsFunc(c.Roster, func(e chapters.RosterEntry) bool { return e.NotPyramid }),
			} {
				if len(c.Variants()) == 0 {
					assert.Equal(t, holds, strings.Contains(page, "|"+said.T(key)), "%s in chapter %s", key, c.ID)
				}
			}
			for _, v := range c.Variants() {
				has(v.Title.In(lang))
			}
			if c.Notes.In(lang) != "" {
				note("chapters.special", c.Notes.In(lang))
			}
			if c.Pool != nil {
				for _, id := range append(slices.Clone(c.Pool.Gold), c.Pool.Black...) {
					has(lib.Characters[id].Name.In(lang))
				}
			}
			has(said.T("chapters.must"))
			has(said.T("chapters.tables"))
			assert.NotContains(t, page, said.T("chapters.points", c.ID))

			var points []string
			for _, b := range ChapterPage(said, lib, c, true) {
				points = append(points, b.Text)
			}
			assert.Contains(t, points, said.T("chapters.points", c.ID))
			for _, point := range c.FilledIn {
				key := point.Key
				if key == "" {
					key = said.T("chapters.point.code")
				}
				assert.Contains(t, points, point.Text.In(lang)+" ["+key+"]")
			}
		}
	}
}

package rulebook_test

import (
	"fmt"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/goldentest"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/require"
)

// TestPagesAreAsBefore compares pages with golden files: those of chapters of all kinds, with and without sources, the
// contents of the rules, and a rule, a character, a gift and a topic as they are found.
func TestPagesAreAsBefore(t *testing.T) {
	lib := chapters.Default()
	said := texts.New("en")
	var out strings.Builder
	add := func(title string, p page.Page) {
		fmt.Fprintf(&out, "=== %s\n%s\n", title, p.String(page.Style{Width: 100}))
	}
	for _, id := range []string{"9", "11", "14", "16", "18", "road"} {
		c, err := lib.Chapter(id)
		require.NoError(t, err)
		add("chapter "+id, rulebook.ChapterPage(said, lib, c, id == "14"))
		fmt.Fprintf(&out, "=== cast of %s\n", id)
		for _, m := range rulebook.Cast(said, lib, c, func(c *characters.Character) string { return said.Goal(c, 0) }) {
			fmt.Fprintf(&out, "%s, %s, %t: %s %s\n", m.DisplayName, m.Role, m.IsRequired, m.Goal, m.Summary)
		}
	}
	add("contents", rulebook.Contents(said))
	for _, word := range []string{"T7", "Radagast", "Sting", "tricks", "Morgul-knife"} {
		p, err := rulebook.Find(lib, said, word)
		require.NoError(t, err)
		add(word, p)
	}
	goldentest.Compare(t, "pages.txt", out.String())
}

package board

import (
	"strings"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"
)

// IntroLines is the page of a chapter before its first round: what is new, who may sit
// at the table and wants what, and how the group wins.
func (t *Board) IntroLines(w, h int) []string {
	v := t.V
	c := v.Chapter
	if c == nil {
		return nil
	}
	section := func(title string, lines []string) []string {
		if len(lines) == 0 {
			return nil
		}
		return append([]string{t.Strong(title)}, kit.Indent(lines, "  ")...)
	}
	specials := t.specials()
	if len(specials) == 0 {
		specials = []string{t.T("intro.nothing")}
	}
	var changes []string
	for _, text := range specials {
		changes = append(changes, t.Wrap(texts.Sentence(text), w-2)...)
	}
	var roster, names []string
	for _, e := range c.Roster {
		mark := "  "
		if e.Starred {
			mark = "* "
		}
		line := mark + t.Strong(t.ShortName(e.Character)) + ": " + t.GoalAt(v, e.Character, 0)
		roster = append(roster, kit.Hang("", "    ", t.Wrap(line, w-6))...)
		names = append(names, strings.TrimSpace(mark)+t.ShortName(e.Character))
	}
	win := t.Wrap(t.T("intro.win"), w-2)
	if c.Long {
		win = t.Wrap(t.T("intro.long"), w-2)
	}
	lay := func(roster []string, gap []string) []string {
		var out []string
		for _, part := range [][]string{
			section(t.T("intro.changes"), changes), section(t.T("intro.roster"), roster), section(t.T("intro.goal"), win),
		} {
			if len(out) > 0 && len(part) > 0 {
				out = append(out, gap...)
			}
			out = append(out, part...)
		}
		return out
	}
	short := t.Wrap(strings.Join(names, ", "), w-2)
	return kit.Fullest(h, lay(roster, []string{""}), lay(roster, nil), lay(short, []string{""}), lay(short, nil))
}

package hunttest

import (
	"errors"
	"fmt"
	"strings"

	"fellowship/chapters"
)

// batchCharacters are the ids of the characters of the chapter that [Case.BatchRound] writes.
var batchCharacters = []string{"ada", "bo", "cy", "dot"}

// BatchRound writes a chapter and deals a round of it, with few cards. In this chapter several cards are exchanged at
// the same time: a character makes two or three exchanges (S6: Bill, Glorfindel), or everyone exchanges (C14: The Long
// Dark). Gifts, cards passed to the right and cards set aside come with them. The cast is always all characters of the
// chapter.
func (c *Case) BatchRound() Bed {
	var bed Bed
	var lib *chapters.Library
	err := errors.New("not written yet")
	for err != nil { // the library refuses some of the random chapters
		bed = Bed{World: World{"chapters/c40.yaml": c.batchChapter()}, Few: true}
		for _, id := range batchCharacters {
			bed.World["characters/"+id+".yaml"] = c.batchCharacter(id)
		}
		lib, err = bed.library()
	}
	pos, err := lib.Deal(chapters.DealID{Chapter: "40", Players: c.Number%4 + 1, Seed: c.Uint64N(1 << 40)})
	if err != nil {
		panic(err)
	}
	bed.Position = copied(pos)
	return bed
}

// batchChapter writes the file of the chapter, with random switches.
func (c *Case) batchChapter() string {
	text := "chapter: 40\n" +
		"title: {en: Forty, de: Vierzig}\n" +
		"length: short\n" +
		"characters: [ada, bo, cy, {character: dot, players: [1, 4]}]\n" +
		"threats: [1, 2, 3, 4]\n"
	for _, flag := range []string{"exchanges_together", "optional_exchanges", "optional_lost"} {
		if c.OneOf(3) {
			text += flag + ": true\n"
		}
	}
	return text + "fidelity: reconstructed\nnote: made by chance\n"
}

// batchCharacter writes the file of a character with one or two random setup actions, most of them exchanges.
func (c *Case) batchCharacter(id string) string {
	partners := func() string {
		if c.OneOf(2) {
			return "anyone"
		}
		var list []string
		for _, other := range batchCharacters {
			if other != id && !c.OneOf(3) {
				list = append(list, other)
			}
		}
		if len(list) == 0 {
			return "anyone"
		}
		return "[" + strings.Join(list, ", ") + "]"
	}
	var setup []string
	for range 1 + c.IntN(2) {
		switch c.IntN(12) {
		case 0, 1, 2, 3:
			setup = append(setup, "{exchange_each: "+partners()+"}")
		case 4, 5, 6:
			setup = append(setup, "{exchange: "+partners()+"}")
		case 7:
			setup = append(setup, "{exchange_lost: "+partners()+"}")
		case 8:
			setup = append(setup, "draw_threat")
		case 9:
			setup = append(setup, "take_lost")
		case 10:
			setup = append(setup, "give_each")
		default:
			setup = append(setup,
				map[string]string{"ada": "tuck", "bo": "set_aside", "cy": "pass_right", "dot": "reveal"}[id])
		}
	}
	special := ""
	if c.OneOf(4) {
		special = "may_not_pass: " + Pick(c.Rand, []string{"R1", "H5"}) + "\n"
	}
	return fmt.Sprintf(
		"id: %s\n"+
			"name: {en: %s, de: %s}\n"+
			"%s"+
			"goal: {all: []}\n"+
			"goal_text: {en: a goal, de: ein Ziel}\n"+
			"setup: [%s]\n"+
			"setup_text: {en: s, de: s}\n"+
			"fidelity: reconstructed\n"+
			"note: made by chance\n",
		id, id, id, special, strings.Join(setup, ", "))
}

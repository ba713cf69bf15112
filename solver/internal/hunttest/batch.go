package hunttest

import (
	"errors"
	"fmt"
	"strings"

	"fellowship/chapters"
)

// batchers are the characters of a chapter in which cards are on their way at the same time.
var batchers = []string{"ada", "bo", "cy", "dot"}

// BatchRound deals a round of a chapter of its own in which several cards are on their way at the same time, with few
// cards: two or three exchanges of a character (S6: Bill, Glorfindel), exchanges of all (C14: The Long Dark), beside
// gifts, cards that go to the right, and cards put aside. Every cast is the same: all of the chapter.
func (c *Case) BatchRound() Bed {
	var bed Bed
	var lib *chapters.Library
	err := errors.New("not written yet")
	for err != nil { // some that are written by chance are refused
		bed = Bed{World: World{"chapters/c40.yaml": c.batchChapter()}, Few: true}
		for _, id := range batchers {
			bed.World["characters/"+id+".yaml"] = c.batcher(id)
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

func (c *Case) batchChapter() string {
	text := "chapter: 40\ntitle: {en: Forty, de: Vierzig}\nlength: short\ncharacters: [ada, bo, cy, {character: dot, players: [1, 4]}]\nthreats: [1, 2, 3, 4]\n"
	for _, flag := range []string{"exchanges_together", "optional_exchanges", "optional_lost"} {
		if c.OneOf(3) {
			text += flag + ": true\n"
		}
	}
	return text + "fidelity: reconstructed\nnote: made by chance\n"
}

// batcher writes a character that exchanges.
func (c *Case) batcher(id string) string {
	partners := func() string {
		if c.OneOf(2) {
			return "anyone"
		}
		var list []string
		for _, other := range batchers {
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
	return fmt.Sprintf("id: %s\nname: {en: %s, de: %s}\n%sgoal: {all: []}\ngoal_text: {en: a goal, de: ein Ziel}\nsetup: [%s]\nsetup_text: {en: s, de: s}\nfidelity: reconstructed\nnote: made by chance\n",
		id, id, id, special, strings.Join(setup, ", "))
}

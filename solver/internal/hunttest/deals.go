package hunttest

import (
	"fmt"
	"strconv"
	"sync"

	"fellowship/chapters"
)

// Deal deals a round of a chapter. The number of the case selects it: all chapters, events, groups and table sizes
// take turns, and every fifth round is of the Road, with its characters, riders and gifts. In chapters with Mithril it
// is used up in every other round. With few, nearly all cards are lost cards. Deal returns false if the round cannot be
// dealt.
func (c *Case) Deal(few bool) (lib *chapters.Library, pos chapters.Position, ok bool) {
	lib = chapters.Default()
	if few {
		lib = SmallDeals()
	}
	ids := lib.DealIDs(c.Uint64N(1 << 40))
	id := ids[c.Number%len(ids)]
	if c.Number%5 == 4 {
		id.Chapter = chapters.Road
		id.Variant = ""
	}
	pos, err := lib.Deal(id)
	if err != nil {
		return nil, pos, false
	}
	if c.OneOf(2) && id.Chapter != chapters.Road {
		terms := pos.Terms
		terms.MithrilUsed = true
		if pos, err = lib.DealRound(id, terms); err != nil {
			return nil, pos, false
		}
	}
	c.Count(fmt.Sprintf("%d players", id.Players))
	c.deal = fmt.Sprintf("%s%s for %d", id.Chapter, id.Variant, id.Players)
	return lib, copied(pos), true
}

// ChapterRound deals a round as [Case.Deal] does, as a bed in which each character may get another goal.
func (c *Case) ChapterRound(few bool) (bed Bed, ok bool) {
	lib, pos, ok := c.Deal(few)
	if !ok {
		return bed, false
	}
	chapter, err := lib.Chapter(pos.Chapter)
	if err != nil {
		panic(err)
	}
	return Bed{World: World{fileOf(chapter): string(chapter.Source())}, Position: pos, Few: few}, true
}

// fileOf returns the file name of one of the program's chapters.
func fileOf(c *chapters.Chapter) string {
	if n, err := strconv.Atoi(c.ID); err == nil {
		return fmt.Sprintf("chapters/c%02d.yaml", n)
	}
	return "chapters/" + c.ID + ".yaml"
}

// SmallDeals returns the program's chapters, changed to deal few cards.
var SmallDeals = sync.OnceValue(func() *chapters.Library {
	files := World{}
	for _, c := range chapters.Default().Chapters {
		files[fileOf(c)] = string(c.Source())
	}
	lib, err := files.Library()
	if err != nil {
		panic(err)
	}
	for _, c := range lib.Chapters {
		fewCards(c)
	}
	return lib
})

// fewCards changes a chapter to deal nearly all its cards as lost cards. The hands are then as small as dealing allows
// (S1, S9): four cards, or nine with a pyramid. A chapter file cannot state that many lost cards.
func fewCards(c *chapters.Chapter) {
	for _, v := range append(c.Variants(), chapters.Variant{Chapter: c}) {
		for players := range 5 {
			l, err := v.Chapter.Layout(players)
			if err != nil || c.Staged > 0 && players > 1 {
				continue // the stages of the Mirror set their own hand size (C16)
			}
			hand := 4
			if players == 2 {
				hand = 9
			}
			v.Chapter.Lost[players] = l.Deck.Len() - l.Side - hand*l.Seats
		}
	}
}

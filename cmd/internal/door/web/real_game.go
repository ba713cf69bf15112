package web

import (
	"net/url"
	"strconv"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// realGamePart asks for the chapter and the number of players.
type realGamePart struct {
	// Fields are the fields for the chapter and the number of players.
	Fields []choose.Field
	// Next are the round that was begun to be entered, and the rounds of campaigns that can be played at a real table.
	Next []tile
}

// fillGame asks for the chapter and the number of players.
func (e *realEntry) fillGame() {
	p := &realGamePart{}
	e.page.Game = p
	s := choose.NewTable(e.t, e.lib, "")
	s.Modes = s.Modes[:1]
	s.Players = tricks.MaxSeats
	p.Fields = append([]choose.Field{s.Size(func(n int) string {
		return e.t.N("serve.players", n)
	})}, s.GameFields()...)
	if e.request.home == nil {
		return
	}
	if kept, ok := keptRealTile(e.t, e.lib, e.request.home.Person.Entered()); ok {
		p.Next = append(p.Next, kept)
	}
	for _, c := range e.request.person().Played().Campaigns {
		if c.Err != nil || c.Campaign.Playing != nil {
			continue
		}
		ch, err := e.lib.Chapter(c.Campaign.Recommended())
		if err != nil || ch.Pool != nil {
			continue
		}
		title := e.t.Chapter(ch)
		if ch.VariantKind() == "" {
			p.Next = append(p.Next, nextRealTile(e.t, c, ch, "", title))
		}
		for _, variant := range c.Campaign.Offers(campaign.Choice{}).Variants {
			p.Next = append(p.Next, nextRealTile(e.t, c, ch, variant.Letter(), title+": "+variant.Title.In(e.t.Lang())))
		}
	}
}

// nextRealTile returns a link to the form for the next round of a campaign, with what its earlier rounds have left.
func nextRealTile(t *texts.Texts, c *saves.Table, ch *chapters.Chapter, variant, title string) tile {
	query := url.Values{"do": {"who"}, "game": {ch.ID + ":" + variant}, "players": {strconv.Itoa(c.Campaign.Players)}}
	if progress := c.Campaign.ProgressOf(ch.ID, c.Campaign.Players); progress != nil {
		query["terms"] = []string{"1"}
		query["completed"] = progress.Completed
		query["done"] = progress.EventsDone
		if progress.MithrilUsed {
			query.Set("mithril", "yes")
		}
	}
	return tile{"/real?" + query.Encode(), "i-next", t.T("web.real.next", c.Name), title}
}

package book

import (
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/texts"
)

// DealName is how a deal is called on a screen: that of a day by its date, one of an event or a
// group with the whole word in it.
func DealName(t *texts.Texts, lib *chapters.Library, deal string) string {
	if day, ok := daily.Day(lib, deal); ok {
		return t.T("today.title", t.Date(day))
	}
	id, err := chapters.ParseDealID(deal)
	if err != nil || id.Variant == "" {
		return deal
	}
	c, err := lib.Chapter(id.Chapter)
	if err != nil {
		return deal
	}
	v := c.Variant(id.Variant)
	id.Variant = ""
	before, after, ok := strings.Cut(id.String(), "p"+strconv.Itoa(id.Players))
	if v == nil || !ok {
		return deal
	}
	return before + "-" + v.ID + "-p" + strconv.Itoa(id.Players) + after
}

// Share is a line about a round that is over, to be shared: the deal, the result, and what
// help there was. That of the deal of a day does not name it.
func Share(t *texts.Texts, lib *chapters.Library, rec *chapters.Record, won bool, undos int) string {
	result := "today.lost"
	if won {
		result = "today.won"
	}
	chapter, name := rec.Chapter, rec.Deal
	if chapter == chapters.Road {
		chapter = "Road"
	}
	if day, ok := daily.Day(lib, rec.Deal); ok {
		name = t.T("today.name", day.Format(daily.Format), chapter, t.N("today.players", rec.Players))
	} else if name == "" {
		name = t.T("share.name", chapter, t.N("today.players", rec.Players))
	}
	return t.T("today.share", t.T("share.line", name, t.T(result),
		orNone(t, "today.hints", "today.hints.none", len(rec.Hints)+len(rec.Assisted)), orNone(t, "today.undo", "today.undo.none", undos)))
}

// orNone is a number of something, or that there was none.
func orNone(t *texts.Texts, key, none string, n int) string {
	if n == 0 {
		return t.T(none)
	}
	return t.N(key, n)
}

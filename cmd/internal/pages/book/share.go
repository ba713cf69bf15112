package book

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/texts"
)

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

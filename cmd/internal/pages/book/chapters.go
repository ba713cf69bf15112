package book

import (
	"fmt"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/texts"
)

// Line is a chapter in the book of a campaign.
type Line struct {
	ID, Title string
	// State says in few words how it stands, Mark in one or two characters, and Done
	// says what is completed.
	State, Mark, Done string
}

// Chapters are all chapters of the book.
func Chapters(t *texts.Texts, lib *chapters.Library, c *campaign.Campaign) (out []Line) {
	for _, ch := range lib.Chapters {
		at := Line{ID: ch.ID, Title: ch.Title.In(t.Lang())}
		if p := progress(c, ch.ID); p != nil {
			at.State, at.Mark = stateOf(t, p)
			for _, part := range Progress(t, lib, p) {
				at.Done += " " + t.T("campaign.menu.part", part.Label, part.Text)
			}
			if p.Failed {
				at.Done += " " + t.T("campaign.menu.choose")
			}
			at.Done = texts.Sentence(strings.TrimSpace(at.Done))
		}
		out = append(out, at)
	}
	return out
}

// progress is how far a chapter has come: with as many as the campaign is for, or else
// with as many as have played it; nil where nobody has.
func progress(c *campaign.Campaign, chapter string) *campaign.Progress {
	if p := c.At(chapter, c.Players); p != nil {
		return p
	}
	for _, p := range c.Progress {
		if p.Chapter == chapter {
			return p
		}
	}
	return nil
}

// stateOf says how a chapter of a campaign stands, in words and by a mark.
func stateOf(t *texts.Texts, p *campaign.Progress) (text, mark string) {
	switch {
	case p.Won != "":
		return t.T("campaign.menu.won", p.WonIn, p.Won), "*"
	case p.About().Long:
		return t.T("campaign.more", p.Least()), fmt.Sprintf("+%d", p.Least())
	case p.Rounds > 0:
		return t.T("campaign.menu.rounds", p.Rounds), "-"
	}
	return "", ""
}

// places are the chapters at which the road comes by a place.
var places = map[string]string{
	"1": "journey.shire", "7": "journey.bree", "10": "journey.rivendell", "14": "journey.moria", "18": "journey.amonhen",
}

// Place is the place that the road passes at a chapter, empty for none.
func Place(t *texts.Texts, chapter string) string {
	if key := places[chapter]; key != "" {
		return t.T(key)
	}
	return ""
}

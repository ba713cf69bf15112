// Package book shows the book of a campaign, its chapters won and left, and the rounds played:
// saved games, statistics, and a line to share.
package book

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
)

// Won says when a chapter was won, and in how many rounds, or how many are missing at
// least.
func Won(t *texts.Texts, p *campaign.Progress) string {
	switch {
	case p.Won != "":
		return t.T("campaign.wonin", p.Won, p.WonIn)
	case p.About().Long:
		return t.T("campaign.more", p.Least())
	}
	return t.T("campaign.notyet")
}

// Progress tells the done and the remaining parts of a long chapter, each with its label.
func Progress(t *texts.Texts, lib *chapters.Library, p *campaign.Progress) (out page.Page) {
	part := func(label string, list []string) {
		if len(list) > 0 {
			out.Label(t.T("campaign.part."+label), 0, strings.Join(list, ", "))
		}
	}
	part("completed", Names(t, lib, p.Completed))
	part("left", Names(t, lib, p.Left()))
	var done, open []string
	for _, o := range p.Options() {
		switch name := o.Title.In(t.Lang()); {
		case slices.Contains(p.EventsDone, o.ID) || slices.Contains(p.GroupsDone, o.ID):
			done = append(done, name)
		default:
			open = append(open, name)
		}
	}
	part("won", done)
	part("toplay", open)
	if p.MithrilUsed {
		part("gift", []string{t.T("campaign.mithril")})
	}
	if p.Pool != nil {
		rider := "campaign.tocarry"
		if p.RiderDone {
			rider = "campaign.carried"
		}
		part("gift", []string{lib.Gifts[p.Gift].Name.In(t.Lang())})
		part("rider", []string{t.T(rider, t.Name(lib.Riders[p.Rider]))})
	}
	return out
}

// Names returns the short names of characters.
func Names(t *texts.Texts, lib *chapters.Library, ids []string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id
		if c := lib.Characters[id]; c != nil {
			out[i] = t.ShortName(c)
		}
	}
	return out
}

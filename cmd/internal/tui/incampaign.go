package tui

import (
	"fellowship/cmd/internal/pages/book"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
)

// longestTitle is how much of a campaign's name stands in the title of a window.
const longestTitle = 16

// campaign is the one to which the round belongs, nil for none, and number is that of the round,
// which is counted as soon as it is over.
func (m *Model) campaign() (c *campaign.Campaign, number int) {
	if c = m.book(); c == nil {
		return nil, 0
	}
	if number = c.Number(); m.phase == finished {
		number--
	}
	return c, number
}

// campaignTitle names the campaign at the end of the title.
func (m *Model) campaignTitle() (long, brief string) {
	c, number := m.campaign()
	if c == nil {
		return "", ""
	}
	name := m.opts.Campaign
	if r := []rune(name); len(r) > longestTitle {
		name = string(r[:longestTitle-2]) + ".."
	}
	return m.T("campaign.in", name, number), m.T("campaign.in.brief", name, number)
}

// progress is how far the campaign has come with the chapter of the round, nil without one.
func (m *Model) progress() *campaign.Progress {
	c, _ := m.campaign()
	if c == nil || m.view.Chapter == nil {
		return nil
	}
	return c.At(m.view.Chapter.ID, m.view.Players)
}

// afterRound says how the campaign stands, now that the round is over.
func (m *Model) afterRound() (out []string) {
	c, number := m.campaign()
	at := m.progress()
	if at == nil {
		return nil
	}
	out = book.AfterRound(m.Texts, m.library, m.opts.Campaign, at, number, m.view.Result == chapters.Won)
	if next, err := m.library.Chapter(c.Recommended()); err == nil {
		out = append(out, m.T("campaign.after.next", next.Title.In(m.Lang())))
	}
	return out
}

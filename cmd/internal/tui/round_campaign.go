package tui

import (
	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/pages/book"
)

// longestTitle is how many characters the name of a campaign may take in the headline.
const longestTitle = 16

// campaign returns the campaign of the round, nil for none, and the round's number in it. A finished round
// has already been counted.
func (m *Model) campaign() (c *campaign.Campaign, number int) {
	if c = m.book(); c == nil {
		return nil, 0
	}
	number = c.RoundNumber()
	if m.phase == finished {
		number--
	}
	return c, number
}

// campaignTitle names the campaign for the end of the headline.
func (m *Model) campaignTitle() (long, brief string) {
	c, number := m.campaign()
	if c == nil {
		return "", ""
	}
	name := m.opts.Campaign
	if r := []rune(name); len(r) > longestTitle {
		name = string(r[:longestTitle-2]) + ".."
	}
	return m.theme.Texts.T("campaign.in", name, number), m.theme.Texts.T("campaign.in.brief", name, number)
}

// progress returns the campaign's progress in the chapter of the round, nil without a campaign.
func (m *Model) progress() *campaign.Progress {
	c, _ := m.campaign()
	if c == nil || m.view.Chapter == nil {
		return nil
	}
	return c.ProgressOf(m.view.Chapter.ID, m.view.Players)
}

// campaignTexts returns the state of the campaign after the round.
func (m *Model) campaignTexts() (out []string) {
	c, number := m.campaign()
	progress := m.progress()
	if progress == nil {
		return nil
	}
	out = book.AfterRound(m.theme.Texts, m.library, m.opts.Campaign, progress, number, m.view.Result == chapters.Won)
	if next, err := m.library.Chapter(c.Recommended()); err == nil {
		out = append(out, m.theme.Texts.T("campaign.after.next", next.Title.In(m.theme.Texts.Lang())))
	}
	return out
}

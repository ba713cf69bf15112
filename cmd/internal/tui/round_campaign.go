package tui

import (
	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/pages/book"
)

// longestTitle is how many characters the name of a campaign may take in the headline.
const longestTitle = 16

// roundCampaign is the campaign that a round belongs to.
type roundCampaign struct {
	// viewer is the person in front of the screen.
	viewer *viewer
	// library has the chapters.
	library *chapters.Library
	// round is the round on the board.
	round *shownRound
	// name is the name of the campaign.
	name string
	// book returns the campaign, nil for none.
	book func() *campaign.Campaign
}

// current returns the campaign of the round, nil for none, and the round's number in it. A finished round
// has already been counted.
func (r *roundCampaign) current() (c *campaign.Campaign, number int) {
	if c = r.book(); c == nil {
		return nil, 0
	}
	number = c.RoundNumber()
	if r.round.phase == finished {
		number--
	}
	return c, number
}

// title names the campaign for the end of the headline.
func (r *roundCampaign) title() (long, brief string) {
	c, number := r.current()
	if c == nil {
		return "", ""
	}
	name := r.name
	if letters := []rune(name); len(letters) > longestTitle {
		name = string(letters[:longestTitle-2]) + ".."
	}
	return r.viewer.texts().T("campaign.in", name, number), r.viewer.texts().T("campaign.in.brief", name, number)
}

// progress returns the campaign's progress in the chapter of the round, nil without a campaign.
func (r *roundCampaign) progress() *campaign.Progress {
	c, _ := r.current()
	v := &r.round.view
	if c == nil || v.Chapter == nil {
		return nil
	}
	return c.ProgressOf(v.Chapter.ID, v.Players)
}

// afterWin says in at most two lines how the chapter stands after a won round, and what comes next.
func (r *roundCampaign) afterWin(c *campaign.Campaign, progress *campaign.Progress, number int) []string {
	const most = 2
	out := book.AfterRound(r.viewer.texts(), r.library, "", progress, number, true)
	if next, err := r.library.Chapter(c.Recommended()); err == nil && progress.Done() {
		out = append(out, r.viewer.texts().T("campaign.after.next", next.Title.In(r.viewer.texts().Lang())))
	}
	return out[max(len(out)-most, 0):]
}

// afterRound returns the state of the campaign after the round.
func (r *roundCampaign) afterRound() (out []string) {
	c, number := r.current()
	progress := r.progress()
	if progress == nil {
		return nil
	}
	if r.round.isWon() {
		return r.afterWin(c, progress, number)
	}
	out = book.AfterRound(r.viewer.texts(), r.library, r.name, progress, number, false)
	if next, err := r.library.Chapter(c.Recommended()); err == nil {
		out = append(out, r.viewer.texts().T("campaign.after.next", next.Title.In(r.viewer.texts().Lang())))
	}
	return out
}

package play

import (
	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/share"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/texts"
)

// Shared returns what the person can send after the round, nil for a round about which there is nothing to send: the
// first evening, and a round without a chapter. LostAt is the trick in which a card lost the round, 0 if that is not
// known.
func (c *Client) Shared(t *texts.Texts, lib *chapters.Library, o *RoundOptions, lostAt int) *share.Block {
	record, err := c.Record()
	if err != nil || record.Chapter == "" || o.Unsaved && c.Puzzle == nil {
		return nil
	}
	r := &share.Round{Record: &record, Undos: c.LastSnapshot.Undos, LostAt: lostAt}
	if c.Puzzle != nil {
		r.Missed = c.Puzzle.Missed
	}
	return share.Of(t, lib, r)
}

// Stars returns the stars that a won round has earned for the person, or for a campaign its chapter: nil for a round
// that was not won, and for one that nobody counts. They are also those of earlier rounds where the person's rounds are
// kept, so that they are the same in the book. The book is that of the campaign, nil for none.
func (c *Client) Stars(view *chapters.View, book *campaign.Campaign, o *RoundOptions) stars.Row {
	switch {
	case view.Result != chapters.Won || view.Chapter == nil:
		return nil
	case c.Puzzle != nil:
		return stars.OfPuzzle(c.Puzzle.Stars())
	case o.Unsaved:
		return nil
	}
	if book != nil {
		if progress := book.ProgressOf(view.Chapter.ID, view.Players); progress != nil {
			return stars.OfProgress(progress)
		}
		return nil
	}
	if o.Stars != nil {
		return o.Stars()
	}
	record, err := c.Record()
	if err != nil {
		return nil
	}
	last := c.TableView().Last
	isFirst := last != nil && last.Try == 1
	isHelped := len(record.Hints)+len(record.Assisted) > 0
	return stars.Of(!view.Chapter.Long, !isHelped, c.LastSnapshot.Undos == 0, isFirst)
}

package play

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/share"
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

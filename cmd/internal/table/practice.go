package table

import (
	"context"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// After a round that was not won, the people at a table may play on from an earlier moment of it. By then all cards are
// public, and the pages of the round's end have shown where it was lost. So this is a new round for practice: the
// campaign and the choice of the next round stay as the first round has left them (S11).

// ErrSeatFree means that nobody sits at a seat whose hand somebody has to play.
var ErrSeatFree = say.New("a seat is free: somebody has to sit there first")

// ProposePlayOn proposes to play on from an earlier moment of the last round, after a number of its decisions. All people
// who play have to agree. Proposing the same again is an agreement. The error is [ErrPlaying] while a round is played,
// [ErrNotPlaying] before the first one, [ErrQuicker], [ErrProposed] or [ErrSeatFree].
func (c *Client) ProposePlayOn(ctx context.Context, seen Revision, decisions int) error {
	return c.act(ctx, func(d *draft) error {
		switch {
		case d.playing():
			return ErrPlaying
		case seen.check(d) != nil:
			return ErrQuicker
		case d.play == nil || d.play.Reveal().Result() == chapters.Won:
			return ErrNotPlaying
		case decisions < 0 || decisions >= d.play.Decisions():
			return say.Errorf("the round has no moment %d to play on from", decisions)
		case d.freeSeat() != tricks.NoSeat:
			return ErrSeatFree
		case d.proposal != nil && (d.proposal.Action != PlayOn || d.proposal.Decision != decisions):
			return ErrProposed
		case d.proposal != nil:
			return c.draftAgreement(d, true)
		}
		return d.propose(&proposed{actor: c.actor(), Action: PlayOn, Decision: decisions})
	})
}

// trickAfter returns the number of the trick that follows a number of decisions of the last round, 0 if that is before
// the first trick.
func (s *state) trickAfter(decisions int) int {
	game, err := s.play.Reveal().AfterDecisions(decisions)
	if err != nil || game.Stage() != chapters.StagePlay {
		return 0
	}
	return len(game.History()) + 1
}

// playOn begins a round for practice with the first decisions of the last round.
func (d *draft) playOn(decisions int) error {
	record := d.play.Record()
	record.Position = d.play.start
	record.Seed = d.play.seed
	record.Decisions = record.Decisions[:decisions:decisions]
	record.Hints = nil
	record.Assisted = []int{decisions} // everybody has seen all cards
	record.PlayerNames = d.playerNames(len(record.Hands))
	text, err := RecordText(d.lib, record)
	if err != nil {
		return err
	}
	return d.startRoundAs(roundStart{Practice: true}, text)
}

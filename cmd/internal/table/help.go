package table

import (
	"context"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/turns"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Help is a kind of help that a person may ask for if the table allows it.
type Help string

// Kinds of help.
const (
	// Hint is a strong player's decision in the person's place.
	Hint Help = "hint"
	// ExplainCard is how sure a computer player was of its last card.
	ExplainCard Help = "why"
	// OpenCards are the decisions that keep the round winnable, found by the solver with all cards open.
	OpenCards Help = "open cards"
)

// Explained is what a computer player's reason for a card comes to for the others, while the round lasts.
type Explained struct {
	// Play is the card, whose Card is NoCard if no computer player has played one.
	Play tricks.Play
	// Repeated reports whether the computer player came to the same card again. It may not if an older
	// version of the program chose the card.
	Repeated bool
	// Heard is what the others may hear of the reason (S11).
	Heard players.Heard
}

// ExplainCard returns the last card that a computer player has played and what the others may hear of its
// reason, if the table allows hints. Everybody sees that the person has asked. The record does not count it
// as a hint: it names no card but the one on the table, so it helps nobody to play better. The whole reason
// is for the replay, when the round is over.
func (c *Client) ExplainCard(ctx context.Context) (out Explained, err error) {
	out.Play.Card = tricks.NoCard
	var thought *round.Thought
	err = c.help(ctx, func(d *draft) error {
		if !d.setup.Hints && !d.setup.Home {
			return ErrForbidden
		}
		var err error
		var play tricks.Play
		play, thought, err = d.play.LastCard(c.currentViewpoint().begunTricks())
		if err != nil || thought == nil {
			return err
		}
		out.Play = play
		return c.announceHelp(d, ExplainCard)
	}, func(ctx context.Context) error {
		if thought == nil {
			return nil
		}
		made, reason, err := thought.Explain(ctx)
		out.Repeated = made.Play() == out.Play
		out.Heard = reason.Heard()
		return err
	})
	return out, err
}

// Hint returns the decision that a strong player would make in the person's place with only that
// person's knowledge, if the table allows hints. The record notes the hint, and everybody sees that the
// person has asked.
func (c *Client) Hint(ctx context.Context, seen Revision) (made chapters.Decision, reason players.Reason, err error) {
	var thought *round.Thought
	err = c.help(ctx, func(d *draft) error {
		if err := c.checkAsk(d, seen, d.setup.Hints); err != nil {
			return err
		}
		if err := c.announceHelp(d, Hint); err != nil {
			return err
		}
		var err error
		if thought, err = d.play.Advice(); err != nil {
			return err
		}
		return d.record(chapters.Line{Hint: round.Hinter})
	}, func(ctx context.Context) (err error) {
		made, reason, err = thought.Explain(ctx)
		return err
	})
	return made, reason, err
}

// announceHelp drafts the event that the person asks for help. At home nothing is logged.
func (c *Client) announceHelp(d *draft, kind Help) error {
	if d.setup.Home {
		return nil
	}
	return d.addEvents(event{Asked: &asked{c.actor(), kind}})
}

// checkAsk returns an error unless the person may ask for help with the decision that is due.
func (c *Client) checkAsk(d *draft, seen Revision, allowed bool) error {
	switch {
	case !allowed && !d.setup.Home:
		return ErrForbidden
	case seen.check(d) != nil:
		return ErrQuicker
	case !d.mustDecide(c.person.ID):
		return round.ErrNotDue
	}
	return nil
}

// OpenCards returns which of the person's possible decisions keep the round winnable, if the table allows
// that. The solver sees all cards. The record notes the help, and everybody sees that the person has
// asked.
func (c *Client) OpenCards(ctx context.Context, seen Revision) (opened round.OpenCardsResult, err error) {
	var ask func(context.Context) (round.OpenCardsResult, error)
	err = c.help(ctx, func(d *draft) error {
		if err := c.checkAsk(d, seen, d.setup.OpenCards); err != nil {
			return err
		}
		ask = d.play.OpenCards()
		if err := c.announceHelp(d, OpenCards); err != nil {
			return err
		}
		return d.record(chapters.Line{Assisted: true})
	}, func(ctx context.Context) (err error) {
		opened, err = ask(ctx)
		return err
	})
	return opened, err
}

// help writes with ask that the person asks for help, and computes it with give. Both are done when the turn of the
// question has come, so nothing is written about a person who gets no help because too many ask. A person gets one help
// at a time.
func (c *Client) help(ctx context.Context, ask func(*draft) error, give func(context.Context) error) error {
	if err := c.helping.Acquire(ctx, 1); err != nil {
		return err
	}
	defer c.helping.Release(1)
	c.t.mu.Lock()
	queue := c.t.turns
	asker := c.asker
	c.t.mu.Unlock()
	return queue.Once(ctx, asker, turns.Quick, func() error {
		err := c.act(ctx, func(d *draft) error {
			if !d.playing() {
				return ErrNotPlaying
			}
			return ask(d)
		})
		if err != nil {
			return err
		}
		return give(ctx)
	})
}

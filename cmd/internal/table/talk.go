package table

import (
	"context"
	"slices"

	"fellowship/cmd/internal/cells"
)

// Phrase is a fixed text that may be said while a round is played. Players must not talk about their
// hands, so no phrase says anything about cards.
type Phrase string

// Phrases are all phrases in the order in which they are offered. [Phrase.Key] returns the keys of their
// texts.
var Phrases = []Phrase{"hello", "thinking", "moment", "back", "turn", "sorry", "thanks", "good", "laugh", "bye"}

// Key returns the key of the phrase's text.
func (p Phrase) Key() string { return "phrase." + string(p) }

// TalkEntry is an entry of the talk log: a text or phrase that a person said, or something they did that
// everybody should know. Apart from Name and Round, one of the fields says what it was.
type TalkEntry struct {
	// Name is the name of the person.
	Name string

	Text   string
	Phrase Phrase
	// Help is the kind of help that the person has asked for, empty for none.
	Help Help
	// Replays reports whether the person has opened the shared replay of the last round.
	Replays bool
	// Refuses reports whether the person has refused a proposal.
	Refuses bool
	// PlaysOn reports whether the person has proposed to play on for practice, and all have agreed.
	PlaysOn bool
	// Trick is the number of the trick from which they play on, 0 if that is before the first trick.
	Trick int
	// AbsenceAction is how the person has decided to go on without an absent person, empty for
	// other entries.
	AbsenceAction AbsenceAction
	// AbsentName is the name of that absent person.
	AbsentName string
	// Round is the number of the round that was being played then, or else of the last one.
	Round int
}

// mostTalk is how often a person may say something during a round, or between two rounds.
const mostTalk = 60

// keptTalk is how many of the latest entries are kept.
const keptTalk = 100

// addTalk adds an entry to the talk log and drops the oldest ones beyond keptTalk.
func (s *state) addTalk(n TalkEntry) {
	n.Round = s.roundNumber()
	s.talkLog = append(s.talkLog, n)
	if len(s.talkLog) > keptTalk {
		s.talkLog = slices.Clone(s.talkLog[len(s.talkLog)-keptTalk:])
	}
}

// Say says a text to everybody at the table, between two rounds. A text wider than 200 cells is cut.
// During a round the error is [ErrTalk].
func (c *Client) Say(ctx context.Context, text string) error {
	text = cells.Cut(clean(text), textCells, "…")
	if text == "" {
		return ErrSilent
	}
	return c.write(ctx, func(d *draft) error {
		if d.playing() {
			return ErrTalk
		}
		return c.draftTalk(d, said{actor: c.actor(), Text: text})
	})
}

// SayPhrase says one of [Phrases].
func (c *Client) SayPhrase(ctx context.Context, p Phrase) error {
	if !slices.Contains(Phrases, p) {
		return ErrSilent
	}
	return c.write(ctx, func(d *draft) error { return c.draftTalk(d, said{actor: c.actor(), Phrase: p}) })
}

// draftTalk drafts a text or phrase unless the person has said too much already.
func (c *Client) draftTalk(d *draft, message said) error {
	switch {
	case d.member(c.person.ID) == nil:
		return ErrStranger
	case d.talkCounts[c.person.ID] >= mostTalk:
		return ErrTooMuch
	}
	return d.addEvents(event{Said: &message})
}

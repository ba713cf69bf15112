package table

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/store"
)

// Export returns the rounds of a table and the file of its campaign, which is empty without a campaign.
// The rounds show all cards, even of a round that is still being played. The error is [ErrGone], or
// matches [store.ErrDamaged]; the rounds before the damage are then returned with it.
func (s *Service) Export(id string) (rounds []Recorded, book []byte, err error) {
	events, err := s.store.Read(id)
	rounds, damage := Rounds(events)
	if err = cmp.Or(err, damage); err != nil {
		return rounds, nil, err
	}
	final, err := replay(s.opts.Library, id, events)
	if err == nil && final.campaign != nil {
		book, err = final.book().YAML()
	}
	return rounds, book, err
}

// replay returns the state after all events of a log.
func replay(lib *chapters.Library, id string, events []store.Event) (*state, error) {
	s := newState(lib, id)
	for _, e := range events {
		s.now = e.Time
		for line := range bytes.Lines(e.Data) {
			if _, err := s.apply(e.Number, e.Time, line); err != nil {
				return s, errors.Join(store.ErrDamaged, err)
			}
		}
	}
	return s, nil
}

// Recorded is a round in the log of a table.
type Recorded struct {
	// Number counts the rounds of the table from 1.
	Number int
	// Name is the round's own name, empty for the table's name.
	Name string
	// Text is the record.
	Text []byte
	// Stopped reports whether the round was ended early (T11).
	Stopped bool
	// Practice reports whether the round plays on from the middle of an earlier one, and does not count.
	Practice bool
	// Modified is the time of the last line of the record.
	Modified time.Time
}

// Rounds returns the rounds in the log of a table without the forgotten ones, see [Forget]. The error
// matches [store.ErrDamaged]; the rounds before the damage are returned with it.
func Rounds(events []store.Event) (out []Recorded, err error) {
	var start roundStart
	forgot := map[int]bool{}
	defer func() { out = slices.DeleteFunc(out, func(r Recorded) bool { return forgot[r.Number] }) }()
	for _, e := range events {
		for line := range bytes.Lines(e.Data) {
			parsed, header, err := parse(line)
			last := len(out) - 1
			switch {
			case err != nil:
				return out, errors.Join(store.ErrDamaged, err)
			case header:
				out = append(out, Recorded{
					Number: last + 2, Name: start.Name, Text: bytes.Clone(line),
					Practice: start.Practice, Modified: e.Time,
				})
			case parsed == nil && last >= 0:
				out[last].Text = append(out[last].Text, line...)
				out[last].Stopped = false
				out[last].Modified = e.Time
			case parsed == nil:
			case parsed.RoundStart != nil:
				start = *parsed.RoundStart
			case parsed.Stopped != nil && last >= 0:
				out[last].Stopped = true
				out[last].Modified = e.Time
			case parsed.Forgot != nil:
				forgot[parsed.Forgot.Round] = true
			}
		}
	}
	return out, nil
}

// CampaignOf returns the campaign of a table after its last event, with the round that is being played.
func CampaignOf(lib *chapters.Library, events []store.Event) (*campaign.Campaign, error) {
	s, err := replay(lib, "", events)
	switch {
	case err != nil:
		return nil, err
	case s.campaign == nil:
		return nil, say.New("no campaign is played at this table")
	}
	return s.campaign, nil
}

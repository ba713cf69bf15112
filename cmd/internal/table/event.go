package table

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"sync"

	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/build"
	"fellowship/tricks"
)

// event is a line of a table's log, other than a line of a round's record. Exactly one field is set.
//
// A field of an event without a tag, and every tag, is part of the file format.
type event struct {
	Created       *created       `json:"created,omitempty"`
	Joined        *joined        `json:"came,omitempty"`
	Invited       *invited       `json:"invited,omitempty"`
	SatDown       *satDown       `json:"sat,omitempty"`
	StoodUp       *stoodUp       `json:"left,omitempty"`
	Present       *present       `json:"here,omitempty"`
	Away          *present       `json:"away,omitempty"`
	Host          *actor         `json:"host,omitempty"`
	Next          *next          `json:"next,omitempty"`
	Ready         *ready         `json:"ready,omitempty"`
	RoundStart    *roundStart    `json:"sealed,omitempty"`
	Proposed      *proposed      `json:"proposed,omitempty"`
	Agreed        *agreed        `json:"agreed,omitempty"`
	AbsenceChoice *absenceChoice `json:"voted,omitempty"`
	WaitAgain     *waitAgain     `json:"waits,omitempty"`
	Bot           *bot           `json:"bot,omitempty"`
	Stopped       *stopped       `json:"stopped,omitempty"`
	Asked         *asked         `json:"asked,omitempty"`
	Said          *said          `json:"said,omitempty"`
	Turned        *turned        `json:"turned,omitempty"`
	Forgot        *forgot        `json:"forgot,omitempty"`
	Closed        *actor         `json:"closed,omitempty"`
}

type (
	// actor is the person who did something. PersonID is the ID of a [Person].
	actor struct {
		PersonID string `json:"who"`
	}
	// waitAgain means that the others wait once more for the absent person at a seat.
	waitAgain struct {
		Seat tricks.Seat `json:"seat"`
	}
	// created is the first event of every table.
	created struct {
		actor
		Setup
		// Version is the version of the file format.
		Version int `json:"version"`
		// Program is the version of the program that wrote the event.
		Program string `json:"program,omitempty"`
	}
	// joined means that a person was let in for the first time, or has a new name.
	joined struct {
		actor
		Name  string `json:"name"`
		Watch bool   `json:"watch,omitempty"`
	}
	// invited means that a person created an invitation code.
	invited struct {
		actor
		Code  string `json:"code"`
		Watch bool   `json:"watch,omitempty"`
	}
	// satDown means that a person takes a seat. A person holds several seats if people share a screen.
	satDown struct {
		actor
		Seat    tricks.Seat `json:"seat"`
		Session string      `json:"at,omitempty"`
		// Name is the name of the player in this seat if it differs from the person's name.
		Name string `json:"name,omitempty"`
	}
	// stoodUp means that a person stands up, or wants to do so after the round.
	stoodUp struct {
		actor
		// RemovedBy is the ID of the host who freed the seat; empty if the person did it.
		RemovedBy string `json:"by,omitempty"`
	}
	// present means that a seated person has arrived in a session, or has left it.
	present struct {
		actor
		Session string `json:"at"`
	}
	// next is the host's pick for the next round.
	next struct {
		actor
		Pick Pick `json:"game"`
	}
	// ready means that a person wants to begin the next round, or with Not that they do not any more.
	ready struct {
		actor
		Not bool `json:"not,omitempty"`
	}
	// roundStart comes before the first line of a record. Its JSON key "sealed" is from earlier
	// programs, whose servers sealed their deals.
	roundStart struct {
		// Salt was part of a sealed deal. It is read and not used.
		Salt string `json:"salt,omitempty"`
		// Name is the round's own name among the saved games at home; empty for the table's name.
		Name string `json:"name,omitempty"`
		// Choice is the group's choice in a campaign, nil without one.
		Choice *campaign.Choice `json:"choice,omitempty"`
		// Practice reports whether the round plays on from the middle of an earlier one, and does not count.
		Practice bool `json:"practice,omitempty"`
	}
	// proposed means that a person proposes something to the group.
	proposed struct {
		actor
		Action GroupAction `json:"what"`
		// Decision is, for an undo, the number of the first decision to take back, and to play on the number of the
		// decisions that stay.
		Decision int `json:"decision,omitempty"`
	}
	// agreed means that a person agrees to the proposal, or with Not that they refuse it.
	agreed struct {
		actor
		Not bool `json:"not,omitempty"`
	}
	// absenceChoice means that a person has decided how to go on without an absent person. It is
	// written as one event together with its effect. Its JSON key "voted" is from earlier programs,
	// where people voted about that: a vote without a majority stands alone and has no effect.
	absenceChoice struct {
		actor
		Absent tricks.Seat   `json:"about"`
		Action AbsenceAction `json:"for"`
		// number is the number of the event. It is not written.
		number uint64
	}
	// bot means that a computer player plays a seat from now on. An empty name gives the seat back
	// to its person, or makes it free.
	bot struct {
		Seat     tricks.Seat `json:"seat"`
		Computer string      `json:"by"`
	}
	// stopped ends the round early (T11).
	stopped struct {
		// GivenUp reports whether the group gave up before the result was certain.
		GivenUp bool `json:"given_up,omitempty"`
	}
	// asked means that a person has asked for help.
	asked struct {
		actor
		Help Help `json:"what"`
	}
	// said means that a person said something, either a text or a phrase.
	said struct {
		actor
		Text   string `json:"text,omitempty"`
		Phrase Phrase `json:"phrase,omitempty"`
	}
	// forgot means that a round was deleted from the list of rounds.
	forgot struct {
		// Round is the number of the round, counted from 1.
		Round int `json:"round"`
	}
	// turned means that a person turned a page of the shared replay of the last round.
	turned struct {
		actor
		// Decisions is the number of decisions after which everybody now sees the round.
		Decisions int `json:"at"`
	}
)

// version is the version of the events' format. A table with another version is not opened.
const version = 1

// line returns the event as a line of the log.
func (e *event) line() ([]byte, error) {
	b, err := json.Marshal(e)
	return append(b, '\n'), err
}

// parse reads a line of the log. For an event it returns the event. For a line of a record it returns
// no event; header reports whether that is the record's first line.
func parse(line []byte) (e *event, header bool, err error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(line, &keys); err != nil {
		return nil, false, say.Errorf("a line is not JSON: %w", err)
	}
	if _, header := keys["record"]; header {
		return nil, true, nil
	}
	if len(keys) != 1 {
		return nil, false, say.Errorf("a line has %d keys", len(keys))
	}
	for key := range keys {
		if !eventKeys()[key] {
			return nil, false, nil // a line of a record, which package chapters reads
		}
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	e = new(event)
	if err := dec.Decode(e); err != nil {
		if strings.HasPrefix(err.Error(), "json: unknown field") {
			err = say.Errorf("a newer version of the program than %s seems to have written it: %w", build.Version(), err)
		}
		return nil, false, err
	}
	return e, false, nil
}

// eventKeys returns the JSON keys of the fields of event.
var eventKeys = sync.OnceValue(func() map[string]bool {
	keys := map[string]bool{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[event]()) {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		keys[key] = true
	}
	return keys
})

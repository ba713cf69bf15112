package table

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"sync"

	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// event is a line of a table's log that is not one of a record: one of these.
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
	// actor did something: the ID of a person.
	actor struct {
		PersonID string `json:"who"`
	}
	// waitAgain means that the others wait anew for who is absent.
	waitAgain struct {
		Seat tricks.Seat `json:"seat"`
	}
	// created begins the table.
	created struct {
		actor
		Setup
		// Version is that of what is written here, and Program that of the program.
		Version int    `json:"version"`
		Program string `json:"program,omitempty"`
	}
	// joined means that somebody is there for the first time, or with another name.
	joined struct {
		actor
		Name  string `json:"name"`
		Watch bool   `json:"watch,omitempty"`
	}
	// invited is a code with which others may come.
	invited struct {
		actor
		Code  string `json:"code"`
		Watch bool   `json:"watch,omitempty"`
	}
	// satDown means that somebody sits down. A person may hold several seats, for those who share
	// the screen: Name is how the one in this seat is called, if not as the person is.
	satDown struct {
		actor
		Seat    tricks.Seat `json:"seat"`
		Session string      `json:"at,omitempty"`
		Name    string      `json:"name,omitempty"`
	}
	// stoodUp means that somebody stands up, or during a round wants to. By is who sees to
	// that if it is another one.
	stoodUp struct {
		actor
		RemovedBy string `json:"by,omitempty"`
	}
	// present means that somebody who sits at the table is there, or not any more, in a
	// session.
	present struct {
		actor
		Session string `json:"at"`
	}
	// next is the pick for the next round.
	next struct {
		actor
		Pick Pick `json:"game"`
	}
	ready struct {
		actor
		Not bool `json:"not,omitempty"`
	}
	// roundStart comes before the first line of a record. Its key, and the salt, are from when a
	// server sealed its deals: the salt is read, and stands for nothing.
	roundStart struct {
		Salt string `json:"salt,omitempty"`
		// Name is that of the round among the saved games at home, empty for that of the table.
		Name string `json:"name,omitempty"`
		// Choice is that of a campaign.
		Choice *campaign.Choice `json:"choice,omitempty"`
	}
	// proposed is a proposal. Decision is the number of the one that is to go back.
	proposed struct {
		actor
		Action   GroupAction `json:"what"`
		Decision int         `json:"decision,omitempty"`
	}
	agreed struct {
		actor
		Not bool `json:"not,omitempty"`
	}
	// absenceChoice says who has decided how to go on without another one, and comes in one event
	// with what is done. Its key is from when people voted about that: a vote that brought
	// nothing about stands alone.
	absenceChoice struct {
		actor
		Absent tricks.Seat   `json:"about"`
		Action AbsenceAction `json:"for"`
		// number is that of the event.
		number uint64
	}
	// bot means that a computer player plays a seat; with an empty name nobody, or the
	// person whose it is, does.
	bot struct {
		Seat     tricks.Seat `json:"seat"`
		Computer string      `json:"by"`
	}
	// stopped ends the round early (T11). GivenUp is that it was not settled.
	stopped struct {
		GivenUp bool `json:"given_up,omitempty"`
	}
	// asked is help that somebody has asked for.
	asked struct {
		actor
		Help Help `json:"what"`
	}
	said struct {
		actor
		Text   string `json:"text,omitempty"`
		Phrase Phrase `json:"phrase,omitempty"`
	}
	// forgot means that the round of that number, from 1 on, is not among the rounds any more.
	forgot struct {
		Round int `json:"round"`
	}
	// turned means that somebody shows everybody the last round after so many decisions.
	turned struct {
		actor
		Decisions int `json:"at"`
	}
)

// version is that of the events. A table of a later one cannot be opened.
const version = 1

// line writes the event.
func (e *event) line() ([]byte, error) {
	b, err := json.Marshal(e)
	return append(b, '\n'), err
}

// parse reads a line: an event, the first line of a record, or another line of one.
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
			return nil, false, nil // the record knows
		}
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	e = new(event)
	if err := dec.Decode(e); err != nil {
		return nil, false, err
	}
	return e, false, nil
}

// eventKeys are the keys of events.
var eventKeys = sync.OnceValue(func() map[string]bool {
	keys := map[string]bool{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[event]()) {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		keys[key] = true
	}
	return keys
})

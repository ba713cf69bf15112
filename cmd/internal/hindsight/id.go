package hindsight

import (
	"encoding/json"

	"fellowship/chapters"
)

// mostID is how many characters of an id are echoed.
const mostID = 200

// shortID returns an id as answers echo it. One longer than mostID characters is cut.
func shortID(id string) string {
	n := 0
	for at := range id {
		if n++; n > mostID {
			return id[:at] + "…"
		}
	}
	return id
}

// JSONID returns the id of a position as answers in JSON echo it: a text, a number or boolean
// as it is written, or nil without one. One that is cut is a text.
func JSONID(p *chapters.Position) any {
	short := shortID(p.ID)
	switch {
	case p.ID == "":
		return nil
	case p.BareID && short == p.ID:
		return json.RawMessage(p.ID)
	}
	return short
}

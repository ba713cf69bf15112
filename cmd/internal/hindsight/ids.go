package hindsight

import (
	"encoding/json"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"
)

// maxIDLength is the number of characters of an id that answers echo.
const maxIDLength = 200

// shortID returns an id as answers echo it, cut after maxIDLength characters.
func shortID(id string) string {
	n := 0
	for offset := range id {
		n++
		if n > maxIDLength {
			return id[:offset] + "…"
		}
	}
	return id
}

// JSONID returns the id of a position as answers in JSON echo it. A number or a boolean is echoed as it is
// written, unless it has to be cut; then it becomes a string. Without an id it returns nil.
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

// ShownID returns a document's id for people. An id with control characters is quoted, because a terminal
// would obey them.
func ShownID(id string) string {
	id = shortID(id)
	if strings.ContainsFunc(id, strictyaml.Hidden) {
		return strconv.Quote(id)
	}
	return id
}

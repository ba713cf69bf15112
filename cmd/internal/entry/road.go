package entry

import (
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/tricks"
)

// The Road has its own characters, gift and rider, which are drawn before the
// cards are dealt (L5).

// drawn reads what was drawn for a round of the Road.
func (f *Form) drawn(l *layout) {
	l.round.Pool, _ = f.pool(l)
	l.round.Gift = f.word(Gift)
	fields := strings.Fields(f.values[Rider])
	if len(fields) == 2 {
		if n, err := strconv.Atoi(fields[1]); err == nil && n >= 0 && n < chapters.SeatsFor(l.players) {
			l.carrier = tricks.Seat(n)
		}
	}
	l.round.Rider = f.word(Rider)
}

// word is the first word of a line in small letters, empty for a dash.
func (f *Form) word(k Key) string {
	fields := strings.Fields(strings.ToLower(f.values[k]))
	if len(fields) == 0 || fields[0] == "-" {
		return ""
	}
	return fields[0]
}

// pool reads the names of the characters that were drawn, with commas between
// them. They come out in the order of the chapter.
func (f *Form) pool(l *layout) (ids []string, problem string) {
	all := *l
	all.chapter = l.whole
	var found []string
	for _, name := range strings.Split(f.values[Pool], ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		switch ids := f.find(name, &all); {
		case len(ids) == 0:
			return nil, f.T("entry.unknown", name)
		case len(ids) > 1:
			return nil, f.T("entry.which", f.Names(ids))
		case slices.Contains(found, ids[0]):
			return nil, f.T("entry.samecharacter", f.ShortName(f.lib.Characters[ids[0]]))
		default:
			found = append(found, ids[0])
		}
	}
	if len(found) == 0 {
		return nil, f.T("entry.hint.pool")
	}
	for i := range l.whole.Roster {
		if id := l.whole.Roster[i].Character.ID; slices.Contains(found, id) {
			ids = append(ids, id)
		}
	}
	return ids, ""
}

package web

import (
	"crypto/subtle"
	"net/http"
	"sync"
	"time"

	"fellowship/cmd/internal/pages/book"
)

// entryKey is the key of the address at home. It lets one browser in.
type entryKey struct {
	mu sync.Mutex
	// text is the key; empty once it was used.
	text string
}

// use reports whether a browser has the key, which is used up then.
func (k *entryKey) use(given string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	matches := k.text != "" && subtle.ConstantTimeCompare([]byte(given), []byte(k.text)) == 1
	if matches {
		k.text = ""
	}
	return matches
}

// homeEntrance is the first page at home.
type homeEntrance struct{ request *request }

// enter lets the browser in that has the key, once, and redirects to the table. A browser that has come in before gets
// the menu.
func (h homeEntrance) enter() {
	q := h.request
	keyMatches := q.home.key.use(q.value("key"))
	if _, known := q.server.tokens.person(q.r); !known && !keyMatches {
		q.frame.complain(errNobody)
		q.show(http.StatusForbidden, "gone", &gonePage{frame: q.frame})
		return
	}
	if !keyMatches {
		q.server.requirePerson(showHomeMenu)(q.w, q.r)
		return
	}
	setCookie(q.w, q.r, q.server.tokens.cookie, q.server.tokens.create(localPerson))
	if q.server.isLesson() {
		q.redirect("/read/lesson")
		return
	}
	q.redirect("/table/" + homeTable)
}

// showHomeMenu shows the menu at home.
func showHomeMenu(q *request) {
	facts := q.menuFacts()
	q.frame.Note = book.DamageNote(q.frame.Texts, facts.Played.Damages)
	parts := newMenuParts(facts)
	if q.frame.OnSite && facts.Played.Unfinished() == nil && q.server.sessions.find(homeKey) == nil {
		parts.Begun = nil // there is nothing to go on with
	}
	q.send("home", &lobbyPage{frame: q.frame, Fan: fan(q.frame.Texts), menuParts: parts})
}

// readingTime says whether a person at home reads a page. Such a page sends nothing until the next one is opened.
type readingTime struct {
	mu sync.Mutex
	// end is the time until which the person counts as being there.
	end time.Time
}

// note notes whether the person has opened a page to read.
func (r *readingTime) note(isReading bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.end = time.Time{}
	if isReading {
		r.end = time.Now().Add(longestRead)
	}
}

// lasts reports whether the person still reads.
func (r *readingTime) lasts() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Now().Before(r.end)
}

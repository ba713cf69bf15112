package web

import (
	"net/http"
	"net/url"
	"strconv"

	"fellowship/chapters"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/texts"
)

// At home the round that is being entered is kept after each step, because a phone may stop its browser at any moment.
// What is kept is the form, as the query of the address that goes on with it.

// keep keeps the round, unless it was only looked at. If it cannot be kept, the page has it all the same.
func (e *realEntry) keep(step string) {
	if e.request.home == nil || e.request.r.Method != http.MethodPost || e.form.Text == "" {
		return
	}
	form := url.Values{
		"do":      {e.stepToResume(step)},
		"text":    {e.form.Text},
		"kind":    {e.form.Kind},
		"at":      {e.form.PlaceKey},
		"pyramid": {strconv.Itoa(e.form.Pyramid)},
	}
	_ = e.request.home.Person.KeepEntered(form.Encode())
}

// stepToResume returns the step with which somebody goes on who was at a step.
func (e *realEntry) stepToResume(step string) string {
	switch step {
	case seatsStep, "guide", "draw":
		return seatsStep
	}
	return toEntry(e.form)
}

// keptRealTile returns a link to the round that was kept, which names its chapter. ok is false if there is none.
func keptRealTile(t *texts.Texts, lib *chapters.Library, kept string) (link tile, ok bool) {
	form, err := url.ParseQuery(kept)
	if err != nil || form.Get("text") == "" {
		return link, false
	}
	title := ""
	if lines := realtable.ParseTaps(form.Get("text")); len(lines) > 0 {
		if chapter, _, ok := realtable.Head(lib, lines[0]); ok {
			title = t.Chapter(chapter)
		}
	}
	return tile{"/real?" + form.Encode(), "i-next", t.T("web.real.begun"), title}, true
}

package web

import (
	"net/url"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/realtable"
)

// readRealRound reads a text: a round in the notation, or a document.
func readRealRound(lib *chapters.Library, text string) (got realtable.Table) {
	if realtable.IsNote([]byte(text)) {
		return realtable.Read(lib, text)
	}
	for e := range lib.Read("text", strings.NewReader(text)) {
		got.Rounds = []chapters.Document{e}
		if e.Err != nil {
			got.Rounds = nil
		}
		break
	}
	return got
}

// replayRealRound replays the round of a real table that is in the address.
func replayRealRound(q *request) {
	text := q.value("text")
	got := readRealRound(q.options.Library, text)
	hasPlays := len(got.Rounds) > 0 && (got.Rounds[0].IsRecord || len(got.Rounds[0].Record.Plays) > 0)
	if !hasPlays {
		q.redirect("/real")
		return
	}
	address := url.Values{"text": {text}}
	back := text
	if source := q.value("from"); source != "" { // a way to win leads back to its round
		address["from"] = []string{source}
		back = source
	}
	got.Rounds[0].Record.PlayerNames = nil // a text from anywhere may name players that think for hours
	newReplays(q).showRecord(got.Rounds[0].Record, "/real/look?"+address.Encode()+"&",
		"/real?do=told&text="+url.QueryEscape(back))
}

// sendRealFile sends the round of a real table as a file for other programs: a record, or a position if only the hands
// are known.
func sendRealFile(q *request) {
	got := readRealRound(q.options.Library, q.value("text"))
	if len(got.Rounds) == 0 {
		q.redirect("/real")
		return
	}
	name := "round.ndjson"
	first := &got.Rounds[0]
	text, err := first.Record.Text()
	if !first.IsRecord {
		name = "deal.yaml"
		text, err = first.Record.Position.YAML()
	}
	if err != nil {
		q.sendError(err)
		return
	}
	q.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	q.w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	_, _ = q.w.Write(text)
}

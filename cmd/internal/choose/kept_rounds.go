package choose

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
)

// KeptRounds describes what a server keeps about a person: the last round of each table, and the stars of
// puzzles.
func KeptRounds(t *texts.Texts, lib *chapters.Library, tables []table.Visited, now *settings.Settings) (p page.Page) {
	p.Text(0, t.T("serve.stats.above"))
	won := 0
	ended := 0
	for i := range tables {
		view := &tables[i].Now
		if view.Last == nil {
			continue
		}
		ended++
		if view.Last.Won {
			won++
		}
		p.Head(words.Table(t, lib, view))
		p.Text(2, words.Result(t, view))
	}
	if ended > 0 {
		p.Gap()
		p.Text(0, t.T("serve.stats.won", won, ended))
	}
	p.Head(t.T("lobby.puzzle"))
	p.Text(2, Solved(t, now.Puzzles, 0))
	return p
}

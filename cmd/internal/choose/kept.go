package choose

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
)

// Kept tells what a server keeps of a person's rounds: of each table the last one, and the stars of
// puzzles.
func Kept(t *texts.Texts, lib *chapters.Library, tables []table.Visited, now *settings.Settings) (p page.Page) {
	p.Text(0, t.T("serve.stats.above"))
	won, over := 0, 0
	for i := range tables {
		at := &tables[i].Now
		if at.Last == nil {
			continue
		}
		if over++; at.Last.Won {
			won++
		}
		p.Head(words.Table(t, lib, at))
		p.Text(2, words.Result(t, at))
	}
	if over > 0 {
		p.Gap()
		p.Text(0, t.T("serve.stats.won", won, over))
	}
	p.Head(t.T("lobby.puzzle"))
	p.Text(2, Solved(t, now.Puzzles, 0))
	return p
}

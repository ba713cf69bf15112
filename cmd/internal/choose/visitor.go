package choose

import (
	"context"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
)

// KeptRounds tells what a server keeps of a person's rounds: of each table the last one, and the stars of
// puzzles.
func KeptRounds(t *texts.Texts, lib *chapters.Library, tables []table.Visited, now *settings.Settings) (p page.Page) {
	p.Text(0, t.T("serve.stats.above"))
	won, ended := 0, 0
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

// Destination is where a code leads: to a table, or back to the person who somebody was.
type Destination struct {
	Code   string
	Ticket table.Ticket
	Person table.Person
	// Err is why it leads nowhere; it matches [table.ErrCode] where nobody has given it out.
	Err error
}

// CodeLimiter bounds how many codes are tried from an address.
type CodeLimiter interface {
	LimitGuesses(ctx context.Context, address string, countedErr error, do func() error) error
}

// ResolveCode looks up where a code leads that somebody has typed who comes from an address.
func ResolveCode(ctx context.Context, limiter CodeLimiter, service *table.Service, address, code string) Destination {
	destination := Destination{Code: code}
	destination.Err = limiter.LimitGuesses(ctx, address, table.ErrCode, func() (err error) {
		destination.Ticket, destination.Person, err = service.ResolveCode(code)
		return err
	})
	return destination
}

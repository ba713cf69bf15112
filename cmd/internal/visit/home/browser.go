package home

import (
	"errors"
	"sync"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
)

// onPage is the person for whom pages are drawn while the program waits for what comes of the round there.
type onPage struct {
	*Home
	mu sync.Mutex
}

// Wants returns the person's settings.
func (p *onPage) Wants() settings.Settings {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Home.Wants()
}

// Change changes the person's settings, and keeps them.
func (p *onPage) Change(change func(*settings.Settings)) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.Home.Wants()
	change(&now)
	p.Wish(now)
	return keep(now)
}

// Played returns what the person has played, as the files tell it now.
func (p *onPage) Played() *saves.Played { return p.Shelf.List().Played(p.Lib) }

// Setup is a new table as the person is used to it.
func (p *onPage) Setup(t *texts.Texts) *choose.Setup {
	what := p.form(p.Wants(), 1, nil)
	what.Texts = t
	return what
}

// beginChosen leaves the table of a game for the round that the person has set up on a page.
func (h *Home) beginChosen(g *Game, leave func() error) error {
	if err := errors.Join(g.close(nil), leave()); err != nil {
		return err
	}
	return h.Begin(h.browser.Chosen())
}

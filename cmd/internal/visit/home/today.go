package home

import (
	"context"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/daily"
)

// Today plays the deal of the day, with so many people where it is begun now: a game of it that
// was begun goes on.
func (h *Home) Today(humans int) error {
	now := time.Now()
	var id chapters.DealID
	err := h.wait(h.Texts().T("tui.solving"), func(ctx context.Context) (err error) {
		id, err = daily.Deal(ctx, h.Lib, now)
		return err
	})
	if err != nil {
		return err
	}
	list := h.Shelf.List()
	if list.Err != nil {
		return list.Err
	}
	for g := range list.Saves(h.Lib) {
		if g.Err == nil && g.Record.Deal == id.String() && !g.Finished && g.Campaign == "" {
			return h.GoOn(&g, false)
		}
	}
	return h.Begin(h.Form(humans).ForDeal(id))
}

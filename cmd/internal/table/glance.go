package table

import "context"

// Glance returns a table as a person sees it who is let in there, without going there.
// The error is ErrGone, or ErrStranger.
func (h *Hall) Glance(ctx context.Context, id string, ticket Ticket) (Picture, error) {
	t, err := h.open(ctx, ticket.Table)
	if err != nil {
		return Picture{}, err
	}
	defer h.close(t)
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.state.closed:
		return Picture{}, ErrGone
	case t.state.member(id) == nil:
		return Picture{}, ErrStranger
	}
	return t.state.picture(id, t.mark.Number, t.now()), nil
}

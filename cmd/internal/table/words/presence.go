package words

import (
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Presence says whether the person at a seat is there. It is empty for the viewer's own seats, and without a person.
// Front ends tell it to those who listen when it changes: somebody has sat down, is away, or is back.
func Presence(t *texts.Texts, p *table.TableView, seat tricks.Seat) string {
	switch s := &p.Seats[seat]; {
	case s.Name == "" || s.Name == p.Name:
		return ""
	case s.Computer != "":
		return t.T("serve.replaced.by", s.Name)
	case s.Away:
		return t.T("serve.gone", s.Name)
	default:
		return t.T("serve.here", s.Name)
	}
}

// PresenceNews returns what has changed about the people at the seats of a table.
func PresenceNews(t *texts.Texts, before, now *table.TableView) (news []string) {
	if len(before.Seats) != len(now.Seats) {
		return nil
	}
	for i := range now.Seats {
		seat := tricks.Seat(i)
		if text := Presence(t, now, seat); text != "" && text != Presence(t, before, seat) {
			news = append(news, text)
		}
	}
	return news
}

// Watches says that a person who has come to play only watches, and until when. It is empty if they have a seat.
func Watches(t *texts.Texts, p *table.TableView) string {
	switch {
	case p.Me != tricks.NoSeat:
		return ""
	case p.Playing && p.HasFreeSeat():
		return t.T("serve.full.playing")
	default:
		return t.T("serve.full")
	}
}

package web

import (
	"cmp"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/table"
)

// roadPage is the road of the chapters, of a person or of a campaign.
type roadPage struct {
	sheet
	Road []stationPart
	// Told are the stations of which there is more to tell, and Links further pages.
	Told  []stationPart
	Links []namedPart
	// Below explains the stars.
	Below string
}

// stationPart is a chapter on the road. State says in a few words how it stands, Done what is completed,
// and Path is where it leads.
type stationPart struct {
	ID, Title, Emblem, State, Done, Path string
	Stars                                starred
	Won, Here                            bool
}

// station is a chapter before anything is known of how it went.
func (v *visitor) station(c *chapters.Chapter) stationPart {
	s := stationPart{ID: c.ID, Title: c.Title.In(v.Lang()), Emblem: emblem(v.Library, c), State: book.Place(v.Texts, c.ID)}
	if c.Pool != nil {
		s.ID = ""
	}
	return s
}

// chapters are the chapter book: the road, with the person's stars where rounds are kept.
func (v *visitor) chapters() {
	p := &roadPage{sheet: v.sheet("/", v.T("lobby.book"))}
	played, won, sum := v.keeps(v.me.ID).Played(), 0, 0
	for _, c := range v.Library.Chapters {
		s := v.station(c)
		s.Path, s.Won = "/read/chapter/"+c.ID, played.Won(c.ID)
		if most := played.Stars(c.ID); most > 0 {
			s.Stars = stars(v.Texts, most, saves.MostStars)
		}
		if c.Pool != nil { // the Road comes after all of them
			p.Links = append(p.Links, namedPart{Name: s.Path, Label: s.Title})
			continue
		}
		if sum += s.Stars.N; s.Won {
			won++
		}
		s.Here = !s.Won && won == len(p.Road)
		p.Road = append(p.Road, s)
	}
	if p.Under = v.T("lobby.book.brief", won, len(p.Road)); sum > 0 {
		p.Under += ", " + v.T("lobby.book.stars", sum, saves.MostStars*len(p.Road))
	}
	v.sends("road", p)
}

// book shows how far a campaign has come on its road.
func (v *visitor) book(visit *visit) {
	kept := visit.chair.Book()
	if kept == nil {
		v.gone(table.ErrNotPlaying)
		return
	}
	p := &roadPage{sheet: v.sheet("/table/"+visit.visitKey.table, v.T("lobby.campaign"))}
	won, of := book.ChaptersWon(v.Library, kept.IsWon)
	p.Under = v.T("lobby.book.brief", won, of)
	next := kept.Recommended()
	for _, line := range book.Chapters(v.Texts, v.Library, kept) {
		c, err := v.Library.Chapter(line.ID)
		if err != nil {
			continue
		}
		s := v.station(c)
		s.State, s.Done, s.Won, s.Here = cmp.Or(line.State, s.State), line.Done, kept.IsWon(c.ID), c.ID == next
		if s.Here {
			s.State = cmp.Or(line.State, v.T("web.here"))
		} else if at := kept.At(c.ID, kept.Players); s.Won && at != nil {
			s.Stars = stars(v.Texts, book.StarsIn(at), book.MostStars)
			s.Stars.Says, s.State = s.Stars.Says+", "+line.State, ""
			p.Below = v.T("campaign.stars")
		}
		if s.Done != "" {
			p.Told = append(p.Told, s)
		}
		if c.Pool == nil || s.Here || s.Done != "" {
			p.Road = append(p.Road, s)
		}
	}
	v.sends("road", p)
}

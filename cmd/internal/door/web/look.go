package web

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// lookPage is a round that is over, after so many decisions.
type lookPage struct {
	frame
	// ID is the table's, empty for a round of no table here. Base is the address of the page, of which Action is
	// the path and Keeps are the rest, and Back is where the page leads back to.
	ID, Base, Back, Action string
	Keeps                  []namedPart
	// At is after how many of Last decisions; Steps lead to the moments beside it, and Track to the tricks.
	At, Last     int
	Steps, Track []stepPart
	// Broke is the moment in which the round was lost, 0 for none, and Fatal the one after which it could not be
	// won any more with open cards, 0 where nobody has asked.
	Broke, Fatal int
	Round        *roundPage
	// Next says which decision comes next, and Worth what each that is possible is worth.
	Next, Worth string
	// Lost reports whether it can be asked where the round was lost.
	Lost bool
	// Together reports whether the others see the same page, Turned who has turned to it.
	Together bool
	Turned   string
}

// stepPart leads to another moment of the round: of a sign, or of the number of a trick.
type stepPart struct {
	At, Number               int
	Name, Label, Sign, Class string
}

// lookThrough shows the last round after some decisions: alone, or together with the others, for
// whom a form turns the page.
func (v *visitor) lookThrough(session *visit) {
	session.mu.Lock()
	defer session.mu.Unlock()
	walk, err := session.walkThrough()
	if err != nil {
		v.gone(err)
		return
	}
	tablePath := "/table/" + session.visitKey.table
	p := &lookPage{frame: v.frame, ID: session.visitKey.table, Base: tablePath + "/look", Back: tablePath, Together: v.r.FormValue("together") != "", Fatal: session.fatal}
	if now := session.chair.Picture(); p.Together && now.LookThrough != nil {
		p.At = now.LookThrough.At
		p.Turned = v.Texts.T("serve.look.turned", now.LookThrough.Name)
	}
	v.looks(p, walk, session.aside)
	if session.walk == walk {
		session.fatal = p.Fatal
	}
}

// looks shows a round after some decisions: those of the address, where the page does not say it. Aside does slow
// work.
func (v *visitor) looks(p *lookPage, walk *hindsight.Walk, runSlow func(do func())) {
	p.Last = walk.Len()
	if position := cmp.Or(v.r.FormValue("at"), v.r.FormValue("worth")); p.Turned == "" && position != "" {
		p.At = choose.Number(position)
	} else if trick := choose.Number(v.r.FormValue("trick")); p.Turned == "" && trick > 0 {
		p.At = walk.Begins(trick + 1) // it still lies there
	} else if p.Turned == "" {
		p.At = walk.Begins(1)
	}
	p.At = max(0, min(p.At, p.Last))
	p.Lost = walk.At(p.Last).Result() != chapters.Won
	if v.r.FormValue("find") != "" {
		runSlow(func() { v.found(walk, p) })
	} else if v.r.FormValue("worth") != "" {
		runSlow(func() { v.worth(walk, p) })
	}
	trick := walk.Trick(p.At)
	p.Round = moment(v.Texts, walk, p.At)
	p.Steps = []stepPart{
		{At: max(p.At-1, 0), Name: "web.look.back", Label: v.Texts.T("web.look.back"), Class: "icon-button", Sign: "i-prev"},
		{At: min(p.At+1, p.Last), Name: "web.look.on", Label: v.Texts.T("web.look.on"), Class: "icon-button", Sign: "i-next"},
	}
	for i, tile := range p.Round.Scene.Track {
		part := stepPart{At: walk.Begins(i + 2), Number: i + 1, Name: "look" + strconv.Itoa(i+1), Class: []string{"", "good", "bad"}[tile.Status]}
		if tile.Status == scene.Lost && p.Broke == 0 {
			p.Broke = part.At
		}
		if i+1 == trick {
			part.Class += " current"
		}
		part.Label = strings.TrimSpace(v.Texts.T("web.look.trick", i+1) + " " + tile.Word)
		if p.Fatal > 0 && i+1 == walk.Trick(p.Fatal) {
			part.Class += " lost"
			part.Label += ", " + v.Texts.T("web.look.lost")
		}
		p.Track = append(p.Track, part)
	}
	p.Next = walk.Next(v.Texts, p.At)
	p.Title = v.Texts.T("web.look") + " - " + p.Title
	if u, err := url.Parse(p.Base); err == nil {
		p.Action = u.Path
		for name := range u.Query() {
			p.Keeps = append(p.Keeps, namedPart{Name: name, Value: u.Query().Get(name)})
		}
	}
	if p.Together {
		p.Action = p.Back
	}
	v.sends("look", p)
}

// aside does slow work without v.mu, which is held: one thing at a time, as all people of the
// server share its time to think.
func (v *visit) aside(do func()) {
	v.mu.Unlock()
	defer v.mu.Lock()
	v.thinking.Lock()
	defer v.thinking.Unlock()
	do()
}

// walkThrough is the last round, from its record; v.mu is held.
func (v *visit) walkThrough() (*hindsight.Walk, error) {
	record, err := v.chair.Record()
	if err != nil {
		return nil, err
	}
	if number := v.chair.Picture().Round; v.walk == nil || v.walked != number {
		if v.walk, err = hindsight.New(v.s.Library, record); err != nil {
			v.walk = nil
			return nil, err
		}
		v.walked = number
		v.fatal = 0
	}
	return v.walk, nil
}

// worth tells the worth of each choice with open cards.
func (v *visitor) worth(walk *hindsight.Walk, p *lookPage) {
	p.Worth, _ = walk.Moment(p.At).Judged(v.r.Context(), hindsight.InTurn(v.thinks)).Line(v.Texts, "")
}

// found goes to where the round was lost, and says there with what the round could still be won.
func (v *visitor) found(walk *hindsight.Walk, p *lookPage) {
	turning := walk.Turning(v.r.Context(), hindsight.InTurn(v.thinks))
	p.Worth = turning.Told(v.Texts)
	if p.Worth == "" {
		p.At = turning.Step
		p.Fatal = turning.Step + 1
		v.worth(walk, p)
	}
}

// moment is the round after so many decisions, with all cards open, and with all its tricks.
func moment(t *texts.Texts, walk *hindsight.Walk, position int) *roundPage {
	s := &sight{View: hindsight.View(walk.At(position)), Now: round.Elsewhere, Player: tricks.NoSeat}
	s.Me = tricks.NoSeat
	b := scene.New(t, &s.View, 0)
	if walk.Ended(position) {
		b.ShowTrick(walk.Trick(position))
	}
	p := (&visit{}).drawn(t, s, b)
	p.Scene.Track = b.TrackOf(walk.Tracked())
	return p
}

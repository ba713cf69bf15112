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

// replayPage is a round that is over, after so many decisions.
type replayPage struct {
	frame
	// ID is the table's, empty for a round of no table here. Base is the address of the page, of which Action is
	// the path and Keeps are the rest, and Back is where the page leads back to.
	ID, Base, Back, Action string
	Hidden                 []namedPart
	// Position is after how many of Last decisions; Steps lead to the moments beside it, and Track to the tricks.
	Position, Last int
	Steps, Track   []stepPart
	// LossPosition is the moment in which the round was lost, 0 for none, and Fatal the one after which it could not be
	// won any more with open cards, 0 where nobody has asked.
	LossPosition, Fatal int
	Round               *roundPage
	// Next says which decision comes next, and Worth what each that is possible is worth.
	Next, Worth string
	// Lost reports whether it can be asked where the round was lost.
	Lost bool
	// Together reports whether the others see the same page, Turned who has turned to it.
	Together bool
	TurnedBy string
}

// stepPart leads to another moment of the round: of a sign, or of the number of a trick.
type stepPart struct {
	Position, Number         int
	Name, Label, Sign, Class string
}

// showReplay shows the last round after some decisions: alone, or together with the others, for
// whom a form turns the page.
func (v *visitor) showReplay(session *session) {
	session.mu.Lock()
	defer session.mu.Unlock()
	walk, err := session.lastWalk()
	if err != nil {
		v.sendTableError(err)
		return
	}
	tablePath := "/table/" + session.sessionKey.table
	p := &replayPage{
		frame: v.frame, ID: session.sessionKey.table, Base: tablePath + "/look", Back: tablePath,
		Together: v.r.FormValue("together") != "", Fatal: session.fatal,
	}
	if now := session.client.TableView(); p.Together && now.Replay != nil {
		p.Position = now.Replay.Decisions
		p.TurnedBy = v.Texts.T("serve.look.turned", now.Replay.Name)
	}
	v.sendReplay(p, walk, session.runUnlocked)
	if session.walk == walk {
		session.fatal = p.Fatal
	}
}

// sendReplay shows a round after some decisions: those of the address, where the page does not say it. Aside does slow
// work.
func (v *visitor) sendReplay(p *replayPage, walk *hindsight.Walk, runSlow func(do func())) {
	p.Last = walk.Len()
	if position := cmp.Or(v.r.FormValue("at"), v.r.FormValue("worth")); p.TurnedBy == "" && position != "" {
		p.Position = choose.ParseNumber(position)
	} else if trick := choose.ParseNumber(v.r.FormValue("trick")); p.TurnedBy == "" && trick > 0 {
		p.Position = walk.TrickStart(trick + 1) // it still lies there
	} else if p.TurnedBy == "" {
		p.Position = walk.TrickStart(1)
	}
	p.Position = max(0, min(p.Position, p.Last))
	p.Lost = walk.GameAt(p.Last).Result() != chapters.Won
	if v.r.FormValue("find") != "" {
		runSlow(func() { v.findLoss(walk, p) })
	} else if v.r.FormValue("worth") != "" {
		runSlow(func() { v.addWorth(walk, p) })
	}
	trick := walk.Trick(p.Position)
	p.Round = momentPage(v.Texts, walk, p.Position)
	p.Steps = []stepPart{
		{
			Position: max(p.Position-1, 0), Name: "web.look.back", Label: v.Texts.T("web.look.back"),
			Class: "icon-button", Sign: "i-prev",
		},
		{
			Position: min(p.Position+1, p.Last), Name: "web.look.on", Label: v.Texts.T("web.look.on"),
			Class: "icon-button", Sign: "i-next",
		},
	}
	for i, tile := range p.Round.Scene.Track {
		part := stepPart{
			Position: walk.TrickStart(i + 2), Number: i + 1, Name: "look" + strconv.Itoa(i+1),
			Class: []string{"", "good", "bad"}[tile.Status],
		}
		if tile.Status == scene.Lost && p.LossPosition == 0 {
			p.LossPosition = part.Position
		}
		if i+1 == trick {
			part.Class += " current"
		}
		part.Label = strings.TrimSpace(v.Texts.T("web.look.trick", i+1) + " " + tile.StatusWord)
		if p.Fatal > 0 && i+1 == walk.Trick(p.Fatal) {
			part.Class += " lost"
			part.Label += ", " + v.Texts.T("web.look.lost")
		}
		p.Track = append(p.Track, part)
	}
	p.Next = walk.NextText(v.Texts, p.Position)
	p.Title = v.Texts.T("web.look") + " - " + p.Title
	if u, err := url.Parse(p.Base); err == nil {
		p.Action = u.Path
		for name := range u.Query() {
			p.Hidden = append(p.Hidden, namedPart{Name: name, Value: u.Query().Get(name)})
		}
	}
	if p.Together {
		p.Action = p.Back
	}
	v.sendPage("look", p)
}

// runUnlocked does slow work without v.mu, which is held: one thing at a time, as all people of the
// server share its time to think.
func (v *session) runUnlocked(do func()) {
	v.mu.Unlock()
	defer v.mu.Lock()
	v.thinking.Lock()
	defer v.thinking.Unlock()
	do()
}

// lastWalk is the last round, from its record; v.mu is held.
func (v *session) lastWalk() (*hindsight.Walk, error) {
	record, err := v.client.Record()
	if err != nil {
		return nil, err
	}
	if number := v.client.TableView().Round; v.walk == nil || v.walkedRound != number {
		if v.walk, err = hindsight.New(v.s.Library, record); err != nil {
			v.walk = nil
			return nil, err
		}
		v.walkedRound = number
		v.fatal = 0
	}
	return v.walk, nil
}

// addWorth tells the worth of each choice with open cards.
func (v *visitor) addWorth(walk *hindsight.Walk, p *replayPage) {
	p.Worth, _ = walk.Moment(p.Position).JudgeAll(v.r.Context(), hindsight.QueuedJudge(v.withSolver)).Line(v.Texts, "")
}

// findLoss goes to where the round was lost, and says there with what the round could still be won.
func (v *visitor) findLoss(walk *hindsight.Walk, p *replayPage) {
	turning := walk.TurningPoint(v.r.Context(), hindsight.QueuedJudge(v.withSolver))
	p.Worth = turning.Text(v.Texts)
	if p.Worth == "" {
		p.Position = turning.Step
		p.Fatal = turning.Step + 1
		v.addWorth(walk, p)
	}
}

// momentPage is the round after so many decisions, with all cards open, and with all its tricks.
func momentPage(t *texts.Texts, walk *hindsight.Walk, position int) *roundPage {
	s := &snapshot{View: hindsight.View(walk.GameAt(position)), Now: round.Elsewhere, Player: tricks.NoSeat}
	s.Me = tricks.NoSeat
	b := scene.New(t, &s.View, 0)
	if walk.EndsTrick(position) {
		b.ShowTrick(walk.Trick(position))
	}
	p := (&session{}).drawTable(t, s, b)
	p.Scene.Track = b.TrackOf(walk.TrickViews())
	return p
}

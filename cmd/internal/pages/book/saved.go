package book

import (
	"errors"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// Minutes is the format of a date with hours and minutes, for package time.
const Minutes = "2006-01-02 15:04"

// Saved describes a saved game. A game that has ended is shown with all cards, any other as
// everybody at the table knows it.
func Saved(t *texts.Texts, lib *chapters.Library, g *saves.Save) (p page.Page, err error) {
	r, err := hindsight.Replay(lib, &g.Record, t)
	if err != nil {
		return nil, err
	}
	p.Line(t.T("saves.show", g.Name, g.Modified.Local().Format(Minutes), Stage(t, g)))
	if g.Finished {
		p = append(p, page.Join(r.Opening(), r.Setup())...)
	} else {
		p = append(p, r.PublicPage(g.Record.PlayerNames)...)
	}
	p.Gap()
	for _, line := range t.Helped(&g.Record) {
		p.Line(line)
	}
	return append(p, page.Join(r.TrickList(), r.Ending())...), nil
}

// Stage says in a few words how far a game has come.
func Stage(t *texts.Texts, g *saves.Save) string {
	var damage *saves.Damage
	switch {
	case errors.As(g.Err, &damage):
		return DamageStage(t, damage)
	case errors.Is(g.Err, saves.ErrEmpty):
		return t.T("saves.empty")
	case errors.Is(g.Err, saves.ErrForeign):
		return t.T("saves.foreign")
	case errors.Is(g.Err, saves.ErrDamaged):
		return t.T("saves.damaged")
	case g.Err != nil:
		return t.T("lobby.broken")
	case g.Early:
		return t.T("saves.early", t.T("saves.result."+string(g.Result)))
	case g.Finished:
		return t.T("saves.result." + string(g.Result))
	case g.Stage == chapters.StagePlay:
		return t.T("stage.trick", g.Tricks+1, g.TrickTotal)
	}
	return t.T("stage." + g.Stage.String())
}

// Summary says what a game is, and how far it has come.
func Summary(t *texts.Texts, lib *chapters.Library, g *saves.Save) string {
	title := ""
	if c, err := lib.Chapter(g.Record.Chapter); g.Err == nil && err == nil {
		title = c.Title.In(t.Lang())
	}
	summary := strings.Join(texts.NotEmpty(title, Stage(t, g)), ", ")
	if g.Campaign != "" && g.CanContinue() {
		return t.T("campaign.about", g.Campaign, summary)
	}
	return summary
}

// DealName returns the name of a deal for a screen: the date for a deal of the day, and the full
// name of an event or group.
func DealName(t *texts.Texts, lib *chapters.Library, deal string) string {
	if day, ok := daily.Day(lib, deal); ok {
		return t.T("today.title", t.Date(day))
	}
	id, err := chapters.ParseDealID(deal)
	if err != nil || id.Variant == "" {
		return deal
	}
	c, err := lib.Chapter(id.Chapter)
	if err != nil {
		return deal
	}
	if v := c.Variant(id.Variant); v != nil {
		return id.Long(v.ID)
	}
	return deal
}

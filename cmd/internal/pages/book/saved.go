package book

import (
	"errors"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// Minutes is how dates are shown.
const Minutes = "2006-01-02 15:04"

// Saved tells how a saved game went: one that has ended with all cards, any other as it
// is known to everybody.
func Saved(t *texts.Texts, lib *chapters.Library, g *saves.Save) (p page.Page, err error) {
	r, err := hindsight.Replay(lib, &g.Record, t)
	if err != nil {
		return nil, err
	}
	p.Line(t.T("saves.show", g.Name, g.Modified.Local().Format(Minutes), Stage(t, g)))
	if g.Finished {
		p = append(p, page.Join(r.Opening(), r.Setup())...)
	} else {
		p = append(p, r.Known(g.Record.By)...)
	}
	p.Gap()
	for _, line := range t.Helped(&g.Record) {
		p.Line(line)
	}
	return append(p, page.Join(r.Course(), r.Ending())...), nil
}

// Stage says in a few words how far a game has come.
func Stage(t *texts.Texts, g *saves.Save) string {
	switch {
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
		return t.T("tui.stage.trick", g.Tricks+1, g.Of)
	}
	return t.T("tui.stage." + g.Stage.String())
}

// About tells what a game is, and how far it has come.
func About(t *texts.Texts, lib *chapters.Library, g *saves.Save) string {
	title := ""
	if c, err := lib.Chapter(g.Record.Chapter); g.Err == nil && err == nil {
		title = c.Title.In(t.Lang())
	}
	about := strings.Join(texts.NotEmpty(title, Stage(t, g)), ", ")
	if g.Campaign != "" && g.GoesOn() {
		return t.T("campaign.about", g.Campaign, about)
	}
	return about
}

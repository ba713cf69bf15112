package book

import (
	"errors"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
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

// stage is how far a game has come: the key of a text and its numbers. Early says that
// it was ended early.
type stage struct {
	key     string
	numbers []any
	early   bool
}

func stageOf(g *saves.Save) stage {
	switch {
	case errors.Is(g.Err, saves.ErrEmpty):
		return stage{key: "saves.empty"}
	case errors.Is(g.Err, saves.ErrForeign):
		return stage{key: "saves.foreign"}
	case errors.Is(g.Err, saves.ErrDamaged):
		return stage{key: "saves.damaged"}
	case g.Err != nil:
		return stage{key: "lobby.broken"}
	case g.Finished:
		return stage{key: "saves.result." + string(g.Result), early: !g.Game.Over()}
	case g.Game.Stage() == chapters.StagePlay:
		return stage{key: "tui.stage.trick", numbers: []any{len(g.Game.History()) + 1, g.Game.State().Table.Tricks()}}
	}
	return stage{key: "tui.stage." + g.Game.Stage().String()}
}

// in tells it in a language.
func (s stage) in(t *texts.Texts) string {
	text := t.T(s.key, s.numbers...)
	if s.early {
		return t.T("saves.early", text)
	}
	return text
}

// Stage says in a few words how far a game has come.
func Stage(t *texts.Texts, g *saves.Save) string { return stageOf(g).in(t) }

// About tells in a language what a game is, and how far it has come. Of the game itself it
// keeps nothing.
func About(g *saves.Save) func(*texts.Texts) string {
	stands := stageOf(g)
	var title characters.Text
	if g.Err == nil && g.Game.Chapter() != nil {
		title = g.Game.Chapter().Title
	}
	return func(t *texts.Texts) string {
		return strings.Join(texts.NotEmpty(title.In(t.Lang()), stands.in(t)), ", ")
	}
}

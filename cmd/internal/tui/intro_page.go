package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
)

// introPage returns the page of the chapter of a round: what is special, and its characters.
func introPage(theme *kit.Theme, lib *chapters.Library, b *scene.Board) kit.Content {
	t := theme.Texts
	v := b.View
	c := v.Chapter
	if c == nil {
		return kit.Content{Title: b.Heading(), Page: func(int) page.Page { return b.Page(string(play.Chapter)) }}
	}
	special := b.SpecialTexts()
	switch v.Players {
	case 1:
		special = append(special, t.T("intro.solo"))
	case 2:
		special = append(special, t.T("intro.two"))
	}
	cast := rulebook.Cast(t, lib, c, func(character *characters.Character) string {
		return t.Round(v).GoalInFull(character, 0)
	})
	deal := book.DealName(t, lib, v.Deal)
	format := chapterLength(t, c) + ", " + t.N("campaign.players", v.Players)
	states := []string{strings.Join(texts.NotEmpty(deal, format), "  "), deal, format, ""}
	cover := castPage{special: specialTexts(t, c, special), members: cast}
	return kit.Content{
		Title:     b.Title(),
		Rows:      rowsOf(cast),
		FitsSmall: true,
		Draw:      cover.draw(b.Title(), states...),
	}
}

package web

import (
	"slices"

	"fellowship/cmd/internal/texts"
)

// menuLine is a line of the menu, which leads to a page.
type menuLine struct {
	// name is the key of the text without "lobby.".
	name string
	// path is the address of the page.
	path string
	// icon is the sign of the line.
	icon string
	// note is the key of the note below the text.
	note string
}

// menuLines returns the lines of the menu. Campaigns and saved games are for a person at home; a visitor of a server
// begins a campaign like any table.
func menuLines(atHome bool) []menuLine {
	all := []menuLine{
		{"new", "/new", "i-share", "lobby.new.note"},
		{"campaign", campaignPath(atHome), "i-goal", "lobby.campaign.none"},
		{"today", "/today", "i-star", "lobby.today.note"},
		{"book", "/book", "i-next", "lobby.book.note"},
		{"lesson", "/read/lesson", "i-bulb", "web.lesson.note"},
		{"puzzle", "/puzzles", "i-check", "web.puzzle.note"},
		{"entry", "/real", "i-hand", "web.real.note"},
		{"stats", "/stats", "i-crown", "lobby.stats.note"},
		{"rules", "/read/rules", "i-eye", "lobby.rules.note"},
		{"settings", "/settings", "i-more", "web.looks"},
	}
	if atHome {
		all = slices.Insert(all, 2, menuLine{"saved", "/saved", "i-undo", "lobby.saved.above"})
	}
	return all
}

// menuTiles returns the lines of the menu as tiles.
func menuTiles(t *texts.Texts, atHome bool) (all []tile) {
	for _, entry := range menuLines(atHome) {
		all = append(all, tile{entry.path, entry.icon, t.T("lobby." + entry.name), t.T(entry.note)})
	}
	return all
}

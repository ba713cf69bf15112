package web

import (
	"cmp"
	"time"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/settings"
)

// menuOpenings returns the addresses of the entries of the menu, by the entries' names. An address that ends with a
// slash is completed by what the line opens. Codes and names are typed on the first page, and sent to theirs.
func menuOpenings(client settings.Client) map[string]string {
	all := map[string]string{
		"today":    "/today",
		"book":     "/book",
		"campaign": campaignPath(client == settings.BrowserAtHome),
		"new":      "/new",
		"lesson":   "/read/lesson",
		"rules":    "/read/rules",
		"stats":    "/stats",
		"puzzle":   "/puzzles",
		"entry":    "/real",
		"settings": "/settings",
	}
	if client == settings.BrowserAtHome {
		all["continue"] = "/table/" + homeTable
		all["saved"] = "/saved"
		return all
	}
	all["continue"] = "/table/"
	all["code"] = "/code"
	all["name"] = "/name"
	all["elsewhere"] = "/mine"
	return all
}

// menuTile is a line of the menu: a link, with what it is for as its note.
type menuTile struct {
	tile
	// Now says how things stand there; empty for nothing.
	Now string
	// Damaged reports whether the page cannot be opened.
	Damaged bool
}

// menuParts are the lines of the menu on the first page.
type menuParts struct {
	// Begun are the lines that continue a game or go back to a table.
	Begun []menuTile
	// Tiles are the lines that are links to other pages.
	Tiles []menuTile
	// CodeLabel is the line for codes, empty without one.
	CodeLabel string
	// NameLabel is the line that changes the person's name, empty without one.
	NameLabel string
	// ReturnLabel is the line for a code to come back with, empty without one.
	ReturnLabel string
}

// newMenuParts lays the menu out for a browser.
func newMenuParts(facts *choose.MenuFacts) (parts menuParts) {
	openings := menuOpenings(facts.Client)
	for _, line := range facts.Menu() {
		link := menuTile{
			tile: tile{
				Path:  openings[line.Entry.Name],
				Icon:  line.Entry.Sign,
				Label: line.Label,
				Note:  line.About,
			},
			Now: cmp.Or(line.Brief, line.Note),
		}
		switch line.Entry.Name {
		case "continue":
			link.Path += line.Which
			link.Now = line.Note // it has the whole width
			link.Damaged = line.Err != nil
			parts.Begun = append(parts.Begun, link)
		case "code":
			parts.CodeLabel = line.Label
		case "name":
			parts.NameLabel = line.Label
		case "elsewhere":
			parts.ReturnLabel = line.Label
		default:
			parts.Tiles = append(parts.Tiles, link)
		}
	}
	return parts
}

// menuFacts returns the facts that the menu depends on. A server adds what it knows of its visitor.
func (q *request) menuFacts() *choose.MenuFacts {
	return &choose.MenuFacts{
		Texts:   q.frame.Texts,
		Library: q.options.Library,
		Client:  q.client(),
		Now:     time.Now(),
		Stars:   q.person().Stars(),
		Played:  q.person().Played(),
	}
}

// client returns which way to play the pages are.
func (q *request) client() settings.Client {
	if q.home != nil {
		return settings.BrowserAtHome
	}
	return settings.BrowserOnServer
}

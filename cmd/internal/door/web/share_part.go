package web

import (
	"strconv"
	"strings"

	"fellowship/cmd/internal/share"
	"fellowship/cmd/internal/texts"
)

type (
	// sharedPart can be sent to others after a round.
	sharedPart struct {
		// Line says what was played, how it ended, and with how much help.
		Line string
		// Text is the text to send.
		Text string
		// Class is the class of the tiles in the styles: how many stand in a row; empty for all.
		Class string
		Tiles []tilePart
	}
	// tilePart is a trick.
	tilePart struct {
		share.Tile
		// Spoken says for a screen reader who won the trick, and whose goals were met or lost there.
		Spoken string
	}
)

// newShared returns what can be sent to others, nil for nothing. The origin is that of links to the server.
func newShared(t *texts.Texts, block *share.Block, origin string) *sharedPart {
	if block == nil {
		return nil
	}
	p := &sharedPart{Line: block.Line, Text: block.Text(t, origin)}
	const inOneRow, inRowsOfSix = 10, 12
	switch n := len(block.Tiles); {
	case n > inRowsOfSix:
		p.Class = "of-seven"
	case n > inOneRow:
		p.Class = "of-six"
	}
	for i := range block.Tiles {
		tile := &block.Tiles[i]
		p.Tiles = append(p.Tiles, tilePart{*tile, spokenTile(t, tile)})
	}
	return p
}

// spokenTile says who won a trick, and whose goals were met or lost there.
func spokenTile(t *texts.Texts, tile *share.Tile) string {
	names := func(seats []share.Seat) string {
		var all []string
		for _, s := range seats {
			all = append(all, s.Name)
		}
		return strings.Join(all, ", ")
	}
	var said []string
	switch {
	case !tile.Played:
		said = append(said, t.T("share.tile.unplayed", tile.Number))
	case tile.Winner.Name == "":
		said = append(said, t.T("share.tile.nobody", tile.Number))
	default:
		said = append(said, t.T("share.tile", tile.Number, tile.Winner.Name))
	}
	if len(tile.Met) > 0 {
		said = append(said, t.T("share.met", names(tile.Met)))
	}
	if len(tile.Failed) > 0 {
		said = append(said, t.T("share.failed", names(tile.Failed)))
	}
	if tile.Lost {
		said = append(said, t.T("share.lost", tile.Number))
	}
	return strings.Join(said, ". ") + "."
}

// Class returns the class of a tile in the styles. Web templates call it.
func (p tilePart) Class() string {
	switch {
	case p.Lost:
		return "lost-here"
	case p.Late, !p.Played:
		return "late"
	}
	return ""
}

// MetCount returns how many goals were met in the trick, empty for one. Web templates call it.
func (p tilePart) MetCount() string {
	if len(p.Met) < 2 {
		return ""
	}
	return strconv.Itoa(len(p.Met))
}

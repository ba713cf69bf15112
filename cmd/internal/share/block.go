package share

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/texts"
)

// Round is a round that is over, with what is told about it.
type Round struct {
	Record *chapters.Record
	// Undos is how often something was taken back.
	Undos int
	// Missed is how many decisions of a puzzle were wrong.
	Missed int
	// LostAt is the trick in which a card lost the round, 0 if that is not known.
	LostAt int
	// IsReal reports whether the round was played with cards of paper. Then nothing is said about help.
	IsReal bool
}

// Block is the text that a person sends after a round.
type Block struct {
	// Tiles has a tile for each trick.
	Tiles []Tile
	// Name names the deal, the puzzle, or the chapter.
	Name string
	// Line says what was played, how it ended, and with how much help. It begins with Name.
	Line string
	// Command is the command that deals the same cards, empty if none does.
	Command string
	// Path is the path and the query of the page of a server that deals the same cards, empty if none does.
	Path string
}

// Of returns the block of a round.
func Of(t *texts.Texts, lib *chapters.Library, r *Round) *Block {
	maker := tileMaker{texts: t}
	isWon := maker.replay(lib, r.Record)
	b := &Block{Tiles: maker.tiles}
	MarkLost(b.Tiles, r.LostAt)
	b.name(t, lib, r.Record)
	result := t.T("today.lost")
	if isWon {
		result = t.T("today.won")
	}
	if r.IsReal {
		b.Line = t.T("share.real", b.Name, result)
		return b
	}
	if _, _, isPuzzle := puzzle.Place(r.Record.ID); isPuzzle {
		if isWon {
			result = t.T("share.solved")
		}
		b.Line = t.T("share.puzzle.line", b.Name, result, orNone(t, "share.missed", "share.missed.none", r.Missed))
		return b
	}
	hints := orNone(t, "today.hints", "today.hints.none", len(r.Record.Hints)+len(r.Record.Assisted))
	b.Line = t.T("share.line", b.Name, result, hints, orNone(t, "today.undo", "today.undo.none", r.Undos))
	return b
}

// orNone returns the text for a number, or another text for 0.
func orNone(t *texts.Texts, key, noneKey string, n int) string {
	if n == 0 {
		return t.T(noneKey)
	}
	return t.N(key, n)
}

// name names what was played, and says what deals the same cards. It does not name the deal of a day, because
// everybody plays that on the same day.
func (b *Block) name(t *texts.Texts, lib *chapters.Library, record *chapters.Record) {
	chapter := record.Chapter
	if chapter == chapters.Road {
		chapter = "Road"
	}
	players := t.N("today.players", record.Players)
	day, isDaily := daily.Day(lib, record.Deal)
	level, number, isPuzzle := puzzle.Place(record.ID)
	switch {
	case isPuzzle:
		b.Name = t.T("share.puzzle", chapter, t.T("lobby.puzzle.name", number, level))
		b.Command = "fellowship puzzle " + record.ID
	case isDaily:
		b.Name = t.T("today.name", day.Format(daily.Format), chapter, players)
		b.Command = "fellowship play --today"
		b.Path = "/today"
	case record.Deal == "":
		b.Name = t.T("share.name", chapter, players)
	default:
		b.Name = record.Deal
		b.Command = "fellowship play " + record.Deal
		b.Path = "/new?deal=" + record.Deal
	}
}

// Lines returns the block as lines of text for a screen that shows no colours: who won each trick, and which goals were
// met and lost.
func (b *Block) Lines(t *texts.Texts) (lines []string) {
	var winners, met, failed []string
	lost := 0
	for i := range b.Tiles {
		tile := &b.Tiles[i]
		if !tile.Played {
			continue
		}
		letters := tile.Winner.Letters
		if letters == "" {
			letters = "-"
		}
		winners = append(winners, letters)
		for _, s := range tile.Met {
			met = append(met, t.T("share.goal", s.Letters, tile.Number))
		}
		for _, s := range tile.Failed {
			failed = append(failed, t.T("share.goal", s.Letters, tile.Number))
		}
		if tile.Lost {
			lost = tile.Number
		}
	}
	addList := func(key string, all []string, separator string) {
		if len(all) > 0 {
			lines = append(lines, t.T(key, strings.Join(all, separator)))
		}
	}
	addList("share.tricks", winners, " ")
	addList("share.met", met, ", ")
	addList("share.failed", failed, ", ")
	if lost > 0 {
		lines = append(lines, t.T("share.lost", lost))
	}
	return lines
}

// Text returns what is sent: the line about the round, a coloured square for each trick, the letters of the winners, the
// goals, and how to play the same deal. The origin of a server, such as https://example.org, makes the last a link. It
// is empty for a person at home, who sends the command.
func (b *Block) Text(t *texts.Texts, origin string) string { return b.text(t, origin, b.squares()) }

// PlainText returns what is sent without the coloured squares, for a terminal that cannot show them.
func (b *Block) PlainText(t *texts.Texts) string { return b.text(t, "", "") }

// text returns what is sent, with the squares unless they are empty.
func (b *Block) text(t *texts.Texts, origin, squares string) string {
	lines := append([]string{b.Line}, texts.NotEmpty(squares)...)
	lines = append(lines, b.Lines(t)...)
	switch {
	case origin != "" && b.Path != "":
		lines = append(lines, origin+b.Path)
	case b.Command != "":
		lines = append(lines, b.Command)
	}
	return strings.Join(lines, "\n")
}

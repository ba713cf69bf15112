package tui

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// savedPage draws the list of the saved games: the open ones, then those that have ended, and last the damaged files of
// which there is no game to show.
type savedPage struct {
	texts *texts.Texts
	// library has the letters of the characters.
	library *chapters.Library
	list    *book.SavedGames
	// damaged are the rows of the damaged files.
	damaged []kit.Row

	// grid is the drawing, as high as the list is.
	grid *felt.Grid
	// areas are the places of the rows.
	areas  []felt.HitArea
	cursor int
	// left is the first column.
	left int
	// width is the width of the lines.
	width int
	// y is the next free line.
	y int
}

const (
	// leastSavedWidth is the width from which on everything about a game fits into one line.
	leastSavedWidth = 76
	// savedDay is the width of a day in the list.
	savedDay = 9
	// savedNumber is the width of the number of a chapter in the list.
	savedNumber = 4
	// savedTile is the width of a character's tile in colours.
	savedTile = 3
)

// isNarrow reports whether a game takes two lines.
func (p *savedPage) isNarrow() bool { return p.width < leastSavedWidth }

func (p *savedPage) draw(g *felt.Grid, cursor int) []felt.HitArea {
	left, wide := scrollPageColumns(g)
	p.left = left + 2
	p.width = wide - 4
	p.cursor = cursor
	p.grid = felt.New(g.Palette(), g.W, 16+3*(len(p.list.All)+len(p.damaged)))
	p.areas = nil
	p.y = 1
	intro := g.Wrap(p.list.Intro, p.width, 3)
	p.y += p.grid.Lines(p.left+2, p.y, intro, felt.Faint) + 1
	if p.list.Open > 0 {
		p.drawTitle("saves.open", p.texts.T("saves.open.count", p.list.Open))
	}
	for i := range p.list.All {
		if i == p.list.Open {
			p.drawTitle("saves.ended", p.texts.T("saves.ended.order"))
		}
		p.drawGame(&p.list.All[i])
	}
	for i := range p.damaged {
		pens := p.addLine(1)
		p.grid.Put(p.left+2, p.y-1, p.damaged[i].Label, pens.name)
		p.grid.PutRight(p.left+p.width-1, p.y-1, p.damaged[i].Note, pens.note)
	}
	p.grid.H = p.y
	return drawScrollPage(g, p.grid, p.areas, cursor, p.list.Title, p.list.Summary)
}

// drawTitle draws the headline of a part, with a blank line above unless it is the first one.
func (p *savedPage) drawTitle(key, note string) {
	if len(p.areas) > 0 {
		p.y++
	}
	drawListTitle(p.grid, p.left, p.y, p.width, p.texts.T(key), note)
	p.y += 2
}

// addLine adds the lines of a row, and returns how to write on them.
func (p *savedPage) addLine(rows int) linePens {
	item := len(p.areas)
	p.areas = append(p.areas, felt.HitArea{X: p.left, Y: p.y, W: p.width, H: rows, Item: item})
	pens := drawLineGround(p.grid, p.left, p.y, p.width, rows, item == p.cursor)
	p.y += rows
	return pens
}

// drawGame draws a game: its day, its chapter, who plays, and how far it has come or how it ended.
func (p *savedPage) drawGame(said *book.SavedGame) {
	rows := 1
	if p.isNarrow() {
		rows = 2
	}
	isChosen := len(p.areas) == p.cursor
	pens := p.addLine(rows)
	y := p.y - rows
	title := cmp.Or(said.Title, said.Name)
	if p.isNarrow() {
		stateX := p.left + p.width - 1
		titleWidth := p.width - 4
		state, pen := p.state(said, pens, isChosen)
		if said.CanContinue {
			p.grid.PutRight(stateX, y+1, state, pen)
		} else {
			p.grid.PutRight(stateX, y, state, pen)
			p.drawStars(said, stateX, y+1, pens)
			titleWidth -= p.grid.Width(state) + 1
		}
		p.drawTitleOf(said, p.left+2, y, titleWidth, title, pens)
		room := max(p.grid.Width(state), p.grid.Width(said.LostIn))
		second := strings.Join(texts.NotEmpty(said.Day, cmp.Or(said.With, said.Name)), ", ")
		p.grid.Put(p.left+2, y+1, p.grid.Cut(second, p.width-4-room), pens.note)
		return
	}
	const resultWidth, starsWidth, leastTitle, leastWith = 9, 2*stars.Most + 1, 27, 17
	spare := p.width - savedDay - savedNumber - leastTitle - leastWith - resultWidth - starsWidth - 4
	const castWidth = savedTile * tricks.MaxSeats
	showsCast := spare > castWidth
	if showsCast {
		spare -= castWidth
	}
	titleWidth := leastTitle + max(spare/2, 0)
	x := p.left + 2
	p.grid.Put(x, y, said.Day, pens.note)
	x += savedDay
	p.drawTitleOf(said, x, y, titleWidth+savedNumber, title, pens)
	x += savedNumber + titleWidth + 1
	end := p.left + p.width - 1
	state, pen := p.state(said, pens, isChosen)
	if !said.CanContinue && said.CanLook {
		p.drawStars(said, end, y, pens)
		end -= starsWidth
	}
	p.grid.PutRight(end, y, state, pen)
	end -= p.grid.Width(state) + 1
	if showsCast {
		end = p.drawCast(said, p.left+p.width-1-starsWidth-resultWidth, y) - 1
	}
	p.grid.Put(x, y, p.grid.Cut(said.With, end-x), pens.note)
}

// drawCast draws a tile for each character of a round before a column, in the colours of its shield, and returns the
// column of the first one.
func (p *savedPage) drawCast(said *book.SavedGame, end, y int) (x int) {
	x = end
	for _, id := range slices.Backward(said.Cast) {
		c := p.library.Characters[id]
		if c == nil {
			continue
		}
		letters := p.texts.CharacterLetters(c)
		x -= p.grid.EmblemWidth(letters, false)
		p.grid.WinnerTile(x, y, savedTile, id, letters, true)
	}
	return x
}

// drawTitleOf draws the number and the title of a game's chapter.
func (p *savedPage) drawTitleOf(said *book.SavedGame, x, y, w int, title string, pens linePens) {
	if said.Chapter != "" && said.Chapter != chapters.Road {
		p.grid.PutRight(x+savedNumber-2, y, said.Chapter, pens.note)
	}
	p.grid.Put(x+savedNumber, y, p.grid.Cut(title, w-savedNumber), pens.name)
}

// state returns how far a game has come, or how it ended, with its colour.
func (p *savedPage) state(said *book.SavedGame, pens linePens, isChosen bool) (state string, pen felt.Pen) {
	state = said.State
	pen = pens.note
	if said.Result != "" {
		state = p.texts.T("saves.result." + string(said.Result))
	}
	if isChosen {
		return state, pens.name
	}
	switch said.Result {
	case chapters.Won:
		pen = felt.Pen{Fg: felt.Good, Bold: true}
	case chapters.Lost:
		pen = felt.Pen{Fg: felt.Bad, Bold: true}
	default:
		if said.IsYours {
			pen = felt.Golden
		}
	}
	return state, pen
}

// drawStars draws before a column the stars of a game that was won, or the trick in which a goal of a lost one failed.
func (p *savedPage) drawStars(said *book.SavedGame, end, y int, pens linePens) {
	p.grid.PutRight(end, y, said.LostIn, pens.note)
	if said.Stars != nil {
		p.grid.Stars(end-2*stars.Most+1, y, said.Stars)
	}
}

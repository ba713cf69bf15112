package tui

import (
	"strconv"
	"strings"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/stars"

	tea "github.com/charmbracelet/bubbletea"
)

// puzzleSheet is the sheet of the puzzles: the chapters, and beside them the puzzles of the chapter at the cursor. A
// narrow window shows one of the two lists. The rows are the chapters, the puzzle of the day, and then the puzzles of
// that chapter.
type puzzleSheet struct {
	shell *Shell
	sheet *kit.Sheet
	// book has the puzzles as they are now.
	book *choose.PuzzleBook
	// chapter is the index of the chapter whose puzzles are shown.
	chapter int
	// rows are the rows as they are now.
	rows []kit.Row
}

// PuzzleSheet offers the puzzles chapter by chapter. The cursor is at the chapter to go on with.
func (sh *Shell) PuzzleSheet() *kit.Sheet { return sh.PuzzlesAt("") }

// PuzzlesAt is a [Shell.PuzzleSheet] whose cursor is at the puzzle to go on with in a chapter. It is at a chapter if
// that one has no puzzles.
func (sh *Shell) PuzzlesAt(chapter string) *kit.Sheet {
	s := &puzzleSheet{shell: sh}
	s.refresh()
	s.chapter = s.book.Next
	cursor := s.chapter
	if i := s.book.Find(chapter); i >= 0 {
		s.chapter = i
		cursor = s.firstPuzzle() + s.book.Chapters[i].Next
	}
	s.sheet = &kit.Sheet{Name: "lobby.puzzle", Cursor: cursor, Build: s.content, Back: s.back}
	s.sheet.Keys = map[string]func() tea.Cmd{
		"up":    s.move(-1),
		"down":  s.move(1),
		"left":  s.toChapters,
		"right": s.toPuzzles,
		"home":  s.move(-1000),
		"end":   s.move(1000),
	}
	return s.sheet
}

// refresh reads what the person has solved until now.
func (s *puzzleSheet) refresh() {
	s.book = choose.Puzzles(s.shell.Stack.Theme.Texts, s.shell.Library, s.shell.Stars(), s.shell.Now())
}

// shown returns the chapter whose puzzles are shown.
func (s *puzzleSheet) shown() *choose.PuzzleChapter { return &s.book.Chapters[s.chapter] }

// firstPuzzle is the index of the row with the first puzzle. The row before it has the puzzle of the day.
func (s *puzzleSheet) firstPuzzle() int { return len(s.book.Chapters) + 1 }

// isAtPuzzle reports whether the cursor is in the list of the puzzles.
func (s *puzzleSheet) isAtPuzzle() bool { return s.sheet.Cursor >= s.firstPuzzle() }

// move returns what moves the cursor in its list. It stays within the list.
func (s *puzzleSheet) move(step int) func() tea.Cmd {
	return func() tea.Cmd {
		first, last := 0, s.firstPuzzle()-1
		if s.isAtPuzzle() {
			first = last + 1
			last += len(s.shown().Puzzles)
		}
		s.sheet.Cursor = max(min(s.sheet.Cursor+step, last), first)
		return nil
	}
}

// toChapters moves the cursor from a puzzle to its chapter.
func (s *puzzleSheet) toChapters() tea.Cmd {
	s.sheet.Cursor = s.chapter
	return nil
}

// toPuzzles moves the cursor from a chapter to the puzzle to go on with there.
func (s *puzzleSheet) toPuzzles() tea.Cmd {
	if !s.isAtPuzzle() {
		s.sheet.Cursor = s.firstPuzzle() + s.shown().Next
	}
	return nil
}

// back leaves the puzzles of a chapter, and then the sheet.
func (s *puzzleSheet) back() tea.Cmd {
	if s.isAtPuzzle() {
		return s.toChapters()
	}
	return s.shell.Stack.Pop()
}

// solve returns the button that plays a puzzle of a chapter, and then the further ones.
func (s *puzzleSheet) solve(chapter, id string) kit.Button {
	return func() tea.Cmd { return s.shell.Solve(chapter, id) }
}

func (s *puzzleSheet) content() kit.Content {
	s.refresh()
	if s.sheet.Cursor < len(s.book.Chapters) {
		s.chapter = max(s.sheet.Cursor, 0)
	}
	t := s.shell.Stack.Theme.Texts
	c := kit.Content{Title: s.book.Title, EnterLabel: t.T("lobby.help.play"), Draw: s.draw}
	for i := range s.book.Chapters {
		chapter := &s.book.Chapters[i]
		next := &chapter.Puzzles[chapter.Next]
		c.Rows = append(c.Rows, kit.Row{
			Label:   chapter.Title,
			Note:    chapter.Count,
			Help:    s.book.About,
			Control: s.solve(chapter.Chapter.ID, next.ID),
		})
	}
	today := &s.book.Today
	playToday := s.solve(choose.TodaysPuzzle, today.ID)
	c.Rows = append(c.Rows, kit.Row{
		Label:   today.Name,
		Note:    today.StarsText(),
		Help:    today.Details + ". " + s.book.Legend,
		Control: playToday,
	})
	c.Shortcuts = []kit.Shortcut{{Key: "t", Label: today.Name, Do: playToday}}
	for i := range s.shown().Puzzles {
		line := &s.shown().Puzzles[i]
		c.Rows = append(c.Rows, kit.Row{
			Label:   line.Name,
			Note:    line.StarsText(),
			Help:    line.Name + ": " + line.Length + ". " + s.book.Legend,
			Control: s.solve(s.shown().Chapter.ID, line.ID),
		})
	}
	s.rows = c.Rows
	return c
}

// draw draws the lists, and below them what there is to say about the selected line.
func (s *puzzleSheet) draw(g *felt.Grid, cursor int) (areas []felt.HitArea) {
	const widest, leastForBoth, puzzlesWidth = 100, 76, 31
	w := min(g.W, widest)
	left := (g.W - w) / 2
	g.Headline(left, w, s.book.Title, s.book.Summary, s.book.Brief)
	mostHelp := 2
	if w < leastForBoth {
		mostHelp = 3
	}
	help := g.Wrap(s.rows[cursor].Help, min(w-4, 72), mostHelp)
	g.CenterLines(0, g.H-2-len(help), g.W, help, felt.Faint)
	const top = 2
	rows := g.H - top - 2 - mostHelp
	if w < leastForBoth {
		if s.isAtPuzzle() {
			return s.drawPuzzles(g, left+1, top, w-2, rows, cursor)
		}
		return s.drawChapters(g, left+1, top, w-2, rows, cursor)
	}
	chaptersWidth := w - 5 - max(puzzlesWidth, (w-5)*2/5)
	areas = s.drawChapters(g, left+1, top, chaptersWidth, rows, cursor)
	return append(areas, s.drawPuzzles(g, left+chaptersWidth+3, top, w-5-chaptersWidth, rows, cursor)...)
}

// drawChapters draws the chapters with how many of their puzzles are solved, and the puzzle of the day.
func (s *puzzleSheet) drawChapters(g *felt.Grid, x, y, w, rows, cursor int) (areas []felt.HitArea) {
	all := s.rows[:s.firstPuzzle()]
	chosen := s.chapter
	if !s.isAtPuzzle() {
		chosen = cursor
	}
	first := firstVisible(len(all), rows, chosen)
	for i := first; i < min(first+rows, len(all)); i++ {
		lineY := y + i - first
		pens := drawLineGround(g, x, lineY, w, 1, i == cursor)
		title := all[i].Label
		count := all[i].Note
		if i < len(s.book.Chapters) {
			chapter := &s.book.Chapters[i]
			switch {
			case i == cursor:
			case i == s.chapter:
				pens.name = felt.Golden
			case chapter.Solved == 0:
				pens.name = felt.Faint
			}
			if number, rest, ok := strings.Cut(title, "  "); ok {
				title = rest
				g.PutRight(x+4, lineY, number, pens.name)
			}
			count = chapter.Count
			if g.Width(title)+g.Width(count) > w-8 {
				count = chapter.Brief
			}
			g.PutRight(x+w-1, lineY, count, pens.note)
		} else {
			g.Stars(x+w-2*puzzle.MostStars, lineY, stars.OfPuzzle(s.book.Today.Stars))
		}
		g.Put(x+6, lineY, g.Cut(title, w-8-g.Width(count)), pens.name)
		areas = append(areas, felt.HitArea{X: x, Y: lineY, W: w, H: 1, Item: i})
	}
	markHidden(g, x+w, y, rows, first, len(all))
	return areas
}

// drawPuzzles draws the puzzles of the chapter that is shown. The number of a level stands where the level begins, and
// a mark stands before the puzzle to go on with.
func (s *puzzleSheet) drawPuzzles(g *felt.Grid, x, y, w, rows, cursor int) (areas []felt.HitArea) {
	const titleRows, starsWidth = 2, 2 * puzzle.MostStars
	chapter := s.shown()
	drawListTitle(g, x, y, w, chapter.Title, "")
	y += titleRows
	rows -= titleRows
	chosen := chapter.Next
	if s.isAtPuzzle() {
		chosen = cursor - s.firstPuzzle()
	}
	first := firstVisible(len(chapter.Puzzles), rows, chosen)
	level := 0
	for i := first; i < min(first+rows, len(chapter.Puzzles)); i++ {
		line := &chapter.Puzzles[i]
		item := s.firstPuzzle() + i
		pens := drawLineGround(g, x, y+i-first, w, 1, item == cursor)
		if i == chapter.Next && item != cursor {
			pens.name = felt.Golden
			g.Put(x+4, y+i-first, ">", felt.Golden)
		}
		if line.Level != level {
			level = line.Level
			g.PutRight(x+3, y+i-first, strconv.Itoa(level), pens.note)
		}
		name := strconv.Itoa(line.Number)
		g.PutRight(x+8, y+i-first, name, pens.name)
		g.Put(x+10, y+i-first, g.Cut(line.Length, w-11-starsWidth), pens.name)
		g.Stars(x+w-starsWidth, y+i-first, stars.OfPuzzle(line.Stars))
		areas = append(areas, felt.HitArea{X: x, Y: y + i - first, W: w, H: 1, Item: item})
	}
	markHidden(g, x+w, y, rows, first, len(chapter.Puzzles))
	return areas
}

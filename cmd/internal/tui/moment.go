package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// The end of a round is shown before its result: the goals tick one by one, below a drawing.
// It takes less than a second, and any key ends it.

// The drawings: of a round that was won, of one that was lost, and of a chapter that is done.
var (
	wonPicture = []string{
		`   \   |   /   `,
		`     .---.     `,
		`--  (     )  --`,
		`     '---'     `,
		`   /   |   \   `,
	}
	lostPicture = []string{
		`    .-""""-.    `,
		`  .'   /\   '.  `,
		` <    |  |    > `,
		`  '.   \/   .'  `,
		`    '-....-'    `,
	}
	donePicture = []string{
		`             *            `,
		`      /\    / \     /\    `,
		`   /\/  \  /   \   /  \   `,
		`  /      \/     \_/    \  `,
		`_/  . . . . . . . . .   \_`,
	}
)

func (m *Model) drawEnd(b *board.Board, w, h int) []string {
	t, v := m.Theme, &m.view
	picture := lostPicture
	switch {
	case m.chapterDone():
		picture = donePicture
	case v.Result == chapters.Won:
		picture = wonPicture
	}
	lines := slices.Repeat([]string{""}, max((h-len(picture)-len(v.Seats)-6)/2, 0))
	for i, line := range picture {
		if i > m.moving.frame {
			line = strings.Repeat(" ", len(line))
		}
		lines = append(lines, t.Middle(m.painted(line, i), w))
	}
	lines = append(lines, "", t.Middle(m.banner(b), w), "")
	name := 0
	for s := range v.Seats {
		name = max(name, cells.Width(t.Fold(b.SeatName(tricks.Seat(s)))))
	}
	for s := range v.Seats {
		verdict := ""
		if 2*s+4 <= m.moving.frame {
			verdict = b.Verdict(texts.StatusOf(v, tricks.Seat(s)))
		}
		lines = append(lines, strings.Repeat(" ", max((w-name-16)/2, 1))+t.Fit(b.SeatName(tricks.Seat(s)), name)+"  "+verdict)
	}
	if m.moving.frame > 2*len(v.Seats)+3 {
		lines = append(lines, "")
		for _, line := range t.Wrap(m.closing(), w-2) {
			lines = append(lines, t.Middle(line, w))
		}
	}
	return m.closeUp(lines, w, h)
}

// painted colours a line of a drawing: victory gold, mountains in their colour.
func (m *Model) painted(line string, at int) string {
	switch {
	case m.chapterDone() && at > 0:
		return m.Good.On(line)
	case m.view.Result == chapters.Won:
		return m.Rubrics.On(line)
	}
	return m.toned(line)
}

func (m *Model) banner(b *board.Board) string {
	how, _ := b.Outcome(false)
	if m.view.Result == chapters.Undecided {
		return how
	}
	return m.Bold.On(m.toned(m.Fold(how)))
}

func (m *Model) toned(s string) string {
	if m.view.Result == chapters.Won {
		return m.Good.On(s)
	}
	return m.Bad.On(s)
}

// chapterDone reports whether the round has won its chapter: of a long one that takes
// several rounds, of which a campaign knows.
func (m *Model) chapterDone() bool {
	v := &m.view
	if v.Chapter == nil || v.Result != chapters.Won || m.chair.Puzzle != nil || m.opts.Lesson {
		return false
	}
	at := m.progress()
	return !v.Chapter.Long || at != nil && at.Done()
}

// closing is the last line of a chapter that is done, empty for any other end.
func (m *Model) closing() string {
	if !m.chapterDone() {
		return ""
	}
	return m.Closing(m.view.Chapter)
}

package tui

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
)

// spot is where a seat sits around the trick, clockwise from the person.
type spot int

const (
	near spot = iota
	left
	far
	right
)

func (t *board) spot(s tricks.Seat) spot {
	n := len(t.v.Seats)
	p := spot((int(s) - int(t.home) + n) % n)
	if n == 3 && p == far {
		return right // three seats: nobody sits opposite
	}
	return p
}

// spotOf is where the card of a spot lies in the place of the trick.
func (l *layout) spotOf(p spot) (x, y int) {
	z, r := l.played, l.trick
	middle := r.x + (r.w-z.w)/2
	gap := 1
	if l.size >= roomy {
		gap = 2
	}
	high := min(r.h, 2*z.h+1)
	top := r.y + (r.h-high)/2
	switch p {
	case left:
		return middle - z.w - gap, top + (high-z.h)/2
	case right:
		return middle + z.w + gap, top + (high-z.h)/2
	case far:
		return middle, top
	default:
		return middle, top + high - z.h
	}
}

// trickNow is the trick to be shown: one that has ended, or the one being played.
func (t *board) trickNow() *trick {
	if t.show != nil {
		return t.show
	}
	tr := &trick{winner: t.v.Best}
	if all := played(t.v); len(all) > 0 && !all[len(all)-1].done {
		tr.plays, tr.said = all[len(all)-1].plays, all[len(all)-1].said
	}
	tr.turned = t.v.Turned
	return tr
}

// drawTrick draws each card on the side of its seat, the winning one with a border of
// its own.
func (t *board) drawTrick(c *canvas, l *layout) {
	if t.show == nil && t.v.Stage != chapters.StagePlay {
		return
	}
	tr := t.trickNow()
	for s := range t.v.Seats {
		seat := tricks.Seat(s)
		x, y := l.spotOf(t.spot(seat))
		m := tr.play(seat)
		if m.Card.Valid() && t.gone.Has(m.Card) {
			m.Card = tricks.NoCard
		}
		var p picture
		switch {
		case m.Card == tricks.NoCard && tr.done:
			continue // sat out (T9)
		case m.Card == tricks.NoCard && t.v.Seats[s].Cards == 0:
			continue
		case m.Card == tricks.NoCard:
			p = picture{cardSize: l.played, frame: vacant, look: t.faint}
			switch {
			case t.choosing == seat:
				p.look = t.bold
			case l.played.h == normal.h: // small places lie close together
				p.frame = bare
			}
			p.face = []string{strings.Repeat(" ", (l.played.w-3)/2) + t.Number(seat)}
			if l.played.h > 3 {
				p.face = []string{"", "  " + t.Number(seat)}
			}
		default:
			p = t.playedPicture(tr, m, l.played)
			p.over = t.Number(seat)
			if s := tr.plays[0].Seat; s == seat {
				p.note = t.T("board.led")
			}
			if seat == tr.winner && !(t.show == nil && t.v.Nobody) {
				p.frame = double
				p.look = p.look.bolder()
			}
		}
		t.drawBox(c, l.trick, x, y, &p)
		t.drawLabel(c, l, seat, x, y, seat == tr.winner)
	}
}

// playedPicture is a card as it was played.
func (t *theme) playedPicture(tr *trick, m tricks.Move, z cardSize) picture {
	if m.Card == chapters.Closed {
		return t.saidPicture(tr.said, z)
	}
	return t.cardPicture(m, z)
}

// drawLabel writes the name of a seat beside its card, where there is room for all of
// it.
func (t *board) drawLabel(c *canvas, l *layout, s tricks.Seat, x, y int, wins bool) {
	name := t.fold(t.Who(t.v, s))
	look := t.faint
	if wins {
		look = t.bold
	}
	n := ansi.StringWidth(name)
	z, r := l.played, l.trick
	at := rect{x, y + z.h, n, 1}
	switch t.spot(s) {
	case left:
		at.x = min(x+z.w-n, x)
		if room := x + z.w - r.x; n > z.w && n <= room {
			at.x = x + z.w - n
		}
	case right:
	case far:
		at = rect{x - n - 1, y, n, 1}
	case near:
		at = rect{x + z.w + 1, y + z.h - 1, n, 1}
	}
	if at.within(r) == at { // else its number on the card has to do
		c.put(at, name, look)
	}
}

// object is what a chapter has laid on the table beside the trick.
type object struct {
	name  string
	cards []tricks.Card
	// count is how many cards lie there, where they are a pile.
	count int
	// says is what it does now, warning that it is bad news.
	says    string
	warning bool
}

// object returns it: cards of a side deck that are turned up, or those that lie face down
// until somebody takes them in setup; nil where there is none.
func (t *board) object() *object {
	turned, sum := t.turned()
	if len(turned) > 0 {
		o := &object{name: t.SideName(t.v), cards: turned}
		o.says, o.warning = t.Does(t.v)
		if t.show != nil {
			o.says, o.warning = t.didOf(t.show, sum)
		}
		return o
	}
	if n := t.v.SideLeft(); n > 0 && !t.over {
		return &object{
			name: texts.Title(t.v.SideDeck(chapters.TakenInSetup).Called(t.Lang())), cards: []tricks.Card{chapters.Closed}, count: n,
			says: t.N("board.aside", n),
		}
	}
	return nil
}

// look is how what it says is drawn.
func (o *object) look(c *inks) ink {
	if o.warning {
		return c.bad
	}
	return c.goal
}

// objectLines are an object in words. That of a pile nothing is to be done is left out
// where there is little room.
func (t *board) objectLines(o *object, w int, z size) []string {
	var cards []string
	for _, card := range o.cards {
		cards = append(cards, t.card(card))
	}
	if o.count > 0 {
		cards = append(cards, fmt.Sprintf("x%d", o.count))
	}
	lines := t.flow([]string{t.strong(o.name), strings.Join(cards, " ")}, " ", w)
	if o.says == "" || o.count > 0 && z < roomy {
		return lines
	}
	return append(lines, o.look(&t.inks).lines(t.wrap(o.says, w))...)
}

// drawObjects draws what the chapter has laid on the table, and says what it does now.
func (t *board) drawObjects(c *canvas, l *layout) {
	r := l.objects
	if l.size >= roomy {
		c.put(r.row(0), t.rubric(t.T("board.table"), r.w-1), "")
		r = rect{r.x, r.y + 1, r.w, r.h - 1}
	}
	r = rect{r.x + 1, r.y, r.w - 1, r.h}
	o := t.object()
	var blocks []block
	switch {
	case o == nil:
	case l.size >= roomy && r.h-5 >= normal.h:
		x := r.x
		for _, card := range o.cards {
			p := t.cardPicture(tricks.Move{Card: card}, normal)
			if o.count > 0 {
				p.note = fmt.Sprintf("x%d", o.count)
			}
			t.drawBox(c, r, x, r.y, &p)
			x += normal.w
		}
		side := rect{x + 1, r.y, r.x + r.w - x - 1, normal.h}
		c.lines(side, t.bold.lines(t.wrap(o.name, side.w)))
		r = rect{r.x, r.y + normal.h, r.w, r.h - normal.h}
		if o.says != "" {
			blocks = append(blocks, block{lines: o.look(&t.inks).lines(t.wrap(o.says, r.w))})
		}
	default:
		blocks = append(blocks, block{lines: t.objectLines(o, r.w, l.size)})
	}
	c.lines(r, fitting(append(blocks, t.factBlock(r.w, r.h)), r.h))
}

// factBlock is what lies on the table, and what holds for everybody, in no more lines
// than h: what is too much is left out.
func (t *board) factBlock(w, h int) block {
	facts := t.facts()
	for len(facts) > 0 {
		if lines := t.flow(facts, "   ", w); len(lines) <= h {
			return block{lines: lines, rank: 2}
		}
		facts = facts[:len(facts)-1]
	}
	return block{}
}

// block is lines that are drawn whole or not at all. Where there is no room for all of
// them, those of the lowest rank come first.
type block struct {
	lines []string
	rank  int
}

// fitting are the lines of those blocks, in their order, that there is room for.
func fitting(blocks []block, h int) (lines []string) {
	order := make([]int, len(blocks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return blocks[i].rank - blocks[j].rank })
	in := make([]bool, len(blocks))
	for _, i := range order {
		if n := len(blocks[i].lines); n <= h {
			in[i], h = true, h-n
		}
	}
	for i := range blocks {
		if in[i] {
			lines = append(lines, blocks[i].lines...)
		}
	}
	return lines
}

// drawAside draws beside the trick of a narrow window what others have on both sides of
// it: what the chapter has laid there, how the trick lies, and what has happened.
func (t *board) drawAside(c *canvas, l *layout) {
	r := rect{l.objects.x + 1, l.objects.y, l.objects.w - 1, l.objects.h + l.news.h}
	if t.v.Stage == chapters.StageSetup && t.show == nil {
		r.x, r.w = l.trick.x+1, l.keys.w-2 // no trick is played yet
		facts := t.factBlock(r.w, r.h).lines
		c.lines(r, facts)
		r.y, r.h = r.y+len(facts)+1, r.h-len(facts)-1
		c.lines(r, t.setupLines(r.w, r.h))
		return
	}
	var blocks []block
	add := func(rank int, lines ...string) {
		if len(lines) > 0 {
			blocks = append(blocks, block{lines, rank})
		}
	}
	if o := t.object(); o != nil {
		add(0, t.objectLines(o, r.w, l.size)...)
	}
	for i, fact := range t.facts() {
		add(3+3*min(i, 1), t.wrap(fact, r.w)...)
	}
	if lies := t.lies(); lies != "" {
		add(1, t.bold.lines(t.wrap(lies, r.w))...)
	}
	for i, text := range t.recent {
		add(2+3*min(i, 1), t.item(text, r.w)...)
	}
	if last, n := t.lastEnded(); n > 0 {
		add(4, t.item(t.T("tui.lasttrick", t.trickCards(&last), t.Winner(t.v, last.winner)), r.w)...)
	}
	c.lines(r, fitting(blocks, r.h))
}

// didOf says what the side deck has done in a trick that has ended.
func (t *board) didOf(tr *trick, sum int) (says string, warning bool) {
	switch least := t.least(tr); {
	case least > 0 && sum < least:
		return t.T("board.least.short", sum, least), true
	case least > 0:
		return t.T("board.least.enough", sum, least), false
	case tr.winner == tricks.NoSeat:
		return t.T("tui.trick.won", t.Winner(t.v, tr.winner)), true
	}
	return "", false
}

// least is what a trick that has ended had to sum to (C14), 0 for no such limit.
func (t *board) least(tr *trick) (least int) {
	if t.v.SideDeck(chapters.BeatsLowWinners, chapters.LeastSum).Effect != chapters.LeastSum {
		return 0
	}
	for _, c := range tr.turned {
		least += c.Rank()
	}
	return least
}

// rubric is the head of a part of the middle.
func (t *theme) rubric(title string, w int) string {
	title = t.fold(title)
	n := max(w-4-ansi.StringWidth(title), 0)
	return t.faint.on(t.line) + " " + title + " " + t.faint.on(strings.Repeat(t.line, n+1))
}

// drawNews says how the trick lies, and what has happened.
func (t *board) drawNews(c *canvas, l *layout) {
	r := l.news
	if l.size >= roomy {
		c.put(r.row(0), t.rubric(t.T("board.news"), r.w-1), "")
		r = rect{r.x, r.y + 1, r.w, r.h - 1}
	}
	r = rect{r.x + 1, r.y, r.w - 2, r.h}
	if t.v.Stage == chapters.StageSetup && t.show == nil {
		r.w += l.trick.w // no trick is played yet
		c.lines(r, t.setupLines(r.w, r.h))
		return
	}
	lines := t.bold.lines(t.wrap(t.lies(), r.w))
	if t.lies() == "" {
		lines = nil
	}
	add := func(text string) bool { // the whole of it, or nothing
		item := t.item(text, r.w)
		if len(lines)+len(item) > r.h {
			return false
		}
		lines = append(lines, item...)
		return true
	}
	for _, text := range t.recent {
		add(text)
	}
	switch last, n := t.lastEnded(); {
	case l.size == grand && n > 1:
		lines = append(lines, t.lastTricks(r.w, r.h-len(lines))...)
	case n > 0:
		winner := t.Winner(t.v, last.winner)
		_ = add(t.T("tui.lasttrick", t.trickLine(&last), winner)) || add(t.T("tui.lasttrick", t.trickCards(&last), winner))
	}
	c.lines(r, lines)
}

// item is a thing that happened.
func (t *theme) item(text string, w int) []string {
	return hang("- ", "  ", t.wrap(text, w-2))
}

// lies says in words how the trick lies, or how it ended.
func (t *board) lies() string {
	switch {
	case t.show != nil && t.show.done:
		return t.T("tui.trick.won", t.Winner(t.v, t.show.winner))
	case t.v.Stage != chapters.StagePlay:
		return ""
	}
	return t.Lies(t.v)
}

// lastEnded is the last trick that has ended before the one shown, and its number.
func (t *board) lastEnded() (trick, int) {
	last, n := lastTrick(t.v)
	if t.show != nil && t.show.done && n > 0 && t.number == n {
		return trick{}, 0 // it lies in the middle
	}
	return last, n
}

// lastTricks lists tricks that have ended, the latest first, with who played what.
func (t *board) lastTricks(w, h int) []string {
	out := []string{t.faint.on(t.fold(t.T("board.tricks")))}
	all := played(t.v)
	for i := len(all) - 1; i >= 0; i-- {
		tr := &all[i]
		if !tr.done || t.number == i+1 {
			continue
		}
		lines := t.wrap(t.trickTold(tr, i+1), w-3)
		if len(lines) > 3 {
			lines = t.wrap(t.T("tui.log.trick", i+1, t.trickCards(tr), t.Winner(t.v, tr.winner)), w-3)
		}
		if len(out)+len(lines) > h {
			break
		}
		out = append(out, hang("", "   ", lines)...)
	}
	if len(out) == 1 {
		return nil
	}
	return out
}

// setupLines tells what has happened in setup, the latest last.
func (t *board) setupLines(w, h int) []string {
	var news, lines []string
	for _, e := range t.setupEvents() {
		news = append(news, t.Event(t.v, e))
	}
	if news == nil {
		news = []string{t.setupWhy()}
	}
	for i := len(news) - 1; i >= 0; i-- {
		block := t.item(news[i], w)
		if len(lines)+len(block) > h && len(lines) > 0 {
			break
		}
		lines = append(block, lines...)
	}
	return lines
}

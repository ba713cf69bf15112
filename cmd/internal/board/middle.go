package board

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Spot is where a seat sits around the trick, clockwise from the person.
type Spot int

// The seat nearest to the person, the others clockwise from there.
const (
	Near Spot = iota
	left
	far
	Right
)

// Spot is where a seat sits.
func (t *Board) Spot(s tricks.Seat) Spot {
	n := len(t.V.Seats)
	p := Spot((int(s) - int(t.home) + n) % n)
	if n == 3 && p == far {
		return Right // three seats: nobody sits opposite
	}
	return p
}

// SpotOf is where the card of a seat lies in the place of the trick.
func (l *Layout) SpotOf(p Spot) (x, y int) {
	z, r := l.Played, l.Trick
	middle := r.X + (r.W-z.W)/2
	gap := 1
	if l.Size >= kit.Roomy {
		gap = 2
	}
	high := min(r.H, 2*z.H+1)
	top := r.Y + (r.H-high)/2
	switch p {
	case left:
		return middle - z.W - gap, top + (high-z.H)/2
	case Right:
		return middle + z.W + gap, top + (high-z.H)/2
	case far:
		return middle, top
	default:
		return middle, top + high - z.H
	}
}

// TrickNow is the trick to be shown: one that has ended, or the one being played.
func (t *Board) TrickNow() *Trick {
	if t.Show != nil {
		return t.Show
	}
	tr := &Trick{Winner: t.V.Best}
	if all := Played(t.V); len(all) > 0 && !all[len(all)-1].Done {
		tr.Plays, tr.Said = all[len(all)-1].Plays, all[len(all)-1].Said
	}
	tr.Turned = t.V.Turned
	return tr
}

// drawTrick draws each card on the side of its seat, the winning one with a border of
// its own.
func (t *Board) drawTrick(c *kit.Canvas, l *Layout) {
	if t.Show == nil && t.V.Stage != chapters.StagePlay {
		return
	}
	tr := t.TrickNow()
	for s := range t.V.Seats {
		seat := tricks.Seat(s)
		x, y := l.SpotOf(t.Spot(seat))
		m := tr.Play(seat)
		if m.Card.Valid() && t.Gone.Has(m.Card) {
			m.Card = tricks.NoCard
		}
		var p kit.Picture
		switch {
		case m.Card == tricks.NoCard && tr.Done:
			continue // sat out (T9)
		case m.Card == tricks.NoCard && t.V.Seats[s].Cards == 0:
			continue
		case m.Card == tricks.NoCard:
			p = kit.Picture{CardSize: l.Played, Frame: kit.Vacant, Ink: t.Faint}
			if t.Choosing == seat {
				p.Ink = t.Bold
			}
			p.Face = []string{strings.Repeat(" ", (l.Played.W-3)/2) + t.Number(seat)}
			if l.Played.H > 3 {
				p.Face = []string{"", "  " + t.Number(seat)}
			}
		default:
			p = t.PlayedPicture(tr, m, l.Played)
			p.Over = t.Number(seat)
			if s := tr.Plays[0].Seat; s == seat {
				p.Note = t.T("board.led")
			}
			if seat == tr.Winner && !(t.Show == nil && t.V.Nobody) {
				p.Frame = kit.Double
				p.Ink = p.Ink.Bolder()
			}
		}
		t.DrawBox(c, l.Trick, x, y, &p)
		t.drawLabel(c, l, seat, x, y, seat == tr.Winner)
	}
}

// PlayedPicture is a card as it was played.
func (t *Board) PlayedPicture(tr *Trick, m tricks.Move, z kit.CardSize) kit.Picture {
	if m.Card == tricks.Closed {
		return t.SaidPicture(tr.Said, z)
	}
	return t.CardPicture(m, z)
}

// drawLabel writes the name of a seat beside its card, as much of it as there is room for.
func (t *Board) drawLabel(c *kit.Canvas, l *Layout, s tricks.Seat, x, y int, wins bool) {
	name := t.Fold(t.Who(t.V, s))
	ink := t.Faint
	if wins {
		ink = t.Bold
	}
	z, r := l.Played, l.Trick
	n := cells.Width(name)
	at := kit.Rect{X: x, Y: y + z.H, W: r.X + r.W - x, H: 1} // below the card
	switch t.Spot(s) {
	case left:
		at.X = max(min(x+z.W-n, x), r.X)
		at.W = x + z.W + 1 - at.X // the card of the person begins there
	case Right:
	case far:
		at.W = min(n, x-1-r.X)
		at.X, at.Y = x-at.W-1, y
	case Near:
		at = kit.Rect{X: x + z.W + 1, Y: y + z.H - 1, W: r.X + r.W - x - z.W - 1, H: 1}
	}
	if n > at.W {
		name = strings.TrimRight(cells.Cut(name, at.W-1, ""), " &") + "."
	}
	if at.Y < r.Y+r.H {
		at.W = min(n, at.W)
		c.Put(at, name, ink)
	}
}

// Object is a pile or a row of cards that a chapter has laid on the table beside the trick.
type Object struct {
	Name  string
	Cards []tricks.Card
	// Count is how many cards lie there, where they are a pile.
	Count int
	// Says tells its effect now, Warning that this is bad news.
	Says    string
	Warning bool
}

// Object returns it: cards of a side deck that are turned up, or those that lie face down
// until somebody takes them in setup; nil where there is none.
func (t *Board) Object() *Object {
	turned, sum := t.turned()
	if len(turned) > 0 {
		o := &Object{Name: t.SideName(t.V), Cards: turned}
		o.Says, o.Warning = t.Does(t.V)
		if t.Show != nil {
			o.Says, o.Warning = t.didOf(t.Show, sum)
		}
		return o
	}
	for _, side := range t.V.Sides {
		if side.Left > 0 && !side.Deck.IsTurnedUp() && !t.Over {
			return &Object{
				Name: texts.Title(side.Deck.Called(t.Lang())), Cards: []tricks.Card{tricks.Closed}, Count: side.Left,
				Says: t.N("board.aside", side.Left),
			}
		}
	}
	return nil
}

func (o *Object) ink(c *kit.Inks) kit.Ink {
	if o.Warning {
		return c.Bad
	}
	return c.Bold
}

// objectLines are an object in words. That of a pile nothing is to be done is left out
// where there is little room.
func (t *Board) objectLines(o *Object, w int, z kit.Size) []string {
	var cards []string
	for _, card := range o.Cards {
		cards = append(cards, t.DrawCard(card))
	}
	if o.Count > 0 {
		cards = append(cards, fmt.Sprintf("x%d", o.Count))
	}
	lines := t.Flow([]string{t.Strong(o.Name), strings.Join(cards, " ")}, " ", w)
	if o.Says == "" || o.Count > 0 && z < kit.Roomy {
		return lines
	}
	return append(lines, o.ink(&t.Inks).Lines(t.Wrap(o.Says, w))...)
}

// below puts a headline above an area where there is room for one, and returns the rest of it.
func (t *Board) below(c *kit.Canvas, l *Layout, r kit.Rect, headline string) kit.Rect {
	if l.Size >= kit.Roomy {
		c.Put(r.Row(0), t.Rubric(t.T(headline), r.W-1), kit.Ink{})
		r.Y, r.H = r.Y+1, r.H-1
	}
	return r
}

// drawObjects draws the chapter's objects on the table, and tells their effect now.
func (t *Board) drawObjects(c *kit.Canvas, l *Layout) {
	r := t.below(c, l, l.Objects, "board.table")
	r = kit.Rect{X: r.X + 1, Y: r.Y, W: r.W - 1, H: r.H}
	o := t.Object()
	var blocks []block
	switch {
	case o == nil:
	case l.Size >= kit.Roomy && r.H-5 >= kit.Normal.H:
		x := r.X
		for _, card := range o.Cards {
			p := t.CardPicture(tricks.Move{Card: card}, kit.Normal)
			if o.Count > 0 {
				p.Note = fmt.Sprintf("x%d", o.Count)
			}
			t.DrawBox(c, r, x, r.Y, &p)
			x += kit.Normal.W
		}
		side := kit.Rect{X: x + 1, Y: r.Y, W: r.X + r.W - x - 1, H: kit.Normal.H}
		c.Lines(side, t.Bold.Lines(t.Wrap(o.Name, side.W)))
		r = kit.Rect{X: r.X, Y: r.Y + kit.Normal.H, W: r.W, H: r.H - kit.Normal.H}
		if o.Says != "" {
			blocks = append(blocks, block{lines: o.ink(&t.Inks).Lines(t.Wrap(o.Says, r.W))})
		}
	default:
		blocks = append(blocks, block{lines: t.objectLines(o, r.W, l.Size)})
	}
	c.Lines(r, fitting(append(blocks, t.factBlock(r.W, r.H)), r.H))
}

// factBlock shows the facts of [Board.OnTable], in no more lines than h: the rest is left out.
func (t *Board) factBlock(w, h int) block {
	facts := t.OnTable()
	for len(facts) > 0 {
		if lines := t.Flow(facts, "   ", w); len(lines) <= h {
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

// drawAside draws beside the trick of a narrow window the parts that others have on both sides of
// it: the chapter's objects, how the trick lies, and the last events.
func (t *Board) drawAside(c *kit.Canvas, l *Layout) {
	r := kit.Rect{X: l.Objects.X + 1, Y: l.Objects.Y, W: l.Objects.W - 1, H: l.Objects.H + l.News.H}
	if t.V.Stage == chapters.StageSetup && t.Show == nil {
		r.X, r.W = l.Trick.X+1, l.Keys.W-2 // no trick is played yet
		facts := t.factBlock(r.W, r.H).lines
		c.Lines(r, facts)
		r.Y, r.H = r.Y+len(facts)+1, r.H-len(facts)-1
		c.Lines(r, t.setupLines(r.W, r.H))
		return
	}
	var blocks []block
	if o := t.Object(); o != nil {
		if t.Show == nil && t.V.Nobody { // how the trick lies says it (C5)
			o.Says = ""
		}
		blocks = append(blocks, block{lines: t.objectLines(o, r.W, l.Size)})
	}
	for i, fact := range t.OnTable() {
		blocks = append(blocks, block{t.Wrap(fact, r.W), 3 + 3*min(i, 1)})
	}
	c.Lines(r, fitting(append(blocks, t.newsBlocks(r.W, 0)...), r.H))
}

// newsBlocks tell how the trick lies, the last events, and the last trick: in so many lines with
// its plays.
func (t *Board) newsBlocks(w, lines int) (blocks []block) {
	if lies := t.Lying(); lies != "" {
		blocks = append(blocks, block{t.Bold.Lines(t.Wrap(lies, w)), 1})
		lines -= len(blocks[0].lines)
	}
	for i, text := range t.Recent {
		said := t.Bullet(text, w)
		blocks, lines = append(blocks, block{said, 2 + 3*min(i, 1)}), lines-len(said)
	}
	if last, n := t.lastEnded(); n > 0 {
		told := func(cards string) []string {
			return t.Bullet(t.T("tui.lasttrick", cards, t.Winner(t.V, last.Winner)), w)
		}
		blocks = append(blocks, block{kit.Fullest(lines, told(t.TrickLine(&last)), told(t.trickCards(&last))), 4})
	}
	return blocks
}

// didOf tells the effect of the side deck on a trick that has ended.
func (t *Board) didOf(tr *Trick, sum int) (says string, warning bool) {
	switch least := t.Least(tr); {
	case least > 0 && sum < least:
		return t.T("board.least.short", sum, least), true
	case least > 0:
		return t.T("board.least.enough", sum, least), false
	case tr.Winner == tricks.NoSeat:
		return t.T("tui.trick.won", t.Winner(t.V, tr.Winner)), true
	}
	return "", false
}

// Least is the sum that a trick that has ended had to reach (C14), 0 for no such limit.
func (t *Board) Least(tr *Trick) (least int) {
	if t.V.SideDeck(chapters.BeatsLowWinners, chapters.LeastSum).Effect != chapters.LeastSum {
		return 0
	}
	for _, c := range tr.Turned {
		least += c.Rank()
	}
	return least
}

func (t *Board) drawNews(c *kit.Canvas, l *Layout) {
	r := t.below(c, l, l.News, "board.news")
	r = kit.Rect{X: r.X + 1, Y: r.Y, W: r.W - 2, H: r.H}
	if t.V.Stage == chapters.StageSetup && t.Show == nil {
		r.W += l.Trick.W // no trick is played yet
		c.Lines(r, t.setupLines(r.W, r.H))
		return
	}
	blocks := t.newsBlocks(r.W, r.H)
	if _, n := t.lastEnded(); l.Size == kit.Grand && n > 1 {
		blocks = blocks[:len(blocks)-1]
		lines := fitting(blocks, r.H)
		c.Lines(r, append(lines, t.lastTricks(r.W, r.H-len(lines))...))
		return
	}
	c.Lines(r, fitting(blocks, r.H))
}

// Lying says in words how the trick lies, or how it ended.
func (t *Board) Lying() string {
	switch {
	case t.Show != nil && t.Show.Done:
		return t.T("tui.trick.won", t.Winner(t.V, t.Show.Winner))
	case t.V.Stage != chapters.StagePlay:
		return ""
	}
	return t.Lies(t.V)
}

// lastEnded is the last trick that has ended before the one shown, and its number.
func (t *Board) lastEnded() (Trick, int) {
	last, n := LastTrick(t.V)
	if t.Show != nil && t.Show.Done && n > 0 && t.number == n {
		return Trick{}, 0 // it lies in the middle
	}
	return last, n
}

// lastTricks lists tricks that have ended, the latest first, with their plays.
func (t *Board) lastTricks(w, h int) []string {
	out := []string{t.Faint.On(t.Fold(t.T("board.tricks")))}
	all := Played(t.V)
	for i := len(all) - 1; i >= 0; i-- {
		tr := &all[i]
		if !tr.Done || t.number == i+1 {
			continue
		}
		lines := t.Wrap(t.TrickTold(tr, i+1), w-3)
		if len(lines) > 3 {
			lines = t.Wrap(t.T("tui.log.trick", i+1, t.trickCards(tr), t.Winner(t.V, tr.Winner)), w-3)
		}
		if len(out)+len(lines) > h {
			break
		}
		out = append(out, kit.Hang("", "   ", lines)...)
	}
	if len(out) == 1 {
		return nil
	}
	return out
}

func (t *Board) setupLines(w, h int) []string {
	var news, lines []string
	for _, e := range t.setupEvents() {
		news = append(news, t.Event(t.V, e))
	}
	if news == nil {
		news = []string{t.setupWhy()}
	}
	for i := len(news) - 1; i >= 0; i-- {
		block := t.Bullet(news[i], w)
		if len(lines)+len(block) > h && len(lines) > 0 {
			break
		}
		lines = append(block, lines...)
	}
	return lines
}

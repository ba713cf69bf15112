package board

import (
	"fellowship/cmd/internal/felt"
)

// plan is where the parts of a table stand. It depends on the window, the seats, and how many cards
// there are, never on where the cursor is, so that nothing moves while one plays.
type plan struct {
	big, narrow, cross bool
	plate              felt.Size // a seat's
	goals              bool      // in words
	goalRows           int       // of them in a narrow window
	facts              bool      // a row of their own
	gap                int       // between seats
	plateY             int
	trickY             int
	card, held         felt.Size
	step               int // between two cards of the trick
	newsY, newsRows    int // 0 for none
	thingsIn           place
	thingsY, thingRows int
	rail, ownY         int
	owns, prompts      int // lines of the own seat and of the prompt
	handY              int
	rows               int // of the hand
	chips              bool
	ownRow             int
	why                int

	news, coach bool
	remarked    int // lines of the remarks
	spare       int
}

// place is where the things on the felt stand.
type place uint8

const (
	beside place = iota // the trick
	below               // in a line of its own
	inBar
)

// lay makes the plan. A window that is too small for everything gives up one thing after the other,
// in the order of gives.
func (d *drawing) lay() {
	w, h, s := d.w, d.H, d.s
	d.plan = plan{goals: true, gap: 1, card: felt.Middle, held: felt.Small, rows: 1, news: true, coach: s.Coach != "", step: 12, prompts: 1}
	n := max(len(s.Seats), 1)
	switch {
	case w >= 120 && h >= 40 && !s.List:
		d.big, d.cross, d.card, d.held = true, true, felt.Large, felt.Large
		if w >= widest && h >= 59 {
			d.card, d.held = felt.Huge, felt.Huge
		}
	case w >= 120 && h >= 40:
		d.big, d.held, d.step = true, felt.Large, 14
	case w >= 100 && h >= 30:
		d.big, d.held, d.step = true, felt.Middle, 14
	case w < 80:
		d.narrow, d.gap, d.step = true, 0, 11
		d.thingsIn = below
	}
	if n*d.card.W+n*5 > w { // of five cards
		d.step = (w - 2) / (n + 1)
	}
	d.plate = felt.Size{W: min((w-d.gap*(n-1))/n, 47), H: 3}
	if d.big && !d.cross {
		d.plate.W = min((w-4-d.gap*(n-1))/n, 47)
	}
	if d.narrow {
		d.plate.H = 4
	}
	if d.cross {
		d.plate.W = 34
	}
	d.prompts = len(d.Wrap(s.Prompt, w-d.ownX()-2, 3))
	d.prompts, d.owns = max(d.prompts, 1), 1
	if d.ownWidth() > w {
		d.owns = 2
	}
	d.plate.H = d.plateHeight()
	d.facts = d.factRows()
	d.measureHand()
	d.remarked = max(d.said(), 2)
	d.thingRows = min(len(d.Wrap(d.thingsLine(), w-2, 9)), 3)
	d.newsRows = 1
	if len(s.News) > 0 && !s.Setup && !d.cross {
		d.newsRows = min(len(d.Wrap(s.News[0], w-2, 3)), 2)
	}
	d.speaksUp()
	for _, give := range gives {
		if d.needs() <= h {
			break
		}
		give.up(d)
	}
	d.spare = max(h-d.needs(), 0)
	d.place()
	if _, _, _, h := d.felted(); s.List && h <= len(s.Answers) { // no row is free below them
		d.thingsIn = inBar
	}
}

// gives are what a small window gives up, in this order. An open hand, the led and the best card,
// the prompt, what is said about a card, and the keys are not among them.
var gives = []struct {
	what string
	up   func(d *drawing)
}{
	{"the facts of the seats", func(d *drawing) { d.facts = false }},
	{"the news", func(d *drawing) { d.plan.news = d.aloud != nil }},
	{"a free line below the hand", func(d *drawing) { d.remarked = max(d.said(), 1) }},
	{"half of the cards in the trick", func(d *drawing) { d.card = felt.Small }},
	{"the things' own line", func(d *drawing) {
		if d.thingsIn == below && d.hasThings() {
			d.thingsIn = inBar
		}
	}},
	{"the coach", func(d *drawing) { d.plan.coach = false; d.remarked = max(d.said(), 1) }},
	{"the pictures of the hand", func(d *drawing) { d.chips, d.rows = true, 1 }},
	{"the goals in words", func(d *drawing) { d.goals, d.plate.H = false, d.plateHeight() }},
}

// ownX is where the texts of the own place begin.
func (p *plan) ownX() int {
	if p.big {
		return 9
	}
	return 6
}

// measureHand says in how many rows the hand lies, and how large its cards are.
func (d *drawing) measureHand() {
	if len(d.s.Track) > 0 {
		d.held = felt.Small
		return
	}
	wide := func(n int, z felt.Size) int { return n*(z.W+1) - 1 }
	n := len(d.s.Hand)
	if d.narrow && n > 7 {
		d.rows = 2
	}
	for _, z := range []felt.Size{felt.Large, felt.Middle, felt.Small} {
		if wide((n+d.rows-1)/d.rows, d.held) > d.w-2 && z.W < d.held.W {
			d.held = z
		}
	}
}

// handHeight is the rows of the hand, with one for the card that is raised, and the ledge, or those of
// the answers with the hand below them.
func (d *drawing) handHeight() int {
	answers := 0
	if !d.s.List && !d.s.Setup && len(d.s.Answers) > 0 {
		answers = len(d.buttonRows(d.w - 2))
	}
	if d.chips {
		return max(2, answers+1)
	}
	return max(1+d.rows*(d.held.H+1), 2*answers+2)
}

// needs is how many rows the parts need.
func (d *drawing) needs() int {
	n := 1 // the bar
	if d.cross {
		n += d.crossHeight()
	} else {
		n += 1 + d.plateRows() + 1 + d.card.H + 1 // half a row above the seats, the frame and the names
	}
	if d.thingsIn == below && d.hasThings() {
		n += d.thingRows
	}
	if d.plan.news && !d.cross {
		n += d.newsRows
	}
	return n + 1 + d.owns + d.prompts + d.handHeight() + d.remarked + 1
}

// speaksUp finds the thing that has too much to say for its place beside the trick: it is said in the
// place of the news.
func (d *drawing) speaksUp() {
	d.aloud = nil
	if d.thingsIn != beside || d.cross || d.s.Setup {
		return
	}
	_, wide, _ := d.sides()
	for i := range d.s.Things {
		o := &d.s.Things[i]
		if o.Says != "" && o.Least == 0 && 3+len(d.Wrap(o.Name, wide, 2))+len(d.Wrap(o.Says, wide, 9)) > felt.Middle.H+1 {
			d.aloud, d.newsRows = o, len(d.Wrap(o.Says, d.w-2, 3))
			return
		}
	}
}

func (p *plan) plateRows() int {
	if p.facts {
		return p.plate.H + 1
	}
	return p.plate.H
}

// crossHeight is that of the table where the cards lie before their seats.
func (p *plan) crossHeight() int { return 6 + 2*p.card.H + 3 }

func (d *drawing) hasThings() bool { return len(d.s.Things)+len(d.s.Facts) > 0 && !d.s.Setup }

// place sets the parts one below the other, and shares out the rows that are left.
func (d *drawing) place() {
	take := func(most int) int {
		n := min(d.spare, most)
		d.spare -= n
		return n
	}
	roomy := 0
	if d.big || d.narrow {
		roomy = 1
	}
	ownGap, handGap := take(roomy), take(2*roomy)
	more := d.spare // to the felt
	var y int
	if d.cross {
		d.plateY = 2 + more/4
		d.trickY = d.plateY + d.plateRows() + 2
		y = 1 + d.crossHeight() + more
	} else {
		d.plateY = 2
		d.trickY = 2 + d.plateRows() + 1 + more/2
		y = d.trickY + d.card.H + 1 + (more - more/2)
		if d.thingsIn == below && d.hasThings() {
			d.thingsY = d.trickY + d.card.H + 1
			y += d.thingRows
		}
		if d.plan.news {
			d.newsY = y
			y += d.newsRows
		}
	}
	d.rail = y
	if d.cross {
		d.newsY = y - 1
	}
	d.ownY = y + 1 + ownGap
	d.handY = d.ownY + d.owns + d.prompts + handGap + 1
	if d.chips {
		d.handY--
	}
	if d.why = d.handY - 1 + d.handHeight(); d.chips {
		d.why++
	}
	if s := d.s; len(s.Own) > 0 {
		d.ownRow = d.why + max(d.whyLines(), 1)
	}
}

// said is how many lines the remarks below the hand need: room for the longest that can be said
// about a card or an answer, so that nothing moves with the cursor.
func (d *drawing) said() int {
	n := d.whyLines()
	if len(d.s.Own) > 0 {
		n++
	}
	if d.plan.coach {
		n += len(d.Wrap(d.s.Coach, d.w-4, 99))
	}
	return n
}

func (d *drawing) whyLines() int {
	n := len(d.Wrap(d.s.Why, d.w-4, 99))
	for i := range d.s.Hand {
		if d.s.Cursor >= 0 && d.s.Why != "" {
			n = max(n, len(d.Wrap(d.s.Hand[i].Detail, d.w-4, 99)))
		}
	}
	for i := range d.s.Answers {
		n = max(n, len(d.Wrap(d.s.Answers[i].Detail, d.w-4, 99)))
	}
	return n
}

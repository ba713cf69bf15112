package board

import (
	"slices"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
)

// plan is where the parts of a table stand. It depends on the window, the seats, and how many cards
// there are, never on where the cursor is, so that nothing moves while one plays.
type plan struct {
	big, narrow, cross    bool
	textX, ownX           int       // where the texts of a seat and of the own place begin, behind the emblem
	plate                 felt.Size // a seat's
	goals                 bool      // in words
	goalRows              int       // of them in a narrow window
	facts                 bool      // a row of their own
	gap                   int       // between seats
	plateY                int
	trickY                int
	card, held            felt.Size
	step                  int // between two cards of the trick
	newsY, newsRows       int // 0 for none
	thingsIn              thingsPlace
	thingsY, thingRows    int
	railY, ownY           int
	ownRows, promptRows   int // lines of the own seat and of the prompt
	handY                 int
	listRows              int // characters in the list
	handRows, handRowStep int // of the hand, and how far a row is below the one before
	handAsChips           bool
	ownHandY              int
	ledgeY, remarkY       int

	overflows   bool // something has no room in a list
	news, coach bool
	remarkSpace int // lines of the remarks
}

// thingsPlace is where the things on the felt stand.
type thingsPlace uint8

const (
	besideTrick thingsPlace = iota // the trick
	belowTrick                     // in a line of its own
	inBar
)

// layOut makes the plan. A window that is too small for everything gives up one thing after the other,
// in the order of gives.
func (d *drawing) layOut() {
	w := d.w
	h := d.H
	s := d.scene
	d.plan = plan{
		goals: true, gap: 1, textX: 5, ownX: 6, card: felt.Middle, held: felt.Small, handRows: 1,
		listRows: len(s.Answers), news: !s.Setup, coach: s.Coach != "", step: 11,
	}
	n := max(len(s.Seats), 1)
	switch {
	case w >= 120 && h >= 40 && !s.List:
		d.big = true
		d.cross = true
		d.card = felt.Large
		d.held = felt.Large
		if w >= widest && h >= 59 {
			d.card, d.held = felt.Huge, felt.Huge
		}
	case w >= 120 && h >= 40:
		d.big = true
		d.held = felt.Large
		d.step = 14
	case w >= 100 && h >= 30:
		d.big = true
		d.held = felt.Middle
		d.step = 14
	case w < 80:
		d.narrow = true
		d.gap = 0
		d.thingsIn = belowTrick
	}
	if d.big {
		d.textX, d.ownX = 9, 9
	}
	if n*d.card.W+n*5 > w { // of five cards
		d.step = (w - 2) / (n + 1)
	}
	d.plate.W = min((w-d.gap*(n-1))/n, 47)
	switch {
	case d.cross:
		d.plate.W = 34
	case d.big:
		d.plate.W = min((w-4-d.gap*(n-1))/n, 47)
	}
	d.promptRows = max(d.countPromptRows(), 1)
	d.ownRows = 1
	if d.narrow { // questions are of one or two lines there
		d.promptRows = max(d.promptRows, 2)
	}
	if d.ownSeatWidth() > w {
		d.ownRows = 2
	}
	d.plate.H = d.plateHeight()
	d.facts = slices.ContainsFunc(s.Seats, func(s scene.Seat) bool {
		return len(d.seatFacts(&s)) > 0 && d.factsBesideTricks(&s) == ""
	})
	d.measureHand()
	d.remarkSpace = max(d.remarkRows(), 2)
	d.thingRows = min(len(d.Wrap(d.thingsLine(w-2), w-2, 9)), 3)
	lines, _ := d.lastRow()
	d.newsRows = max(len(lines), 1)
	for _, concession := range concessions {
		if d.placeParts(0) <= h {
			break
		}
		concession.giveUp(d)
	}
	d.placeParts(max(h-d.placeParts(0), 0))
}

// feltRows is how many rows of the felt are needed below the seats: for the trick with its names, for the list of
// characters, or before the first trick for the answers, what lies on the table, and a pyramid.
func (d *drawing) feltRows() int {
	n := d.card.H + 1
	_, _, w, _ := d.freeFelt()
	things := len(d.thingLabels(w))
	switch {
	case d.scene.List:
		n = d.listRows + things
	case d.scene.Setup:
		rows, _ := d.buttonRows(w)
		n = max(n, len(rows)+1+things)
	}
	for i := range d.scene.Seats {
		if s := &d.scene.Seats[i]; d.scene.Setup && s.Rows != nil && !d.narrow && !d.cross {
			n = max(n, pyramidRows(s)+1)
		}
	}
	return n
}

// concessions are what a small window gives up, in this order. An open hand, the led and the best card,
// the prompt, what is said about a card, and the keys are not among them.
var concessions = []struct {
	part   string
	giveUp func(d *drawing)
}{
	{"the facts of the seats", func(d *drawing) { d.facts = false }},
	{"the news", func(d *drawing) { d.plan.news = d.activeThing() != nil }},
	{"a free line below the question", func(d *drawing) { d.promptRows = max(d.countPromptRows(), 1) }},
	{"a free line below the hand", func(d *drawing) { d.remarkSpace = max(d.remarkRows(), 1) }},
	{"half of the cards in the trick", func(d *drawing) { d.card = felt.Small }},
	{"the things' own line", func(d *drawing) {
		if d.thingsIn == belowTrick && d.hasThings() || d.scene.List {
			d.thingsIn = inBar
		}
	}},
	{"the coach", func(d *drawing) { d.plan.coach = false; d.remarkSpace = max(d.remarkRows(), 1) }},
	{"the feet of the upper cards of the hand", func(d *drawing) { d.handRowStep = min(d.handRowStep, 2) }},
	{"the pictures of the hand", func(d *drawing) {
		d.handAsChips = true
		d.handRows = 1
	}},
	{"characters beyond three", func(d *drawing) { d.listRows = min(d.listRows, 3) }},
	{"the goals in words", func(d *drawing) {
		d.plate.H = d.plateHeight()
		d.goals = false
	}},
}

// countPromptRows is how many lines the question takes.
func (d *drawing) countPromptRows() int { return len(d.Wrap(d.scene.Prompt, d.w-d.ownX-2, 3)) }

// measureHand says in how many rows the hand lies, and how large its cards are.
func (d *drawing) measureHand() {
	if len(d.scene.Track) > 0 {
		d.held = felt.Small
		return
	}
	handWidth := func(n int, z felt.Size) int { return n*(z.W+1) - 1 }
	n := len(d.scene.Hand)
	if d.narrow && n > 7 {
		d.handRows = 2
	}
	for _, z := range []felt.Size{felt.Large, felt.Middle, felt.Small} {
		if handWidth((n+d.handRows-1)/d.handRows, d.held) > d.w-2 && z.W < d.held.W {
			d.held = z
		}
	}
	d.handRowStep = d.held.H + 1
}

// handHeight is the rows of the hand, with one for the card that is raised, and the ledge, which is the first
// row of the answers.
func (d *drawing) handHeight() int {
	rows := max(d.answersBelow()-1, 0)
	if d.handAsChips {
		return rows + 2
	}
	return rows + 2 + (d.handRows-1)*d.handRowStep + d.held.H
}

func (p *plan) plateRows() int {
	if p.facts {
		return p.plate.H + 1
	}
	return p.plate.H
}

func (d *drawing) hasThings() bool {
	return len(d.scene.Things)+len(d.scene.Facts) > 0 && !d.scene.Setup
}

// placeParts sets the parts one below the other, shares out the rows that are spared, and returns how many rows
// all of them need.
func (d *drawing) placeParts(spare int) int {
	take := func(most int) int {
		n := min(spare, most)
		spare -= n
		return n
	}
	gapRows := 0
	if d.big || d.narrow {
		gapRows = 1
	}
	seatGap := 0 // the lower edge of the seats
	if d.big && !d.cross {
		seatGap = take(1)
	}
	ownGap, handGap := take(gapRows), take(2*gapRows) // the rest goes to the felt
	d.plateY, d.newsY = 2, 0
	if d.cross {
		d.plateY += spare / 4
		d.trickY = d.plateY + d.plateRows() + 2
		d.railY = d.trickY + 2*d.card.H + 2 + d.newsRows + spare - spare/4
		d.newsY = d.railY - d.newsRows
	} else {
		d.trickY = d.plateY + d.plateRows() + 1 + seatGap + spare/2
		d.railY = d.trickY + d.feltRows() + spare - spare/2
		if d.thingsIn == belowTrick && d.hasThings() {
			d.thingsY = d.trickY + d.card.H + 1
			d.railY += d.thingRows
		}
		if d.plan.news {
			d.newsY = d.railY
			d.railY += d.newsRows
		}
	}
	d.ownY = d.railY + 1 + ownGap
	d.handY = d.ownY + d.ownRows + d.promptRows + handGap + 1
	d.remarkY = d.handY - 1 + d.handHeight()
	d.ledgeY = d.remarkY - max(d.answersBelow(), 1)
	if d.handAsChips {
		d.handY--
	}
	if len(d.scene.OwnHand) > 0 {
		d.ownHandY = d.remarkY + max(d.countRemarkTextRows(), 1)
	}
	return d.remarkY + d.remarkSpace + 1
}

// remarkRows is how many lines the remarks below the hand need: room for the longest that can be said
// about a card or an answer, so that nothing moves with the cursor.
func (d *drawing) remarkRows() int {
	n := d.countRemarkTextRows()
	if len(d.scene.OwnHand) > 0 {
		n++
	}
	if d.plan.coach {
		n += len(d.Wrap(d.scene.Coach, d.w-4, 99))
	}
	return n
}

func (d *drawing) countRemarkTextRows() int {
	n := len(d.Wrap(d.scene.Remark, d.w-4, 99))
	for i := range d.scene.Hand {
		if d.scene.Cursor >= 0 && d.scene.Remark != "" {
			for _, detail := range append(d.scene.Hand[i].AnswerDetails, d.scene.Hand[i].Detail) {
				n = max(n, len(d.Wrap(detail, d.w-4, 99)))
			}
		}
	}
	for i := range d.scene.Answers {
		n = max(n, len(d.Wrap(d.scene.Answers[i].Detail, d.w-4, 99)))
	}
	return n
}

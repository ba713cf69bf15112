package board

import (
	"slices"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
)

// plan is where the parts of a table stand. It depends on the window, the seats and the number of cards,
// never on the cursor, so nothing moves while the person chooses.
type plan struct {
	// big reports whether the emblems are large.
	big bool
	// narrow reports whether the seats have no room for words beside their pips.
	narrow bool
	// cross reports whether the seats lie around the trick instead of in a row.
	cross bool

	// plate is the size of a seat, without the row for facts.
	plate felt.Size
	// plateY is the first row of the seats in a row.
	plateY int
	// gap is the number of columns between two seats.
	gap int
	// textX is the column of a seat at which its texts begin, right of the emblem.
	textX int
	// goals reports whether narrow seats show their goals in words.
	goals bool
	// goalRows is how many rows the goals in words take in a narrow seat.
	goalRows int
	// facts reports whether the facts of the seats have a row of their own.
	facts bool

	// trickY is the first row of the trick.
	trickY int
	// card is the size of the cards in the trick.
	card felt.Size
	// step is the number of columns from one card of the trick to the next.
	step int
	// listRows is how many characters the list of the draft shows.
	listRows int
	// thingsIn is where the things on the felt stand.
	thingsIn thingsPlace
	// thingsY is the row of the things if they have one of their own.
	thingsY int
	// thingRows is how many rows they take there.
	thingRows int
	// news reports whether the latest event is shown.
	news bool
	// newsY is the row of the latest event, 0 for none.
	newsY int
	// newsRows is how many rows the latest event takes.
	newsRows int

	// railY is the row between the felt and the wood.
	railY int
	// ownX is the column of the own seat at which its texts begin, right of the emblem.
	ownX int
	// ownY is the first row of the own seat.
	ownY int
	// ownRows is how many rows the own seat takes.
	ownRows int
	// promptRows is how many rows the prompt below it takes.
	promptRows int

	// handY is the first row of the hand.
	handY int
	// held is the size of the cards in the hand.
	held felt.Size
	// handRows is the number of rows of cards.
	handRows int
	// handRowStep is how far each row of cards stands below the one before.
	handRowStep int
	// handAsChips reports whether the hand shows codes instead of pictures.
	handAsChips bool
	// ledgeY is the row under the hand, in which answers begin.
	ledgeY int

	// coach reports whether the coach's advice is shown.
	coach bool
	// remarkY is the first row of the remarks.
	remarkY int
	// remarkSpace is how many rows the remarks take, with the own hand and the coach.
	remarkSpace int
	// ownHandY is the row of the own hand while the hand is another seat's, 0 for none.
	ownHandY int
	// overflows reports whether the list for small windows has no room for everything.
	overflows bool
}

// thingsPlace is where the things on the felt stand.
type thingsPlace uint8

const (
	// besideTrick puts the things left and right of the trick.
	besideTrick thingsPlace = iota
	// belowTrick puts them in a row below the trick.
	belowTrick
	// inBar puts them in the first row of the window.
	inBar
)

// layOut makes the plan. If the window is too small for everything it makes the concessions, one after the
// other, until everything fits.
func (d *drawing) layOut() {
	w := d.w
	h := d.H
	s := d.scene
	d.plan = plan{
		goals:    true,
		gap:      1,
		textX:    5,
		ownX:     6,
		card:     felt.Middle,
		held:     felt.Small,
		handRows: 1,
		listRows: len(s.Answers),
		news:     !s.Setup,
		coach:    s.Coach != "",
		step:     11,
	}
	d.chooseSizes()
	d.promptRows = max(d.countPromptRows(), 1)
	d.ownRows = 1
	if d.narrow { // Questions take up to two rows in a narrow window.
		d.promptRows = max(d.promptRows, 2)
	}
	if d.ownSeatWidth() > w {
		d.ownRows = 2
	}
	d.plate.H = d.seatHeight()
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

// chooseSizes chooses the sizes of the cards and seats for the window.
func (d *drawing) chooseSizes() {
	w := d.w
	h := d.H
	s := d.scene
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
	if n*d.card.W+n*5 > w { // The cards of many seats stand closer together.
		d.step = (w - 2) / (n + 1)
	}
	d.plate.W = min((w-d.gap*(n-1))/n, 47)
	switch {
	case d.cross:
		d.plate.W = 34
	case d.big:
		d.plate.W = min((w-4-d.gap*(n-1))/n, 47)
	}
}

// feltRows returns how many rows of felt are needed below the seats: for the trick with its names, for the
// list of characters, or before the first trick for the answers, the things and a pyramid.
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

// concessions are the parts that a small window gives up, in this order. It always keeps open hands, the
// led and the best card, the prompt, the remark on a card, and the keys.
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
		d.plate.H = d.seatHeight() // The seats keep the rows of the goals.
		d.goals = false
	}},
}

// countPromptRows returns how many rows the prompt takes.
func (d *drawing) countPromptRows() int { return len(d.Wrap(d.scene.Prompt, d.w-d.ownX-2, 3)) }

// measureHand chooses the number of rows of the hand and the size of its cards.
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

// handHeight returns how many rows the hand takes, with one for the raised card, the ledge, and the answers
// on it.
func (d *drawing) handHeight() int {
	rows := max(d.answersBelow()-1, 0)
	if d.handAsChips {
		return rows + 2
	}
	return rows + 2 + (d.handRows-1)*d.handRowStep + d.held.H
}

// plateRows returns the height of a seat with its row for facts.
func (p *plan) plateRows() int {
	if p.facts {
		return p.plate.H + 1
	}
	return p.plate.H
}

// hasThings reports whether there are things or facts to show with the trick. Before the first trick they
// stand elsewhere.
func (d *drawing) hasThings() bool {
	return len(d.scene.Things)+len(d.scene.Facts) > 0 && !d.scene.Setup
}

// placeParts puts the parts one below the other, shares out the spare rows between them, and returns how
// many rows all of them take.
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
	seatGap := 0
	if d.big && !d.cross { // The lower edge of the seats.
		seatGap = take(1)
	}
	ownGap := take(gapRows)
	handGap := take(2 * gapRows)
	// The felt gets the rest.
	d.plateY = 2
	d.newsY = 0
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

// remarkRows returns how many rows the remarks, the own hand and the coach take. The remarks have room for
// the longest one, so nothing moves with the cursor.
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

// countRemarkTextRows returns how many rows the longest remark on any card or answer takes.
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

// freeFelt returns the part of the felt that is free before the first trick. A pyramid takes the right end
// of it, unless it is drawn at its seat.
func (d *drawing) freeFelt() (x, y, w, h int) {
	x = d.x + 2
	y = d.plateY + d.plateRows() + 1
	w = d.w - 4
	switch {
	case d.cross:
		x = d.x + d.plate.W + 6
		y++
		w = d.w - 2*d.plate.W - 12
	case d.narrow:
		x, w = x-1, w+2
	}
	h = d.railY - y
	for i := range d.scene.Seats {
		if d.scene.Seats[i].Rows != nil && !d.narrow && !d.cross {
			w -= pyramidRoom
		}
	}
	return x, y, w, h
}

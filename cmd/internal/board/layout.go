package board

import (
	"slices"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
)

// layout makes the plan of a table.
type layout table

// makePlan makes the plan. If the window is too small for everything it makes the concessions, one after the
// other, until everything fits.
func (d layout) makePlan() {
	w := d.w
	h := d.grid.H
	s := d.scene
	*d.plan = plan{
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
		feltW:    w,
		tableW:   w,
	}
	d.chooseSizes()
	d.plan.promptRows = max(d.promptRows(), 1)
	d.plan.ownRows = 1
	if ownSeat(d).width() > w {
		d.plan.ownRows = 2
	}
	d.plan.plate.H = seats(d).height()
	d.plan.facts = slices.ContainsFunc(s.Seats, func(s scene.Seat) bool {
		return len(s.Facts) > 0 && (d.plan.narrow || seats(d).factsBesideTricks(&s) == "")
	})
	d.measureHand()
	d.plan.remarkSpace = max(remarks(d).rows(), 2)
	d.plan.thingRows = min(len(d.grid.Wrap(things(d).line(w-2), w-2, 9)), 3)
	lines, _ := things(d).lastRow()
	d.plan.newsRows = max(len(lines), 1)
	if d.plan.narrow {
		d.makeNarrowPlan()
		return
	}
	for _, concession := range concessions {
		if d.place(0) <= h {
			break
		}
		concession.giveUp(d)
	}
	d.place(max(h-d.place(0), 0))
}

// chooseSizes chooses the sizes of the cards and seats for the window.
func (d layout) chooseSizes() {
	w := d.w
	h := d.grid.H
	s := d.scene
	n := max(len(s.Seats), 1)
	switch {
	case w >= 120 && h >= 40 && !s.List:
		d.plan.big = true
		d.plan.cross = true
		d.plan.card = felt.Large
		d.plan.held = felt.Large
		if w >= widest && h >= 59 {
			d.plan.card, d.plan.held = felt.Huge, felt.Huge
		}
	case w >= 120 && h >= 40:
		d.plan.big = true
		d.plan.held = felt.Large
		d.plan.step = 14
	case w >= 100 && h >= 30:
		d.plan.big = true
		d.plan.held = felt.Middle
		d.plan.step = 14
	case w < 80:
		d.plan.narrow = true
		d.plan.gap = 0
		d.plan.thingsIn = belowSeats
	}
	if d.plan.big {
		d.plan.textX, d.plan.ownX = 9, 9
	}
	if n*d.plan.card.W+n*5 > w { // The cards of many seats stand closer together.
		d.plan.step = (w - 2) / (n + 1)
	}
	d.plan.plate.W = min((w-d.plan.gap*(n-1))/n, 47)
	pyramid := slices.IndexFunc(s.Seats, func(s scene.Seat) bool { return s.Rows != nil })
	switch {
	case d.plan.cross && n == 2:
		d.plan.tall = true
		d.plan.plate.W = 38
		d.plan.tookRows = tookRows
	case d.plan.cross:
		d.plan.plate.W = 34
	case d.plan.big && pyramid >= 0:
		d.plan.feltW = w - pyramids(d).plateWidth(&s.Seats[pyramid]) - 1
		d.plan.gap = 2
		d.plan.plate.W = min((d.plan.feltW-4-d.plan.gap*(n-1))/n, 47)
	case d.plan.big:
		d.plan.plate.W = min((w-4-d.plan.gap*(n-1))/n, 47)
	}
}

// tookRows is how many rows the cards that a seat took have on a tall plate.
const tookRows = 2

// feltRows returns how many rows of felt are needed below the seats: for the trick with its names, for the
// list of characters, or before the first trick for the answers, the things and a pyramid.
func (d layout) feltRows() int {
	_, _, w, _ := d.freeFelt()
	return d.feltRowsIn(w)
}

// feltRowsIn returns how many rows are needed if the free felt is w columns wide.
func (d layout) feltRowsIn(w int) int {
	n := d.plan.card.H + 1
	labelRows := len(things(d).lines(w))
	switch {
	case d.scene.List:
		n = d.plan.listRows + labelRows
	case d.scene.Setup:
		rows, _ := answers(d).buttonRows(w)
		n = max(n, len(rows)+1+labelRows)
	}
	for i := range d.scene.Seats {
		s := &d.scene.Seats[i]
		switch {
		case s.Rows == nil || d.plan.narrow || d.plan.cross:
		case d.plan.hasPyramidPlate():
			n = max(n, bigPyramidRows(s)+4-d.plan.plateRows())
		case d.scene.Setup:
			n = max(n, pyramidRows(s)+1)
		}
	}
	return n
}

// concessions are the parts that a small window gives up, in this order. It always keeps open hands, the
// led and the best card, the prompt, the remark on a card, and the keys.
var concessions = []struct {
	part   string
	giveUp func(d layout)
}{
	{"the facts of the seats", func(d layout) { d.plan.facts = false }},
	{"the news", func(d layout) { d.plan.news = things(d).active() != nil }},
	{"a free line below the question", func(d layout) { d.plan.promptRows = max(d.promptRows(), 1) }},
	{"a free line below the hand", func(d layout) { d.plan.remarkSpace = max(remarks(d).rows(), 1) }},
	{"half of the cards in the trick", func(d layout) { d.plan.card = felt.Small }},
	{"the things' own lines", func(d layout) {
		if d.scene.List {
			d.plan.thingsIn = inBar
		}
	}},
	{"the coach", func(d layout) { d.plan.coach = false; d.plan.remarkSpace = max(remarks(d).rows(), 1) }},
	{"the feet of the upper cards of the hand", func(d layout) { d.plan.handRowStep = min(d.plan.handRowStep, 2) }},
	{"the pictures of the hand", func(d layout) {
		d.plan.handAsChips = true
		d.plan.handRows = 1
	}},
	{"characters beyond three", func(d layout) { d.plan.listRows = min(d.plan.listRows, 3) }},
	{"the goals in words", func(d layout) {
		d.plan.goals = false
		d.plan.plate.H = seats(d).height()
	}},
}

// promptRows returns how many rows the prompt takes.
func (d layout) promptRows() int { return len(d.grid.Wrap(d.scene.Prompt, d.w-d.plan.ownX-2, 3)) }

// measureHand chooses the number of rows of the hand and the size of its cards.
func (d layout) measureHand() {
	if len(d.scene.Track) > 0 {
		d.plan.held = felt.Small
		return
	}
	handWidth := func(n int, z felt.Size) int { return n*(z.W+1) - 1 }
	n := len(d.scene.Hand)
	if d.plan.narrow && n > 7 {
		d.plan.handRows = 2
	}
	for _, z := range []felt.Size{felt.Large, felt.Middle, felt.Small} {
		if handWidth((n+d.plan.handRows-1)/d.plan.handRows, d.plan.held) > d.w-2 && z.W < d.plan.held.W {
			d.plan.held = z
		}
	}
	d.plan.handRowStep = d.plan.held.H + 1
}

// place puts the parts one below the other, shares out the spare rows between them, and returns how
// many rows all of them take.
func (d layout) place(spare int) int {
	take := func(most int) int {
		n := min(spare, most)
		spare -= n
		return n
	}
	gapRows := 0
	if d.plan.big {
		gapRows = 1
	}
	seatGap := 0
	if d.plan.big && !d.plan.cross { // The lower edge of the seats.
		seatGap = take(1)
	}
	ownGap := take(gapRows)
	handGap := take(2 * gapRows)
	// The felt gets the rest.
	d.plan.plateY = 2
	d.plan.newsY = 0
	if d.plan.tall {
		d.plan.plateY += min(spare, 1)
		spare -= min(spare, 1)
		d.plan.trickY = d.plan.plateY + 1 + spare/4
		rows := max(d.plan.trickY+2*d.plan.card.H+4, d.plan.plateY+d.tallRows()+1)
		d.plan.railY = rows + d.plan.newsRows + spare - spare/4
		d.plan.newsY = d.plan.railY - d.plan.newsRows
	} else if d.plan.cross {
		d.plan.plateY += spare / 4
		d.plan.trickY = d.plan.plateY + d.plan.plateRows() + 2
		d.plan.railY = d.plan.trickY + 2*d.plan.card.H + 2 + d.plan.newsRows + spare - spare/4
		d.plan.newsY = d.plan.railY - d.plan.newsRows
	} else {
		d.plan.trickY = d.plan.plateY + d.plan.plateRows() + 1 + seatGap + spare/2
		d.plan.railY = d.plan.trickY + d.feltRows() + spare - spare/2
		if d.plan.hasPyramidPlate() && !d.scene.Setup { // The plate is higher than the trick.
			d.plan.trickY += (d.feltRows() - d.plan.card.H - 1) / 2
		}
		if d.plan.news {
			d.plan.newsY = d.plan.railY
			d.plan.railY += d.plan.newsRows
		}
	}
	d.plan.ownY = d.plan.railY + 1 + ownGap
	d.plan.handY = d.plan.ownY + d.plan.ownRows + d.plan.promptRows + handGap + 1
	d.plan.remarkY = d.plan.handY - 1 + hand(d).height()
	d.plan.ledgeY = d.plan.remarkY - max(answers(d).rowsBelow(), 1)
	if d.plan.handAsChips {
		d.plan.handY--
	}
	if len(d.scene.OwnHand) > 0 {
		d.plan.ownHandY = d.plan.remarkY + max(remarks(d).textRows(), 1)
	}
	return d.plan.remarkY + d.plan.remarkSpace + 1
}

// tallRows returns the height of the taller of two tall plates.
func (d layout) tallRows() (rows int) {
	for i := range d.scene.Seats {
		rows = max(rows, seats(d).tallRows(&d.scene.Seats[i]))
	}
	return rows
}

// freeFelt returns the part of the felt that is free before the first trick. A pyramid takes the right end
// of it, unless it is drawn at its seat.
func (d layout) freeFelt() (x, y, w, h int) {
	x = d.x + 2
	y = d.plan.plateY + d.plan.plateRows() + 1
	w = d.plan.feltW - 4
	switch {
	case d.plan.tall:
		x, w = x+2, w-4
		y = d.plan.plateY + d.tallRows() + 1
	case d.plan.cross:
		x = d.x + d.plan.plate.W + 6
		y++
		w = d.w - 2*d.plan.plate.W - 12
	case d.plan.narrow:
		x, w = x-1, w+2
		if d.plan.railY-y < d.feltRowsIn(w) { // The row below the seats is not free.
			y--
		}
	}
	h = d.plan.railY - y
	for i := range d.scene.Seats {
		if d.scene.Seats[i].Rows != nil && pyramids(d).liesOnFelt() {
			w -= pyramidRoom
		}
	}
	return x, y, w, h
}

package board

import (
	"fellowship/cmd/internal/felt"
)

// The rows of the smallest narrow window. A larger one has half of its further rows above the rail, and half below.
const (
	// narrowHeight is the number of rows.
	narrowHeight = 30
	// narrowRail is the row of the rail. It is the same from the draft to the last trick, whatever is asked or said.
	narrowRail = 13
	// narrowText is how many rows the remarks have below a hand in two rows.
	narrowText = 4
	// narrowTextBelowOneRow is how many rows they have below a hand in one row.
	narrowTextBelowOneRow = 6
	// leastNarrowText is how many rows they keep if the question is long.
	leastNarrowText = 2
)

// hintRows is how many rows a hint may take in a narrow window.
const hintRows = 4

// makeNarrowPlan makes the plan of a narrow window. The rail stands still, so the felt and the wood make concessions
// each for itself.
func (d layout) makeNarrowPlan() {
	further := max(d.grid.H-narrowHeight, 0)
	d.plan.railY = narrowRail + (further+1)/2
	d.makeNarrowFelt()
	d.makeNarrowWood(further / 2)
}

// narrowConcessions are the parts that the felt of a narrow window gives up, in this order.
var narrowConcessions = []struct {
	part   string
	giveUp func(d layout)
}{
	{"the facts of the seats", func(d layout) { d.plan.facts = false }},
	{"the news", func(d layout) { d.plan.news = d.plan.news && things(d).active() != nil }},
	{"the upper edge of the seats", func(d layout) { d.plan.plateY = 1 }},
	{"the things' own line, if the bar has room for all of them", func(d layout) {
		if bar(d).hasRoomForThings() {
			d.putThingsInBar()
		}
	}},
	{"half of the cards in the trick", func(d layout) { d.plan.card = felt.Small }},
	{"the things' own line", layout.putThingsInBar},
	{"characters beyond three", func(d layout) { d.plan.listRows = min(d.plan.listRows, 3) }},
	{"the goals in words", func(d layout) {
		d.plan.goals = false
		d.plan.plate.H = seats(d).height()
	}},
}

// putThingsInBar gives up the things' own line. What they do is then news.
func (d layout) putThingsInBar() {
	if d.plan.thingsIn == belowSeats {
		d.plan.thingsIn = inBar
		d.plan.news = !d.scene.Setup && things(d).active() != nil
	}
}

// makeNarrowFelt places what lies on the felt: the seats at its upper end, and the trick at its lower end, so that
// neither moves when the other changes.
func (d layout) makeNarrowFelt() {
	p := d.plan
	p.plateY = 2
	for _, concession := range narrowConcessions {
		if d.narrowFeltRows() <= p.railY {
			break
		}
		concession.giveUp(d)
	}
	end := p.railY
	if p.news {
		end -= p.newsRows
		p.newsY = end
	}
	spare := max(p.railY-d.narrowFeltRows(), 0)
	p.trickY = end - p.card.H - 1 - spare/2
	p.thingsY = p.trickY - 1 - p.thingRows
}

// narrowFeltRows returns the row of the rail that all parts of the felt need.
func (d layout) narrowFeltRows() int {
	p := d.plan
	rows := p.plateY + p.plateRows()
	if p.news {
		rows += p.newsRows
	}
	if p.thingsIn == belowSeats && things(d).areShown() {
		rows += p.thingRows
	}
	if d.scene.Setup {
		return rows + d.feltRows()
	}
	return rows + 1 + d.feltRows() // The frame of the best card needs a row.
}

// makeNarrowWood places what lies on the wood: the own seat at its upper end, and at its lower end the remarks with the
// hand above them. further is how many rows the window has more than the smallest one.
func (d layout) makeNarrowWood(further int) {
	p := d.plan
	p.ownY = p.railY + 1 + min(further/2, 1)
	text := narrowTextBelowOneRow
	if p.handRows > 1 {
		text = narrowText
	}
	needed := remarks(d).narrowRows()
	text = max(text, needed)
	for d.placeNarrowHand(text); p.handY-1 < p.ownY+p.ownRows+p.promptRows; d.placeNarrowHand(text) {
		switch {
		case text > max(needed, leastNarrowText):
			text--
		case p.handRows > 1 && p.handRowStep > 2:
			p.handRowStep--
		case !p.handAsChips:
			p.handAsChips = true
			p.handRows = 1
		default: // Nothing else can give way.
			p.ownY = p.railY + 1
			return
		}
	}
	if len(d.scene.OwnHand) > 0 {
		p.ownHandY = d.grid.H - 2
	}
}

// placeNarrowHand places the hand above the remarks, which take text rows.
func (d layout) placeNarrowHand(text int) {
	p := d.plan
	p.remarkY = d.grid.H - 1 - text
	p.ledgeY = p.remarkY - max(answers(d).rowsBelow(), 1)
	if p.handRows < 2 && text == narrowTextBelowOneRow { // A row is free below the ledge.
		p.ledgeY--
	}
	p.handY = p.ledgeY - (p.handRows-1)*p.handRowStep - p.held.H
	if p.handAsChips {
		p.handY = p.ledgeY - 1
	}
}

package solver

// From the draft or the setup on the question is whether any choice of characters, exchanges
// and whatever else the setup asks leads to hands that can be won. Most deals are won as they
// lie, with some choice of characters, and nearly all of the rest after one exchange. So a few
// random casts are tried first, before all casts are even listed. Then come all of them, then
// random setups with exchanges, then all setups with no real exchange, with one, with two.
// Each time small budgets come before large ones. Only when all that has failed is everything
// searched to the end. An exchange in which the same card comes back is no real one.
//
// Where cards are given away, as with Elrond or in the Mirror, there are up to 10¹⁰ ways to do
// it, nearly all of which are won or nearly none. There, and wherever else a setup asks more
// than can be listed, random ways are sampled first. A sample can only prove a win.

// effort limits which setups are searched, and for how long.
type effort struct {
	// exchanges is the number of real exchanges in a setup.
	exchanges int
	// nodes is the limit for each set of hands; 0 means to search it to the end.
	nodes int64
	// samples is how many random setups are tried in each cast, 0 to try all setups.
	samples int
	// rare is used for samples: an exchange is real with a chance of about one in rare.
	rare int
}

// firstTries is the efforts before the casts are listed.
var firstTries = []effort{
	{nodes: 200, samples: 12},
	{nodes: 800, samples: 16},
}

// samplings is the efforts before a wide setup is listed.
var samplings = []effort{
	{nodes: 400, samples: 8, rare: 3},
	{nodes: 800, samples: 16, rare: 3},
	{nodes: 1600, samples: 32, rare: 3},
	{nodes: 3200, samples: 64, rare: 3},
	{nodes: 6400, samples: 128, rare: 3},
	{nodes: 12800, samples: 256, rare: 3},
}

// budgets is how many nodes each set of hands gets in turn, before all sets get as many as they
// need. The last budget is used only without a real exchange.
var budgets = []int64{500, 20_000, 200_000}

// exchanged is the efforts that follow the effort with the smallest budget. They try random setups in which
// exchanges are made like any other choice; the samples are shared out among the casts. If a round
// needs several exchanges there are tens of thousands of setups. Even if only one setup in a thousand is
// won, sampling finds it long before all could be searched. Samples can only prove a win.
var exchanged = []effort{
	{nodes: 500, samples: 300, rare: 1},
	{nodes: 3000, samples: 150, rare: 1},
}

// efforts returns the efforts with limited nodes for a number of real exchanges and a number of casts.
func efforts(exchanges, casts int) []effort {
	if exchanges > 0 {
		return []effort{{exchanges: exchanges, nodes: budgets[0]}, {exchanges: exchanges, nodes: budgets[1]}}
	}
	list := []effort{{nodes: budgets[0]}}
	for _, e := range exchanged {
		e.samples = max(e.samples/casts, 1)
		list = append(list, e)
	}
	for _, nodes := range budgets[1:] {
		list = append(list, effort{nodes: nodes})
	}
	return list
}

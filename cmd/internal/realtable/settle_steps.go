package realtable

// truth is something that a step of the settlement makes true for the steps after it.
type truth string

const (
	pilesTold     truth = "it is known of each line of cards whether it is a hand or a pile of tricks"
	handsPlaced   truth = "the cards in written hands and in the draw pile have a place"
	inPlayNoted   truth = "it is known which cards the lines have in play"
	lostPlaced    truth = "the lost cards that nobody took have a place"
	leftPlaced    truth = "the cards that seats had left over have a place"
	sideGathered  truth = "the cards of a side deck that is turned up stand in one row, if their order is known"
	restsGiven    truth = "each hand with the word rest has its cards"
	setupReplayed truth = "dealt hands have become the hands at the first trick, as far as the note has setup"
	tricksPlaced  truth = "each card in a trick has a place, or comes from a hand"
	asidePlaced   truth = "the cards that lay lost or in a side deck have a place, even if somebody took them"
)

// step is a step of the settlement.
type step struct {
	name string
	// needs has to be true before the step.
	needs []need
	// makes is true after the step.
	makes truth
	run   func(*settlement)
}

// need is a truth that a step rests on.
type need struct {
	truth truth
	// reason says what would go wrong without it.
	reason string
}

// settleSteps returns the steps of the settlement in their order. Each need has a note in the test of the steps that
// is read wrong if the step comes before the truth.
//
// A card that is written at two places is a fault of one of them. The order decides which: hands count first, then
// lost cards, then what was left over, and tricks last.
func settleSteps() []step {
	return []step{
		{
			name:  "tell piles from hands",
			makes: pilesTold,
			run:   (*settlement).tellPiles,
		},
		{
			name: "place the hands",
			needs: []need{
				{
					pilesTold,
					"A hand behind a colon has its cards only then: one that another hand has, too, would not be found.",
				},
			},
			makes: handsPlaced,
			run:   (*settlement).placeHands,
		},
		{
			name: "note the cards in play",
			needs: []need{
				{handsPlaced, "A lost card that somebody took is in play although only the hand has it."},
			},
			makes: inPlayNoted,
			run:   (*settlement).noteInPlay,
		},
		{
			name: "place the lost cards",
			needs: []need{
				{handsPlaced, "A card in a hand and among the lost cards is a fault of the line with the lost cards."},
				{inPlayNoted, "A lost card that somebody took is in play: it would be there twice."},
			},
			makes: lostPlaced,
			run:   (*settlement).placeLost,
		},
		{
			name: "place what was left over",
			needs: []need{
				{handsPlaced, "A card in another seat's hand is a fault of the line with what was left over."},
				{lostPlaced, "A lost card that was left over is a fault of the line with what was left over."},
			},
			makes: leftPlaced,
			run:   (*settlement).placeLeft,
		},
		{
			name: "gather the side deck",
			needs: []need{
				{pilesTold, "The tricks of piles have no order yet, so neither have the cards before them."},
			},
			makes: sideGathered,
			run:   (*settlement).gatherSide,
		},
		{
			name: "give the rests",
			needs: []need{
				{handsPlaced, "The rest would also have the cards of the other hands."},
				{lostPlaced, "The rest would also have the lost cards."},
				{leftPlaced, "The rest would also have what was left over."},
			},
			makes: restsGiven,
			run:   (*settlement).giveRests,
		},
		{
			name: "replay setup",
			needs: []need{
				{sideGathered, "The deal has the side deck."},
				{restsGiven, "The deal has all hands: one that is only rest would have too few cards."},
			},
			makes: setupReplayed,
			run:   (*settlement).playSetup,
		},
		{
			name: "place the tricks",
			needs: []need{
				{pilesTold, "A line that turns out to be a pile has tricks, too."},
				{restsGiven, "A card from a hand that is only rest would be in nobody's hand."},
				{setupReplayed, "A mistake in a trick would keep setup from being played, which it says nothing of."},
			},
			makes: tricksPlaced,
			run:   (*settlement).placeTricks,
		},
		{
			name: "place the cards aside",
			needs: []need{
				{restsGiven, "A rest would lack the lost cards that its seat has to take."},
				{setupReplayed, "Lost cards that are not written are found there, as what the dealt hands lack."},
				{tricksPlaced, "A card that somebody took and played would be there twice."},
			},
			makes: asidePlaced,
			run:   (*settlement).placeAside,
		},
	}
}

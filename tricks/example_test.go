package tricks_test

import (
	"fmt"

	"fellowship/tricks"
)

func ExampleParseSet() {
	hand, err := tricks.ParseSet("R1 H3 R5 H17")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(hand)
	fmt.Println(hand.Len(), "cards,", hand.OfSuit(tricks.Rings), "of them Rings")
	_, err = tricks.ParseSet("H39")
	fmt.Println(err)
	// Output:
	// H137 R15
	// 5 cards, R15 of them Rings
	// invalid notation: Hills has no rank "9": its ranks are 1 to 8 (T2)
}

// A table says who holds what; a state is the moment of the round. Copy the
// state to look ahead.
func ExampleTable_Play() {
	var hands []tricks.Hand
	for _, text := range []string{"H1 R1", "H7 M2", "M8 S3"} {
		hand, err := tricks.ParseSet(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		hands = append(hands, tricks.Plain(hand))
	}
	table := tricks.NewTable(tricks.NoSuit, hands...)
	state := table.Start(1, tricks.NoCard)
	for _, text := range []string{"1:H7", "2:S3", "0:H1", "1:M2", "2:M8", "0:R1!"} {
		play, err := tricks.ParsePlay(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := table.Check(&state, play); err != nil {
			fmt.Println(err)
			return
		}
		if winner, done := table.Play(&state, play.Move); done {
			fmt.Println("seat", winner, "wins")
		}
	}
	fmt.Println("over:", state.IsOver)
	// Output:
	// seat 1 wins
	// seat 0 wins
	// over: true
}

// Check says why a card may not be played, and names the rule.
func ExampleTable_Check() {
	hand := func(text string) tricks.Hand {
		set, err := tricks.ParseSet(text)
		if err != nil {
			panic(err)
		}
		return tricks.Plain(set)
	}
	table := tricks.NewTable(tricks.NoSuit, hand("H7 M2"), hand("H1 R1"), hand("R2 S3"))
	state := table.Start(2, tricks.NoCard)
	for _, text := range []string{"2:R2", "2:S3", "0:H7", "1:R1!", "0:M2"} {
		play, err := tricks.ParsePlay(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		if err := table.Check(&state, play); err != nil {
			fmt.Println(err)
			continue
		}
		table.Play(&state, play.Move)
		fmt.Println(play)
	}
	// Output:
	// seat 2 may not lead R2: Rings may not be led until one was played in an earlier trick (T6)
	// 2:S3
	// 0:H7
	// 1:R1!
	// seat 0 cannot play M2: it is seat 1's turn (T3)
}

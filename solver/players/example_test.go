package players_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"fellowship/chapters"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// lowest plays the lowest card that it may, and chooses at random before the play.
type lowest struct{}

func (lowest) Think(ctx context.Context, v *chapters.View, src rand.Source,
	_ bool,
) (chapters.Decision, players.Reason, error) {
	options := v.Ask.Options
	best := options[tricks.IntN(src, len(options))]
	for _, d := range options {
		if d.Kind == chapters.PlayCard && !d.ToWin && d.Card.Rank() < best.Card.Rank() {
			best = d
		}
	}
	return best, players.Reason{Options: len(options)}, ctx.Err()
}

// A custom player has one method. It sees what its seat may know, and takes its random numbers from the
// source, so that the same seed plays the same round.
func Example() {
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "2", Players: 3, Seed: 7})
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := lib.NewGame(pos)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := players.Play(context.Background(), game, 1, lowest{}); err != nil {
		fmt.Println(err)
		return
	}
	for _, goal := range game.Statuses() {
		fmt.Println(goal.Character, goal.Status)
	}
	fmt.Println(game.Result())
	// Output:
	// merry failed
	// frodo failed
	// sam sealed
	// lost
}

// Different players sit at a table: the last one named has the seats after hers, too.
func ExamplePlay_seats() {
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "2", Players: 3, Seed: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := lib.NewGame(pos)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := players.Play(context.Background(), game, 1, lowest{}, players.Greedy{}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(game.Result())
	// Output: won
}

// The quality of a player is its share of rounds won. After a hundred deals this share has a standard
// error of up to five points, so compare players on the same deals.
func ExamplePlay() {
	lib := chapters.Default()
	for _, player := range []players.Player{players.Random{}, lowest{}} {
		won := 0
		for seed := range uint64(100) {
			pos, err := lib.Deal(chapters.DealID{Chapter: "2", Players: 3, Seed: seed})
			if err != nil {
				fmt.Println(err)
				return
			}
			game, err := lib.NewGame(pos)
			if err != nil {
				fmt.Println(err)
				return
			}
			if err := players.Play(context.Background(), game, seed, player); err != nil {
				fmt.Println(err)
				return
			}
			if game.Result() == chapters.Won {
				won++
			}
		}
		fmt.Printf("%T won %d of 100\n", player, won)
	}
	// Output:
	// players.Random won 3 of 100
	// players_test.lowest won 4 of 100
}

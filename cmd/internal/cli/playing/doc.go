// Package playing has the commands for playing: play, puzzle, enter, saves, stats, campaign and
// replay, and the menu. Each has its options, a constructor and a method that runs it.
package playing

// Package playing is the commands with which people play: play, enter, saves, campaign
// and replay, and the menu. Each has its options, a constructor and a method that runs it.
package playing

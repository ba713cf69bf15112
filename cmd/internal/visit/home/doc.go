// Package home is what a person plays and keeps on their own machine: games and their rounds, campaigns, the deal
// of the day, puzzles, the first evening, rounds of a real table, and the settings. It draws nothing. Whoever
// shows it is a [Stage]: a full screen (package fullscreen), line by line (package linebyline) or pages in a
// browser (package browser), which the program that starts a game has chosen. So a program whose stage has no
// terminal links no library of one.
//
// Where to look:
//
//   - what is kept, and for whom: home.go, person.go; who shows it: stage.go
//   - a new game, and the rounds of a table one after the other: play_rounds.go, game.go, next_round.go; its form:
//     form.go; the programs that play along: programs.go
//   - what else begins a game: saved_games.go, solo.go, play_on.go; games whose files are damaged: repair.go
//   - campaigns: play_campaign.go; the next round of one: next_in_campaign.go, campaign_choice.go
//   - what is said at the end of a game: farewell.go, and the commands that are named there: commands.go
//   - rounds of a real table, written down and counted: real_round.go, count_real_round.go; whether a
//     campaign has the same round already: counted_rounds.go
//   - how long the solver may search while a person waits: deal_analysis.go
package home

// Package chapters turns a chapter into a game that can be played.
//
// A chapter is a YAML file in data/: who can be taken, which threat cards, how the deck is
// dealt. A round of it is a deal and a list of decisions, nothing else. [Library.NewGame]
// starts one from a [Position]. [Game.Due] says which decision is due, [Game.Options] which
// answers are legal, and [Game.Apply] makes one. The same list is the record on disk, the replay, the undo
// and what the solver searches. [Game.View] is what one seat may know, and all that a player needs:
// it can be written as JSON, for a player in any language.
//
// Where to find what:
//
//   - dealing and the names of deals: deal.go
//   - the draft (S3, S4, S7): draft.go
//   - setup actions (S5): setup.go, and a file setup_*.go for each idea
//   - cards on their way from hand to hand: transfer.go
//   - playing cards, who leads first: play.go, and play_*.go for what may be done before a
//     trick (the rules of tricks are in package tricks)
//   - side decks (C5, C6, C14): side_deck.go
//   - a round with all cards open, for searches: state.go
//   - goals, stars and the result (S12, L1): wants.go, score.go, status.go, and in the last
//     tricks ending.go
//   - what a seat may know (S11): view.go; where the cards can be that it does not see:
//     knowledge.go; games that fit what it knows: worlds.go; a view in JSON: docs/bots.md
//   - position documents: document.go; records: record.go, record_read.go
//   - chapter files: read.go, check.go
//
// A campaign over many rounds is in [fellowship/chapters/campaign].
package chapters

// Package chapters turns a chapter into a game that can be played.
//
// A chapter is a YAML file in data/: who can be taken, which threat cards, how
// the deck is dealt. A round of it is a deal and a list of decisions, nothing
// else: [NewGame] starts one from a [Position], [Game.Ask] says which decision
// is due and which answers are legal, [Game.Apply] makes it. The same list is
// the record on disk, the replay, the undo and what the solver searches.
//
// Where to find what:
//
//   - dealing and the names of deals: deal.go
//   - the draft (S3, S4, S7): draft.go
//   - setup actions (S5): setup.go, and setup_exchange.go, setup_give.go,
//     setup_lost.go, setup_threat.go for each kind
//   - playing cards, who leads first: play.go (the rules of tricks are in
//     package tricks)
//   - goals, stars and the result (S12, L1): status.go, in the last tricks ending.go
//   - what a seat may know (S11): view.go
//   - position documents: document.go; records: record.go
//
// A campaign over many rounds is in [fellowship/chapters/campaign].
package chapters

// Package chapters turns a chapter into a game that can be played.
//
// A chapter is a YAML file in data/: which characters can be taken, which threat cards there are,
// how the deck is dealt. A round of it is a deal and a list of decisions, nothing else.
// [Library.NewGame] starts a round from a [Position]. [Game.Due] returns which decision is due,
// [Game.Options] which answers are legal, and [Game.Apply] makes one. The same list is the record on
// disk, the replay, the undo and what the solver searches. [Game.View] is what one seat may know, and
// all that a player needs: it can be written as JSON, for a player in any language.
//
// A [Game] holds the round and is what other packages use. Each stage of the round and each job in it is a
// small type that works on a game: draft, setup with its actions (threatDeck, exchanges, lostCards, transfers
// and others), play with sting, judge with mithril, and observer. The three functions of each kind of
// decision, which list, check and carry out its answers, are in the table of decision_kind.go.
//
// Where to find what:
//
//   - chapters and their files: chapter.go, variant.go, library.go, *_read.go; what a file must hold
//     to: chapter_check.go, chapter_check_finish.go; how many cards go where: layout.go
//   - side decks (C5, C6, C14): side_deck.go
//   - dealing: deal.go, deal_road.go; the names of deals: deal_id.go
//   - positions and their documents: position.go, position_read.go, position_write.go; which ones can
//     be set up: position_check.go; records: record.go, record_read.go
//   - a round: game.go, new_game.go; which decision is due, and its answers: due.go; the decisions and
//     their kinds: decision.go, decision_kind.go; what has happened: event.go, event_log.go
//   - the seats and their cards before play: seat_list.go, seat_state.go
//   - the draft (S3, S4, S7): draft.go, draft_check.go
//   - setup actions (S5): setup_actions.go, and a file setup_*.go for each idea
//   - cards on their way from hand to hand: transfer.go
//   - playing cards, and who leads first: play.go; the decisions before a trick: play_*.go (the rules
//     of tricks are in package tricks)
//   - goals, stars and the result (S12, L1): goal.go, goal_binding.go, score.go, status.go, mithril.go,
//     result.go, and in the last tricks ending.go
//   - a round with all cards open, for searches: state.go
//   - what a seat may know (S11): observer.go, view.go, view_seat.go; where the cards can be that it does not see:
//     knowledge.go, knowledge_*.go; games that fit what it knows: worlds.go, worlds_*.go; a view in
//     JSON: docs/bots.md
//
// A campaign over many rounds is in [fellowship/chapters/campaign].
package chapters

// Package tui is the game on a full screen: the table, the hand, the current decision, and pages such as the log.
//
// Where to look:
//
//   - a session, and the screens that a script shows in it: session.go, script_sheets.go, terminal.go, suspend.go
//   - the menu at home and on a server: shell.go, menu_rows.go, menu_notes.go, menu_drawing.go; the sheets behind
//     it, each a type of its own: chapter_book.go and campaign_book.go with the road of road.go, chapter_cover.go,
//     saved_sheets.go, statistics_sheet.go with tally_page.go, settings_sheet.go, rules_sheet.go
//   - the screen of a round: model.go, options.go; keys and the mouse: keys.go; the actions that every front end has:
//     round_actions.go, questions.go; what follows a decision: phase.go; what is drawn: screen.go
//   - the parts of this screen: the round as it was seen last: shown_round.go; the answers to a decision: answers.go;
//     the texts around the board: captions.go, round_note.go; motions: motion.go; what is new since a person's last
//     turn: goal_memory.go, curtain.go; the end of the round: result.go, review.go, round_campaign.go; leaving:
//     departure.go; the time between steps: pace.go; work in the background: background_job.go
//   - the replay of a round on the same board: replay.go, replay_actions.go; the pages over both: board_screen.go,
//     pages.go, intro_page.go, cast_page.go, scroll_page.go
//   - writing down a round of a real table: deal_editor.go
//
// Package scene describes what there is to see of a round, package board draws it, and the sheets are of package
// kit. The screens know no clock and no globals: sizes, styles, keys and texts are passed in, so that one process
// serves many terminals.
package tui

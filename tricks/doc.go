// Package tricks is the card table: cards, suits, seats, hands, legal plays and the winner of a
// trick (rules T1–T10 of the rules reference).
//
// It knows nothing of characters, goals or chapters. A [Table] holds what never changes while a
// round is played (who will ever hold which card, what lies over what, the trump suit); a [State]
// is the small copyable rest. The game, the solver and perft all move a State through [Table.Legal]
// and [Table.Play], so each rule of play is written once, here:
//
//   - T4 follow suit, T6 Rings may not be led: legal.go
//   - T5, T7, T8 who wins a trick, T9 who leads, T10 the end: play.go
//   - plain hand, pyramid (S9), solo draw pile (S10): hand.go
//   - which plain rules the special mechanisms change: specials.go
package tricks

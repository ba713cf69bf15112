// Package hindsight looks back at a round with all cards face up: it replays the round decision by
// decision, judges which choices could still have won, and finds where the round was lost.
//
// It does not depend on any front end. The caller passes a [Judge], which sets the limits of the search,
// and which tests replace by a table of answers.
package hindsight

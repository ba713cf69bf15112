// Package module holds the module as a whole to its promises, by tests alone: which way imports
// run, that every rule of the game is tested, that numbers come out alike on every machine, and
// that releases and packages have the files that they name.
//
// Imports run one way:
//
//	tricks ← characters ← chapters ← solver ← cmd
//
// Each part builds on those before it:
//
//   - [fellowship/tricks] knows cards, hands, legal plays and who wins a trick.
//   - [fellowship/characters] knows goals and setup actions.
//   - [fellowship/chapters] knows the chapters and plays a round as decisions;
//     below it is the campaign.
//   - [fellowship/solver] searches rounds; below it are the computer players
//     and the difficulty reports.
//   - cmd holds everything a person sees: the command line, the screens, the
//     sentences and the files of saved games.
//
// In cmd, what is for browsers, and what is played and kept at home, imports nothing that is for terminals.
//
// All but cmd are the engine: they do no I/O beyond an [io/fs.FS] that they are given, read no
// clock, and take random numbers only from a seeded source.
package module

// Package characters holds who can sit at the table and what each one wants.
//
// A character, and likewise a special Black Rider, is one YAML file in data/:
// names, a goal, setup actions. Goals and setup actions are closed sets of
// kinds ([Goal], [Action]); the grammar of the files is in grammar.go, the
// strict YAML reader in package strictyaml.
//
// A goal goes through three forms. As data it may speak of "the threat number"
// ([Goal]). Bound to a seat it is a [Formula] of few atoms with every number
// known. Compiled together with the other goals of the table it is a [Checker],
// which tells statuses to people and gives the solver its bounds and its key.
package characters

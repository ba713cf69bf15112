// Package characters holds who can sit at the table and what each one wants.
//
// A character, and likewise a special Black Rider, is one YAML file in data/: names, a goal, setup
// actions. Goals and setup actions are closed sets of kinds ([Word], [Action]); the grammar of
// the files is in grammar.go, the strict YAML reader in package strictyaml.
//
// A [Goal] may speak of "the threat number". Once that and the seat are known it is a
// [Formula] of few conditions. Compiled for a table this is a [Checker], which counts what the
// tricks bring, and tells statuses to people. The solver packs the counts into its key.
package characters

// Package measuring has the commands that let the computer play rounds: simulate, arena and
// difficulty. Each has a type for its options, a constructor and a method that runs it.
package measuring

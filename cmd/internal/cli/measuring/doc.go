// Package measuring is the commands that let the computer play many rounds: simulate,
// arena and difficulty. Each has its options, a constructor and a method that runs it.
package measuring

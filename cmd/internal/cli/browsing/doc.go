// Package browsing has the commands that show what there is: chapters, rules and notation.
// Each has a constructor, and options if it needs any.
package browsing

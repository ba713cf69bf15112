// Package browsing has the commands that show what there is: chapters and rules. Each has its
// options, a constructor and a method that runs it.
package browsing

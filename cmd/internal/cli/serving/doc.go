// Package serving is the commands of a server of tables: serve and tables. Each has its
// options, a constructor and a method that runs it.
package serving

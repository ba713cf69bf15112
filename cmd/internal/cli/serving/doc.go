// Package serving has the commands for a server of tables: serve and tables. Each has its options,
// a constructor and a method that runs it.
package serving

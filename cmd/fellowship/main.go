// Command fellowship plays, solves and studies The Fellowship of the Ring –
// Trick-Taking Game.
package main

import (
	"os"

	"fellowship/cmd/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

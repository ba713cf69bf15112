// Command site builds the game as a site without a server: a folder of files for any host of static files. Its argument
// is the folder, which it makes anew. The same source makes the same bytes.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: site FOLDER")
		os.Exit(2)
	}
	if err := build(os.Args[1], true); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

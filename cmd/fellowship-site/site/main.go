// Command site builds the game as a site without a server: a folder of files for any host of static files. Its argument
// is the folder, which it makes anew. With -smallest it takes minutes longer to pack smaller, as for a release. The same
// source makes the same bytes.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	isSmallest := flag.Bool("smallest", false, "take minutes longer to pack smaller")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: site [-smallest] FOLDER")
		os.Exit(2)
	}
	level := quickBrotli
	if *isSmallest {
		level = smallestBrotli
	}
	if err := build(flag.Arg(0), level); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

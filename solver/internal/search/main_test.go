package search

import (
	"flag"
	"os"
	"testing"
)

// TestMain asks for more random cases than rapid's 100: these are cheap, and
// what they look for is rare. `make soak` asks for many more.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		if err := f.Value.Set("700"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

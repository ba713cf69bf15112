//go:build js

// Command fellowship-site is the game as a site without a server: the program runs in a service worker of the browser,
// compiled to WebAssembly, and answers the pages of its own site. What the worker needs beside it lies in the folder
// site; `make site` builds all of it.
package main

import (
	"context"
	"os"
	"runtime/debug"
	"syscall/js"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/door/web"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/visit/home"
	"fellowship/cmd/internal/visit/home/browser"
	"fellowship/solver/parallel"
	"fellowship/solver/players"
)

// The worker starts the program with the path of the site and its version as arguments, and with an object in the
// global scope to which the program gives the functions that serve a request and end the program.
func main() {
	debug.SetGCPercent(gcPercent)
	path := os.Args[1]
	version := os.Args[2]
	web.UseBasePath(path)
	parallel.YieldWith(waitForEvents())
	site := browser.NewSite(newHome(version))
	b := newBridge(site, path)
	js.Global().Get("fellowship").Call("serve", js.FuncOf(b.serve), js.FuncOf(end))
	if err := site.Run(); err != nil {
		println("the games have ended:", err.Error())
	}
}

// gcPercent is how much the memory may grow before garbage is collected: four times what is in use, and at first 16 MB.
// There is one thread, so that nothing else is done meanwhile, and a start that allocates a few MB needs no collection.
const gcPercent = 400

// newHome returns the home of the person whose browser this is. The version is another one for every other build.
func newHome(version string) *home.Home {
	kept, unread := settings.Load(settings.Path())
	library := chapters.Default()
	games := saves.Default()
	games.KeepSummaries(library, version)
	return &home.Home{
		Person:   &home.Person{Load: func() settings.Settings { return kept }, Unread: unread},
		Ctx:      context.Background(),
		Library:  library,
		Saves:    games,
		Computer: []string{players.Strongest},
	}
}

// end ends the program: the worker starts it again with other files.
func end(js.Value, []js.Value) any {
	go os.Exit(0)
	return nil
}

// busyTime is how long the program computes before it lets the browser have a turn.
const busyTime = 30 * time.Millisecond

// waitForEvents returns a function that lets events of the browser in, now and then. They come in only while all
// goroutines wait.
func waitForEvents() func() {
	last := time.Now()
	return func() {
		if time.Since(last) > busyTime {
			time.Sleep(time.Microsecond)
			last = time.Now()
		}
	}
}

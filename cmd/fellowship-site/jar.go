//go:build js

package main

import (
	"encoding/json"
	"net/http"
	"os"
	"sync"

	"fellowship/cmd/internal/disk"
)

// jar keeps the cookies of the pages, because a worker cannot set any in the browser.
type jar struct {
	mu sync.Mutex
	// values are the values of the cookies by their names.
	values map[string]string
	// path is the file of the cookies.
	path string
}

// openJar reads the cookies. Those that cannot be read are not set.
func openJar() *jar {
	j := &jar{values: map[string]string{}, path: disk.Config("cookies.json")}
	if text, err := os.ReadFile(j.path); err == nil {
		_ = json.Unmarshal(text, &j.values)
	}
	if j.values == nil {
		j.values = map[string]string{}
	}
	return j
}

// keep sets a cookie. It also lasts if it cannot be written, until the program ends.
func (j *jar) keep(cookie *http.Cookie) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.values[cookie.Name] == cookie.Value {
		return
	}
	j.values[cookie.Name] = cookie.Value
	text, err := json.Marshal(j.values)
	if err == nil {
		_ = disk.Replace(j.path, text)
	}
}

// addTo adds the cookies to a request.
func (j *jar) addTo(r *http.Request) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for name, value := range j.values {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
}

package main

import (
	"testing"

	"fellowship/cmd/internal/door/web/firefoxtest"

	"github.com/stretchr/testify/assert"
)

// TestFirefox plays a round in Firefox without the host, once the program is there. The host does not pack it.
func TestFirefox(t *testing.T) {
	t.Parallel()
	f := firefoxtest.Start(t, "en")
	h := newHost(t, site(t))
	h.isPacking = false
	open := func(path string) { f.Open(h.URL + basePath + path) }
	open("settings")
	f.Until(`document.getElementById("quick")`)
	f.Eval(`(document.getElementById("quick").checked = true)`)
	f.Eval(`document.querySelector("form[action$='/settings'] button.primary").click()`)
	f.Until(`location.search === "?kept=yes"`)
	h.change(func() { h.isGone = true })
	open("new?chapter=1")
	f.Until(`document.querySelector("option[value=greedy]")`)
	f.Eval(`document.querySelectorAll("option[value=greedy]").forEach((o) => { o.selected = true; })`)
	f.Eval(`document.querySelector("form[action$='/new'] button.primary").click()`)
	f.Until(`document.getElementById("table")`)
	f.Until(`(() => {
		if (document.getElementById("result")) return true;
		if (!document.querySelector("[aria-busy]") && !document.body.dataset.calm) ` + choice + `?.click();
		return false;
	})()`)
	assert.NotEmpty(t, f.Eval(`return document.getElementById("result").textContent`))
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/door/web"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/visit/home"
	"fellowship/cmd/internal/visit/home/browser"
)

// On a first visit the menu is there before the program is: it is drawn when the site is built, once in each language,
// and lies beside the program with its styles, scripts and drawings. The worker shows it to a browser that has no games
// yet (menu.js).

// What stands in the drawn menu for what only the worker knows: the path of the site, a nonce, and the day in words.
const (
	pathMark  = "/path-of-the-site"
	nonceMark = "nonce-of-the-page"
	dayMark   = "day-in-words"
)

// firstMenu is the menu as the worker reads it.
type firstMenu struct {
	// Headers is the header: values by their names.
	Headers map[string]string `json:"headers"`
	// FirstDays are the first days of all months in words, such as 1 January.
	FirstDays []string `json:"firstDays"`
	// Text is the page.
	Text string `json:"text"`
}

// firstMenuFile returns the name of the file that has the menu in a language.
func firstMenuFile(language string) string { return "menu." + language + ".json" }

// drawFirstMenus returns the menu in each language, and the styles, scripts and drawings of pages that it names, by the
// names of their files.
func drawFirstMenus(library *chapters.Library) (map[string][]byte, error) {
	emptyFolder, err := os.MkdirTemp("", "fellowship-site-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(emptyFolder) }()
	web.UseBasePath(pathMark)
	files := map[string][]byte{}
	for _, language := range characters.Languages {
		site := browser.NewSite(&home.Home{
			Person:  &home.Person{Lang: language, Load: func() settings.Settings { return settings.Settings{} }},
			Ctx:     context.Background(),
			Library: library,
			Saves:   saves.New(filepath.Join(emptyFolder, "games")),
		})
		if err := drawFirstMenu(files, site, language); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// drawFirstMenu adds the menu of a site, and what it names, to the files.
func drawFirstMenu(files map[string][]byte, site *browser.Site, language string) error {
	day := time.Now().UTC()
	page, err := ask(site, "/")
	if err != nil {
		return err
	}
	if time.Now().UTC().Day() != day.Day() { // the menu may have either day
		return drawFirstMenu(files, site, language)
	}
	text := page.Body.String()
	for _, name := range assetName.FindAllStringSubmatch(text, -1) {
		asset, err := ask(site, "/"+name[1])
		if err != nil {
			return err
		}
		files[name[1]] = asset.Body.Bytes()
	}
	words := texts.New(language)
	menu := firstMenu{Headers: map[string]string{}}
	for month := time.January; month <= time.December; month++ {
		menu.FirstDays = append(menu.FirstDays, words.Date(time.Date(day.Year(), month, 1, 0, 0, 0, 0, time.UTC)))
	}
	for name := range page.Header() {
		menu.Headers[name] = page.Header().Get(name)
	}
	nonce := nonceOfPolicy.FindStringSubmatch(menu.Headers["Content-Security-Policy"])
	if nonce == nil {
		return fmt.Errorf("the menu in %q has no nonce", language)
	}
	date := words.Date(day)
	if strings.Count(text, date) != 1 {
		return fmt.Errorf("the menu in %q does not have the day %q once", language, date)
	}
	menu.Text = strings.Replace(text, date, dayMark, 1)
	made, err := menu.encode()
	files[firstMenuFile(language)] = bytes.ReplaceAll(made, []byte(nonce[1]), []byte(nonceMark))
	return err
}

var (
	// assetName matches the address of a style, script or drawing.
	assetName = regexp.MustCompile(pathMark + `/(\w+\.[0-9a-f]{8}\.\w+)`)
	// nonceOfPolicy matches the nonce in a content security policy.
	nonceOfPolicy = regexp.MustCompile(`'nonce-(\w+)'`)
)

// ask asks the pages of a site for an address.
func ask(site *browser.Site, address string) (*httptest.ResponseRecorder, error) {
	pages, person := site.Handler()
	r := httptest.NewRequest(http.MethodGet, address, http.NoBody)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.AddCookie(person)
	answer := httptest.NewRecorder()
	pages.ServeHTTP(answer, r)
	if answer.Code != http.StatusOK {
		return nil, fmt.Errorf("%s is answered with %d", address, answer.Code)
	}
	return answer, nil
}

// encode returns the menu as JSON, in which the page can be read.
func (m *firstMenu) encode() ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(m)
	return out.Bytes(), err
}

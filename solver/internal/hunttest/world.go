package hunttest

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"
)

// World is files beside those of the program, by their names, such as characters/sam.yaml. A file with the name of
// one of the program's takes its place.
type World map[string]string

// Library reads the world beside all that comes with the program.
func (w World) Library() (*chapters.Library, error) {
	known := chapters.Default().Box
	lib := &chapters.Library{Box: &characters.Box{
		Characters: maps.Clone(known.Characters), Riders: maps.Clone(known.Riders), Gifts: maps.Clone(known.Gifts),
	}}
	var files []strictyaml.File
	for _, name := range slices.Sorted(maps.Keys(w)) {
		folder, _, _ := strings.Cut(name, "/")
		files = append(files, strictyaml.File{Folder: folder, Name: name, Data: []byte(w[name])})
	}
	lib.Add(files)
	for i := range slices.Backward(files) { // characters before the chapters that have them
		if files[i].Err != nil {
			return nil, files[i].Err
		}
	}
	for _, c := range chapters.Default().Chapters {
		if !slices.ContainsFunc(lib.Chapters, func(own *chapters.Chapter) bool { return own.ID == c.ID }) {
			lib.Chapters = append(lib.Chapters, c)
		}
	}
	return lib, nil
}

// Text returns all files, one after the other.
func (w World) Text() string {
	text := ""
	for _, name := range slices.Sorted(maps.Keys(w)) {
		text += w[name]
	}
	return text
}

// embedded are the files of the characters, riders and gifts that come with the program.
var embedded = func() World {
	w := World{}
	for _, f := range characters.Embedded() {
		w[f.Name] = string(f.Data)
	}
	return w
}()

// goalLine is a character's goal in its file.
var goalLine = regexp.MustCompile(`(?m)^goal: .*$`)

// setGoal gives a character another goal: in its file, and where a chapter of the world gives it one of the
// chapter's own, in that. A goal with a threat number stays out of the chapter, in which the character may
// draw none.
func (w World) setGoal(id, goal string) {
	name := "characters/" + id + ".yaml"
	text, ok := w[name]
	if !ok {
		text = embedded[name]
	}
	w[name] = goalLine.ReplaceAllString(text, "goal: "+goal)
	if strings.Contains(goal, "threat") {
		return
	}
	entry := regexp.MustCompile(`(?m)(character: "?` + id + `\*?"?\n(?: +gift: .*\n)? +goal: ).*$`)
	for name, text := range w {
		if strings.HasPrefix(name, "chapters/") {
			w[name] = entry.ReplaceAllString(text, "${1}"+goal)
		}
	}
}

// chapter returns the text of one of the world's own chapters.
func (w World) chapter(id string) (text string, ok bool) {
	for name, text := range w {
		if strings.HasPrefix(name, "chapters/") && strings.HasPrefix(text, "chapter: "+id+"\n") {
			return text, true
		}
	}
	return "", false
}

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

// World is the text of chapter and character files by file name, such as characters/sam.yaml. A file replaces the
// program's own file of the same name.
type World map[string]string

// Library reads the files of the world and adds the program's own characters and chapters.
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
	for i := range slices.Backward(files) { // backward, since the error of a character explains that of its chapter
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

// Text returns the text of all files, one after the other.
func (w World) Text() string {
	text := ""
	for _, name := range slices.Sorted(maps.Keys(w)) {
		text += w[name]
	}
	return text
}

// embedded is the program's own files of characters, riders and gifts.
var embedded = func() World {
	w := World{}
	for _, f := range characters.Embedded() {
		w[f.Name] = string(f.Data)
	}
	return w
}()

// goalLine matches the goal in the file of a character.
var goalLine = regexp.MustCompile(`(?m)^goal: .*$`)

// setGoal gives a character another goal in its file. If a chapter of the world has its own goal for the character,
// that is replaced, too, unless the new goal needs a threat number: in that chapter the character may draw none.
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

// chapter returns the text of the world's own chapter with an id.
func (w World) chapter(id string) (text string, ok bool) {
	for name, text := range w {
		if strings.HasPrefix(name, "chapters/") && strings.HasPrefix(text, "chapter: "+id+"\n") {
			return text, true
		}
	}
	return "", false
}

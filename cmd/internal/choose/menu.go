package choose

// Menu has all entries of the menu, at home and on a server; each of them offers a part. The letters are the
// same in every language.
var Menu = []struct {
	// Group is the group of entries that this one belongs to.
	Group string
	// Name is the name of the entry's action.
	Name string
	// Letter is the key of the entry.
	Letter rune
}{
	{"play", "continue", 'c'},
	{"play", "today", 'h'},
	{"play", "book", 'b'},
	{"play", "campaign", 'k'},
	{"play", "road", 'r'},
	{"play", "new", 'n'},
	{"play", "code", 'o'},
	{"learn", "lesson", 'f'},
	{"learn", "rules", '?'},
	{"back", "saved", 'l'},
	{"back", "stats", 't'},
	{"puzzle", "puzzle", 'p'},
	{"tools", "entry", 'd'},
	{"tools", "solve", 's'},
	{"tools", "browser", 'i'},
	{"else", "name", 'm'},
	{"else", "settings", 'e'},
	{"else", "leave", 'q'},
}

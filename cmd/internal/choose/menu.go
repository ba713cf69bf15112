package choose

// Menu are the lines of the menu at any place, in groups, and their letters, which are the same
// in every language. Each place has those that it offers.
var Menu = []struct {
	Group, Name string
	Letter      rune
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

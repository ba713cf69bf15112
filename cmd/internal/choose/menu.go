package choose

// Menu are the lines of the menu at any place, in groups, and their letters, which are the same
// in every language. Each place has those that it offers.
var Menu = []struct {
	Group, Name string
	Letter      rune
}{
	{"play", "continue", 'c'},
	{"play", "new", 'n'},
	{"play", "code", 'o'},
	{"play", "book", 'b'},
	{"play", "campaign", 'k'},
	{"play", "road", 'r'},
	{"play", "today", 'h'},
	{"play", "puzzle", 'p'},
	{"play", "browser", 'i'},
	{"learn", "lesson", 'f'},
	{"learn", "rules", '?'},
	{"learn", "solve", 's'},
	{"learn", "entry", 'd'},
	{"back", "saved", 'l'},
	{"back", "stats", 't'},
	{"else", "name", 'm'},
	{"else", "settings", 'e'},
	{"else", "leave", 'q'},
}

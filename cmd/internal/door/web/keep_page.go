package web

// keepPath is the page on which a person saves everything as one file.
const keepPath = "/keep"

// keepPage is that page. The worker of the site sends the file, and reads it, because only it can put all files in the
// place of others at once.
type keepPage struct {
	sheet
	// SavePath is the address of the file.
	SavePath string
	// RestorePath is the address to which a file is sent.
	RestorePath string
}

// restoredTexts are the keys of the texts that say what has become of a file that was read, by the words of the worker.
var restoredTexts = map[string]string{
	"yes":       "site.restored",
	"unread":    "site.restored.unread",
	"full":      "site.restored.full",
	"unwritten": "site.restored.unwritten",
	"cleared":   "site.cleared",
}

// showKeepPage shows the page.
func showKeepPage(q *request) {
	t := q.frame.Texts
	p := &keepPage{sheet: q.newSheet("/", t.T("site.keep")), SavePath: "/~save", RestorePath: "/~restore"}
	result := q.value("restored")
	if key, ok := restoredTexts[result]; ok {
		p.Note = t.T(key)
		p.Bad = result != "yes"
	}
	q.send("keep", p)
}

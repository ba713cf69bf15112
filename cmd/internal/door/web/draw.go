package web

import (
	"encoding/binary"
	"hash/maphash"
	"html"
	"html/template"
	"net/http"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/klauspost/compress/gzip"
)

// inEach makes something once for each language, when it is first asked for.
func inEach[T any](of func(*texts.Texts) T) func(*texts.Texts) T {
	made := map[string]func() T{}
	for _, lang := range characters.Languages {
		made[lang] = sync.OnceValue(func() T { return of(texts.New(lang)) })
	}
	return func(t *texts.Texts) T { return made[t.Lang()]() }
}

// helpers are what templates call.
var helpers = template.FuncMap{"file": assetPath, "sign": sign, "arms": arms}

// templates are those of each page in a language: the common frame around the page's own part.
var templates = inEach(func(t *texts.Texts) map[string]*template.Template {
	all := map[string]*template.Template{}
	common := parsed(t, template.New("").Funcs(helpers).Funcs(template.FuncMap{
		"add":    func(a, b int) int { return a + b },
		"held":   func(n int) string { return t.N("tui.cards", n) },
		"face":   func(c tricks.Card) template.HTML { return cardOf(t, c).Face },
		"mini":   func(c tricks.Card) template.HTML { return cardOf(t, c).Mini },
		"name":   func(c tricks.Card) string { return cardOf(t, c).Name },
		"pieces": func(text string) []any { return pieces(t, text) },
		"part": func(name string, part any) template.HTML {
			return parts(all["table"], name, t.Lang(), reflect.ValueOf(part))
		},
	}), "page", "parts", "pages")
	list, _ := files.ReadDir("page/template") // they are embedded
	for _, file := range list {
		if name, ok := strings.CutSuffix(file.Name(), ".html"); ok && common.Lookup(name) == nil {
			all[name] = parsed(t, template.Must(common.Clone()), name)
		}
	}
	return all
})

// sign is a drawing of signs.svg, in a class of the styles.
func sign(id string, class ...string) template.HTML { return symbol("signs.svg", id, class...) }

// symbol is a drawing of a file of drawings.
func symbol(file, id string, class ...string) template.HTML {
	return kept("sign", reflect.ValueOf(append([]string{id}, class...)), func() template.HTML {
		text := "<svg"
		if len(class) > 0 {
			text += ` class="` + class[0] + `"`
		}
		if strings.HasPrefix(id, "v-") {
			text += ` viewBox="0 0 100 60" preserveAspectRatio="xMidYMax slice"`
		}
		return template.HTML(text + ` aria-hidden="true"><use href="` + assetPath(file) + "#" + html.EscapeString(id) + `"/></svg>`) //nolint:gosec // of our own signs
	})
}

// arms is the emblem of a character, of a rider or of a gift: the letter of its kind is e, r or g. One that
// nobody has drawn is a plain shield.
func arms(kind, id string) template.HTML {
	return kept("arms "+kind, reflect.ValueOf(id), func() template.HTML {
		at := kind + "-" + id
		if !strings.Contains(string(assets()["emblems.svg"].text), `id="`+at+`"`) {
			at = "e-free"
		}
		return symbol("emblems.svg", at, "arms")
	})
}

// fixed is a text or a sign in a template that is the same on every page.
var fixed = regexp.MustCompile(`\{\{(\$?\.T|sign) "([^"]+)"\}\}`)

// parsed adds files to a template. The texts without values are set in here, once: half of what a
// page costs would be to look them up.
func parsed(t *texts.Texts, to *template.Template, names ...string) *template.Template {
	for _, name := range names {
		text, err := files.ReadFile("page/template/" + name + ".html")
		if err != nil {
			panic(err) // they are embedded; a test opens every page
		}
		template.Must(to.Parse(fixed.ReplaceAllStringFunc(string(text), func(found string) string {
			m := fixed.FindStringSubmatch(found)
			if m[1] == "sign" {
				return string(sign(m[2]))
			}
			return html.EscapeString(t.T(m[2]))
		})))
	}
	return to
}

// gallery keeps parts of pages, by a hash of their content, which nobody can foresee: most of a
// table is as it was before the last card, and others see it alike. Where too much is kept, what nobody has
// asked for since the last time goes.
var gallery = struct {
	sync.Mutex
	drawn, before map[hash]template.HTML
	bytes         int
}{drawn: map[hash]template.HTML{}}

// mostKept is how many bytes are kept, half of them from before.
const mostKept = 2 << 20

// hash is so long that no two parts have the same one.
type hash [2]uint64

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// content adds all that a value holds, also behind pointers. A function shows nothing.
func content(to []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.String:
		return append(binary.AppendUvarint(to, uint64(v.Len())), v.String()...)
	case reflect.Bool:
		return strconv.AppendBool(to, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(to, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(to, v.Uint())
	case reflect.Slice, reflect.Array:
		to = binary.AppendUvarint(to, uint64(v.Len()))
		for i := range v.Len() {
			to = content(to, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			to = content(to, v.Field(i))
		}
	case reflect.Pointer, reflect.Interface:
		if to = strconv.AppendBool(to, v.IsNil()); !v.IsNil() {
			to = content(to, v.Elem())
		}
	case reflect.Func:
	default:
		panic("a part of a page has a " + v.Kind().String())
	}
	return to
}

// kept returns the part of a name that was made before for something with the same content, or makes it now.
func kept(name string, shows reflect.Value, of func() template.HTML) template.HTML {
	text := paper()
	text.WriteString(name)
	text.Write(content(append(text.AvailableBuffer(), 0), shows))
	at := hash{maphash.Bytes(seeds[0], text.Bytes()), maphash.Bytes(seeds[1], text.Bytes())}
	papers.Put(text)
	gallery.Lock()
	part, fresh := gallery.drawn[at]
	ok := fresh
	if !ok {
		part, ok = gallery.before[at]
	}
	gallery.Unlock()
	if !ok {
		part = of()
	}
	if fresh {
		return part
	}
	gallery.Lock()
	defer gallery.Unlock()
	if gallery.bytes += len(part); gallery.bytes > mostKept/2 {
		gallery.before, gallery.drawn, gallery.bytes = gallery.drawn, map[hash]template.HTML{}, len(part)
	}
	gallery.drawn[at] = part
	return part
}

// parts is a part of a page, by the template of a name, or one part for each in a list.
func parts(from *template.Template, name, lang string, shows reflect.Value) template.HTML {
	if shows.Kind() != reflect.Slice {
		return kept(name+" "+lang, shows, func() template.HTML { return drawn(from, name, shows.Interface()) })
	}
	text := paper()
	defer papers.Put(text)
	for i := range shows.Len() {
		text.WriteString(string(parts(from, name, lang, shows.Index(i))))
	}
	return template.HTML(text.String()) //nolint:gosec // of our own templates
}

// drawn is a part of a page, by the template of a name.
func drawn(from *template.Template, name string, part any) template.HTML {
	text := paper()
	defer papers.Put(text)
	if err := from.ExecuteTemplate(text, name, part); err != nil {
		panic(err) // into memory
	}
	return template.HTML(text.String()) //nolint:gosec // of our own template
}

// show sends a page.
func (f *frame) show(w http.ResponseWriter, r *http.Request, status int, name string, page any) {
	text := paper()
	defer papers.Put(text)
	if err := templates(f.Texts)[name].ExecuteTemplate(text, "page", page); err != nil {
		panic(err) // into memory: a page is wrong
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy(f.Nonce))
	h.Set("Vary", "Accept-Encoding")
	sent := text.Bytes()
	if accepts(r, "gzip") {
		h.Set("Content-Encoding", "gzip")
		packed := paper()
		defer papers.Put(packed)
		z, _ := packers.Get().(*gzip.Writer)
		z.Reset(packed)
		_, _ = z.Write(sent) // into memory
		_ = z.Close()
		packers.Put(z)
		sent = packed.Bytes()
	}
	w.WriteHeader(status)
	_, _ = w.Write(sent)
}

// packers pack pages into memory. Each is free again before its page is sent, so that there are few of them,
// however many browsers are slow.
var packers = sync.Pool{New: func() any { z, _ := gzip.NewWriterLevel(nil, gzip.DefaultCompression); return z }}

package web

import (
	"encoding/binary"
	"hash/maphash"
	"html/template"
	"reflect"
	"strconv"
	"sync"
)

// After a card is played, most of a table is the same as before, and everybody at the table sees most of it alike. So
// fragments of pages (a seat, a place of the hand, a line of the log) are drawn once and kept, under a hash of their
// content.
//
// Without that, to draw an event takes about 2.5 times as long and 1.6 times as much memory (BenchmarkEvent).

// fragments are the fragments of all pages of this process.
var fragments fragmentCache

// mostFragmentBytes bounds the HTML that is kept.
const mostFragmentBytes = 2 << 20

// fragmentCache keeps fragments of two generations. When the recent generation is full, it becomes the older one, and
// the fragments of the older one are dropped.
type fragmentCache struct {
	mu sync.Mutex
	// recent are the fragments that were asked for since the last change of generations.
	recent map[fragmentKey]template.HTML
	// older are the fragments of the generation before.
	older map[fragmentKey]template.HTML
	// recentBytes is the length of all recent fragments.
	recentBytes int
}

// fragmentKey is a hash of a fragment's name and content. It has 128 bits, from two seeds that nobody outside can know,
// so no two fragments have the same key.
type fragmentKey [2]uint64

// fragmentSeeds are the seeds of the two halves of a key.
var fragmentSeeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// get returns the fragment with a name that was drawn for the same data before, or draws it.
func (c *fragmentCache) get(name string, data reflect.Value, draw func() template.HTML) template.HTML {
	key := newFragmentKey(name, data)
	fragment, isRecent, found := c.lookUp(key)
	if isRecent {
		return fragment
	}
	if !found {
		fragment = draw() // without the lock, because draw may call get
	}
	c.put(key, fragment)
	return fragment
}

// lookUp finds a fragment in one of the two generations.
func (c *fragmentCache) lookUp(key fragmentKey) (fragment template.HTML, isRecent, found bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fragment, isRecent = c.recent[key]
	if isRecent {
		return fragment, true, true
	}
	fragment, found = c.older[key]
	return fragment, false, found
}

// put adds a fragment to the recent generation.
func (c *fragmentCache) put(key fragmentKey, fragment template.HTML) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.recentBytes += len(fragment)
	if c.recent == nil || c.recentBytes > mostFragmentBytes/2 {
		c.older = c.recent
		c.recent = map[fragmentKey]template.HTML{}
		c.recentBytes = len(fragment)
	}
	c.recent[key] = fragment
}

// clear forgets all fragments.
func (c *fragmentCache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.recent = nil
	c.older = nil
	c.recentBytes = 0
}

// newFragmentKey returns the key of a fragment.
func newFragmentKey(name string, data reflect.Value) fragmentKey {
	text := paper()
	defer papers.Put(text)
	text.WriteString(name)
	text.WriteByte(0)
	text.Write(appendContent(text.AvailableBuffer(), data))
	return fragmentKey{
		maphash.Bytes(fragmentSeeds[0], text.Bytes()),
		maphash.Bytes(fragmentSeeds[1], text.Bytes()),
	}
}

// appendContent appends everything that a value holds, also behind pointers. It ignores functions, which a page does
// not show.
func appendContent(out []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.String:
		out = binary.AppendUvarint(out, uint64(v.Len()))
		return append(out, v.String()...)
	case reflect.Bool:
		return strconv.AppendBool(out, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(out, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(out, v.Uint())
	case reflect.Slice, reflect.Array:
		out = binary.AppendUvarint(out, uint64(v.Len()))
		for i := range v.Len() {
			out = appendContent(out, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			out = appendContent(out, v.Field(i))
		}
	case reflect.Pointer, reflect.Interface:
		out = strconv.AppendBool(out, v.IsNil())
		if !v.IsNil() {
			out = appendContent(out, v.Elem())
		}
	case reflect.Func:
	default:
		panic("a fragment of a page has a " + v.Kind().String())
	}
	return out
}

// drawFragments draws the fragment with a name for some data, or one fragment for each element of a list.
func drawFragments(tmpl *template.Template, name, lang string, data reflect.Value) template.HTML {
	if data.Kind() != reflect.Slice {
		draw := func() template.HTML { return drawTemplate(tmpl, name, data.Interface()) }
		return fragments.get(name+" "+lang, data, draw)
	}
	text := paper()
	defer papers.Put(text)
	for i := range data.Len() {
		text.WriteString(string(drawFragments(tmpl, name, lang, data.Index(i))))
	}
	return template.HTML(text.String()) //nolint:gosec // our own templates
}

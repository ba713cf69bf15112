package web

import (
	"encoding/binary"
	"hash/maphash"
	"html/template"
	"reflect"
	"strconv"
	"sync"
)

// Most of a table is as it was before the last card, and the others at the table see most of it alike. So fragments of
// pages (a seat, a place of the hand, a line of the log) are drawn once and kept, by a hash of all that they show.
//
// Without that an event takes about 2.5 times as long to draw and 1.6 times as much memory (BenchmarkEvent).

// fragments are the fragments of all pages of this process.
var fragments fragmentCache

// mostFragmentBytes bounds the HTML that is kept.
const mostFragmentBytes = 2 << 20

// fragmentCache keeps fragments of two generations: when the recent one is full it becomes the older one, and a
// fragment that nobody has asked for in two generations is gone.
type fragmentCache struct {
	mu     sync.Mutex
	recent map[fragmentKey]template.HTML
	older  map[fragmentKey]template.HTML
	// recentBytes is the length of all recent fragments.
	recentBytes int
}

// fragmentKey is a hash of a fragment's name and content. It has 128 bits of two seeds that nobody outside can
// know, so no two fragments share one.
type fragmentKey [2]uint64

var fragmentSeeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// get returns the fragment of a name that was drawn for the same data before, or draws it.
func (c *fragmentCache) get(name string, data reflect.Value, draw func() template.HTML) template.HTML {
	key := newFragmentKey(name, data)
	fragment, isRecent, found := c.lookUp(key)
	if isRecent {
		return fragment
	}
	if !found {
		fragment = draw() // without the lock: it may ask for fragments of its own
	}
	c.put(key, fragment)
	return fragment
}

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

// appendContent appends all that a value holds, also behind pointers. A function shows nothing on a page.
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

// drawFragments draws the fragment of a name for some data, or one for each of a list.
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
	return template.HTML(text.String()) //nolint:gosec // of our own templates
}

package players

import (
	"fmt"
	"reflect"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"
)

func TestDebug(t *testing.T) {
	eachDecision(t, 12, func(t *testing.T, g *chapters.Game, v *chapters.View) {
		src := tricks.NewSource(7, uint64(len(g.Decisions())))
		if _, err := World(v, src); err == nil {
			return
		}
		k := learn(v)
		for range 3 {
			r, ok := newRewind(k, src)
			if !ok {
				fmt.Println(t.Name(), "deal failed", k.room)
				for _, c := range k.unseen { if k.may[c]==0 { fmt.Println("nowhere", c) } }
				continue
			}
			pos, ok := r.position()
			if !ok {
				fmt.Println(t.Name(), "undo failed", r.moved, r.hand)
				continue
			}
			h, err := r.replay(pos)
			if err != nil {
				fmt.Println(t.Name(), "replay", err, pos.Lost, pos.Staged, pos.Sides, pos.Pile)
				continue
			}
			w := h.View(v.Player)
			a, b := reflect.ValueOf(*v), reflect.ValueOf(w)
			for i := range a.NumField() {
				n := a.Type().Field(i).Name
				if n == "lib" || n == "Ask" || n == "Chapter" {
					continue
				}
				if !reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
					fmt.Printf("%s field %s\n want %v\n got  %v\n", t.Name(), n, a.Field(i), b.Field(i))
				}
			}
		}
		t.FailNow()
	})
}

package realtable_test

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/realtable"
)

// BenchmarkRead reads a round as it is typed, and with slips for which corrections are tried.
func BenchmarkRead(b *testing.B) {
	for _, tt := range []struct{ name, text string }{
		{"right", friday},
		{"card forgotten", strings.Replace(friday, "s8645", "s864", 1)},
		{"cards exchanged", strings.Replace(friday, "h7681", "h6781", 1)},
		{"three slips", strings.NewReplacer("h7681", "h6781", "m8153", "m1853", "f8615", "f6815").Replace(friday)},
	} {
		b.Run(tt.name, func(b *testing.B) {
			for b.Loop() {
				realtable.Read(chapters.Default(), tt.text)
			}
		})
	}
}

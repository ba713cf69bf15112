package table

import "testing"

// FuzzParse checks that no line of a log makes parse panic.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		`{"sat":{"who":"a","seat":9}}`, `{"record":1}`, `{"play":"0:H1"}`,
		`{"created":{"who":"a","players":-1}}`, "{", "null", `{"voted":{"about":-7}}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(_ *testing.T, line []byte) { _, _, _ = parse(line) })
}

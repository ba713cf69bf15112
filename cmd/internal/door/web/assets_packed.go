//go:build !js

package web

import "embed"

//go:embed page/dist/*.gz page/dist/*.br
var packedFiles embed.FS

// packed returns an asset as `make generate` has compressed it, with gzip and with brotli.
func packed(name string) (gzip, brotli []byte) {
	gzip, _ = packedFiles.ReadFile("page/dist/" + name + ".gz") // a test fetches each file
	brotli, _ = packedFiles.ReadFile("page/dist/" + name + ".br")
	return gzip, brotli
}

//go:build !unix

package envtest

// setUmask does nothing on systems without such rights.
func setUmask() {}

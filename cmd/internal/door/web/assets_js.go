package web

// packed returns nothing: what a site sends stays on the device, so the program leaves the compressed files out.
func packed(string) (gzip, brotli []byte) { return nil, nil }

package serve

import (
	"os"
	"os/signal"
	"runtime"
	"runtime/pprof"
	"strconv"
	"syscall"
)

func init() {
	p := os.Getenv("PROFDIR")
	if p == "" || os.Getenv(served) == "" {
		return
	}
	c := make(chan os.Signal, 4)
	signal.Notify(c, syscall.SIGUSR1, syscall.SIGUSR2)
	go func() {
		f, _ := os.Create(p + "/cpu.prof")
		pprof.StartCPUProfile(f)
		<-c
		pprof.StopCPUProfile()
		f.Close()
		runtime.GC()
		h, _ := os.Create(p + "/heap.prof")
		pprof.Lookup("heap").WriteTo(h, 0)
		h.Close()
		g, _ := os.Create(p + "/gor.txt")
		pprof.Lookup("goroutine").WriteTo(g, 1)
		g.Close()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		s, _ := os.Create(p + "/mem.txt")
		defer s.Close()
		s.WriteString(memText(&m))
	}()
}

func memText(m *runtime.MemStats) string {
	return "heapalloc " + itoa(m.HeapAlloc) + "\nheapinuse " + itoa(m.HeapInuse) + "\nheapidle " + itoa(m.HeapIdle) + "\nheapreleased " + itoa(m.HeapReleased) + "\nstack " + itoa(m.StackInuse) + "\nsys " + itoa(m.Sys) + "\nobjects " + itoa(m.HeapObjects) + "\ngcs " + itoa(uint64(m.NumGC)) + "\ngcsys " + itoa(m.GCSys) + "\n"
}
func itoa(n uint64) string { return strconv.FormatUint(n, 10) }

// Package parallel does many things at a time. The results do not depend on how many
// that are.
package parallel

import (
	"context"
	"fmt"
	"iter"
	"sync"
)

// Each calls f for each number below n, in their order and so many at a time, at
// least one, and waits for them. After an error, or when the context ends, it
// begins no more. It returns the error of the lowest number, else the context's.
// A panic is an error: the caller could not catch it.
func Each(ctx context.Context, workers, n int, f func(i int) error) error {
	workCtx, stop := context.WithCancel(ctx)
	defer stop()
	errs := make([]error, n)
	work := make(chan int)
	var pool sync.WaitGroup
	for range min(max(workers, 1), n) {
		pool.Go(func() {
			for i := range work {
				errs[i] = safely(f, i)
				if errs[i] != nil {
					stop()
				}
			}
		})
	}
	for i := 0; i < n && workCtx.Err() == nil; i++ {
		select {
		case work <- i:
		case <-workCtx.Done():
		}
	}
	close(work)
	pool.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

func safely(f func(i int) error, i int) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	return f(i)
}

// Stream calls f for each item, so many at a time, and hands them out in their
// order without waiting for f: that is for the receiver, as f can tell. So many
// items may be ahead of the one that was handed out. When the context ends no item
// more is taken, but f is called for all that are handed out. At the end of the
// loop it waits for f.
func Stream[T any](ctx context.Context, workers, ahead int, items iter.Seq[T], f func(T)) iter.Seq[T] {
	return func(yield func(T) bool) {
		ctx, stop := context.WithCancel(ctx)
		var pool sync.WaitGroup
		defer pool.Wait()
		defer stop()
		inOrder, work := make(chan T, ahead), make(chan T)
		pool.Go(func() {
			defer close(inOrder)
			defer close(work)
			for item := range items {
				select {
				case inOrder <- item:
					work <- item
				case <-ctx.Done():
					return
				}
			}
		})
		for range workers {
			pool.Go(func() {
				for item := range work {
					f(item)
				}
			})
		}
		for item := range inOrder {
			if !yield(item) {
				return
			}
		}
	}
}

// Package parallel does work with several workers at once. The results do not depend on the number
// of workers.
package parallel

import (
	"context"
	"fmt"
	"iter"
	"sync"
)

// Each calls f for each number below n, in ascending order with up to workers calls at a time (at
// least one), and waits for them. After an error, or when the context ends, it makes no further
// calls. It returns the error for the lowest number, or else the context's error. A panic in f
// counts as an error, since the caller could not recover from it.
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

// safely calls f and returns a panic as an error.
func safely(f func(i int) error, i int) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	return f(i)
}

// Stream calls f for each item, with up to workers calls at a time, and yields the items in their
// order. It yields an item without waiting for its call of f. If the receiver needs the result, f must
// signal it. At most ahead items are taken before they are yielded. When the context ends, no further
// items are taken, but f is called for all items that are yielded. At its end the loop waits for all
// calls of f.
func Stream[T any](ctx context.Context, workers, ahead int, items iter.Seq[T], f func(T)) iter.Seq[T] {
	return func(yield func(T) bool) {
		ctx, stop := context.WithCancel(ctx)
		var pool sync.WaitGroup
		defer pool.Wait()
		defer stop()
		inOrder := make(chan T, ahead)
		work := make(chan T)
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

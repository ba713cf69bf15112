// Command takeover writes the tables of a server's data folder, which an embedded server
// of NATS kept in the programs before, as the files of today. The old folder stays beside
// them, under another name, as it was.
//
//	go run ./cmd/internal/store/natstest/takeover /var/lib/fellowship
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/store/stream"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "name the data folder of the server: go run ./cmd/internal/store/natstest/takeover DIR")
		os.Exit(2)
	}
	if err := Run(context.Background(), os.Args[1], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(2)
	}
}

// old is where the folder of the embedded server lies when all is taken over.
const old = "tables-before"

// Run takes a data folder over, and says what it does.
func Run(ctx context.Context, dir string, out io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	tables := filepath.Join(dir, "tables")
	if _, err := os.Stat(filepath.Join(tables, "streams", "jetstream")); err != nil {
		return fmt.Errorf("there is nothing to take over in %s: %w", dir, err)
	}
	if _, err := os.Lstat(filepath.Join(dir, old)); err == nil {
		return fmt.Errorf("%s is there already: move it away first", filepath.Join(dir, old))
	}
	lock, err := disk.OpenOwn(filepath.Join(tables, "lock"), os.O_RDWR|os.O_CREATE)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := disk.Lock(lock); err != nil {
		return fmt.Errorf("%s: %w: end the server first", tables, err)
	}
	fresh, err := os.MkdirTemp(dir, "tables-new-*")
	if err != nil {
		return disk.Classify(err)
	}
	if err := copyTables(ctx, filepath.Join(tables, "streams"), fresh, out); err != nil {
		return errors.Join(err, os.RemoveAll(fresh))
	}
	if err := os.Rename(tables, filepath.Join(dir, old)); err != nil {
		return err
	}
	if err := os.Rename(fresh, tables); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "The old tables lie in %s; remove them when you do not need them any more.\n", filepath.Join(dir, old))
	return err
}

// copyTables copies what the streams hold into a folder.
func copyTables(ctx context.Context, streams, to string, out io.Writer) error {
	copied, err := os.MkdirTemp(filepath.Dir(to), "tables-copy-*") // opening changes what is opened
	if err != nil {
		return disk.Classify(err)
	}
	defer func() { _ = os.RemoveAll(copied) }()
	if err := os.CopyFS(copied, os.DirFS(streams)); err != nil {
		return disk.Classify(err)
	}
	srv, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: copied, NoLog: true, NoSigs: true, MaxPayload: 1 << 20,
	})
	if err != nil {
		return err
	}
	srv.Start()
	defer srv.WaitForShutdown()
	defer srv.Shutdown()
	if !srv.ReadyForConnections(time.Minute) || !srv.JetStreamEnabled() {
		return errors.New("the old tables cannot be opened")
	}
	from, err := stream.Open(ctx, stream.Options{URL: srv.ClientURL()})
	if err != nil {
		return err
	}
	defer from.Close()
	kept, err := folder.Open(folder.Options{Dir: to, Alone: true})
	if err != nil {
		return err
	}
	defer kept.Close()
	all, err := from.Tables(ctx)
	if err != nil {
		return err
	}
	for _, table := range all {
		events, err := from.Read(ctx, table)
		if err == nil {
			err = kept.Import(table, events)
		}
		if err != nil {
			fmt.Fprintf(out, "%s  NOT taken over: %v\n", table, err)
			continue
		}
		fmt.Fprintf(out, "%s  %d events\n", table, len(events))
	}
	nc, err := nats.Connect(srv.ClientURL())
	if err != nil {
		return err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	people, err := copyList(ctx, js, "people", kept.People())
	if err != nil {
		return err
	}
	codes, err := copyList(ctx, js, "codes", kept.Codes())
	if err == nil {
		_, err = fmt.Fprintf(out, "%d people and %d codes are known\n", people, codes)
	}
	return err
}

// copyList copies the values of a list, and counts them.
func copyList(ctx context.Context, js jetstream.JetStream, name string, to store.Bucket) (n int, err error) {
	list, err := js.KeyValue(ctx, name)
	if err != nil {
		return 0, err
	}
	keys, err := list.ListKeys(ctx)
	if err != nil {
		return 0, err
	}
	defer func() { _ = keys.Stop() }()
	for key := range keys.Keys() {
		value, err := list.Get(ctx, key)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			continue
		}
		if err == nil {
			err = to.Update(ctx, key, value.Value(), 0)
		}
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

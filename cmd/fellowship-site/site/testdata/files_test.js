// Tests of files.js and transfer.js, which stand before this text, with a device that can fail.
"use strict";

const assert = require("node:assert/strict");

// FakeDevice keeps files in memory, and fails when it is told to.
class FakeDevice {
  constructor() {
    this.kept = new Map();
    this.failure = null;
    this.transactions = 0;
  }

  async open() {
    return [...this.kept].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, value]) => [path, structuredClone(value)]);
  }

  async write(changes, isAll = false) {
    if (this.failure) {
      throw fsError(this.failure);
    }
    this.transactions++;
    if (isAll) {
      this.kept.clear();
    }
    for (const [path, value] of changes) {
      value ? this.kept.set(path, structuredClone(value)) : this.kept.delete(path);
    }
  }

  text(path) {
    const value = this.kept.get(path);
    return value && new TextDecoder().decode(value.data);
  }
}

// FakeDatabase is a database of a browser whose transactions end when they are told to.
class FakeDatabase {
  transaction() {
    const store = {
      put: (_, path) => this.last.changes.push("put " + path),
      delete: (path) => this.last.changes.push("delete " + path),
    };
    this.last = { changes: [], objectStore: () => store };
    return this.last;
  }
}

function deviceOf(database) {
  const device = new Device("test");
  device.database = database;
  return device;
}

const { O_RDWR, O_CREAT, O_EXCL, O_APPEND, O_TRUNC } = constants;
const folder = "/data/state/fellowship";

async function started() {
  const files = new Files(new FakeDevice());
  await files.load();
  for (const path of ["/data/state", folder]) {
    await files.mkdir(path, 0o700);
  }
  return files;
}

const bytes = (text) => new TextEncoder().encode(text);

function write(files, number, text, position = null) {
  return files.write(number, bytes(text), 0, bytes(text).length, position);
}

const sync = (files, number) => files.inTurn(() => files.sync(files.descriptor(number).node));

const fails = (promise, code) => assert.rejects(async () => promise(), { code });

const tests = {
  async "a synced file is on the device, and after a start again"() {
    const files = await started();
    const number = files.open(folder + "/a", O_RDWR | O_CREAT | O_EXCL, 0o600);
    write(files, number, "one\n");
    assert.equal(files.device.text(folder + "/a"), undefined);
    await sync(files, number);
    assert.equal(files.device.text(folder + "/a"), "one\n");
    write(files, number, "two\n", 4);
    files.descriptor(number).node.resize(6);
    await files.close(number);
    const again = new Files(files.device);
    await again.load();
    assert.equal(new TextDecoder().decode(again.find(folder + "/a").content), "one\ntw");
  },

  async "a full device is told, nothing changes, and the next attempt succeeds"() {
    const files = await started();
    const number = files.open(folder + "/a", O_RDWR | O_CREAT, 0o600);
    write(files, number, "one\n");
    await sync(files, number);
    write(files, number, "two\n");
    files.device.failure = "ENOSPC";
    await fails(() => sync(files, number), "ENOSPC");
    assert.equal(files.device.text(folder + "/a"), "one\n");
    await fails(() => files.rename(folder + "/a", folder + "/b"), "ENOSPC");
    await fails(() => files.remove(folder + "/a", false), "ENOSPC");
    await fails(() => files.mkdir(folder + "/c", 0o700), "ENOSPC");
    await fails(() => files.link(folder + "/a", folder + "/d"), "ENOSPC");
    assert.deepEqual([...files.find(folder).children.keys()], ["a"]);
    files.device.failure = null;
    await sync(files, number);
    assert.equal(files.device.text(folder + "/a"), "one\ntwo\n");
  },

  async "a file takes the place of another one in a single transaction"() {
    const files = await started();
    for (const [name, text] of [["/a", "old"], ["/b", "new"]]) {
      const number = files.open(folder + name, O_RDWR | O_CREAT, 0o600);
      write(files, number, text);
      await files.close(number);
    }
    const open = files.open(folder + "/a", O_RDWR, 0);
    const before = files.device.transactions;
    await files.rename(folder + "/b", folder + "/a");
    assert.equal(files.device.transactions, before + 1);
    assert.equal(files.device.text(folder + "/a"), "new");
    assert.equal(files.device.text(folder + "/b"), undefined);
    write(files, open, "gone");
    await files.close(open);
    assert.equal(files.device.text(folder + "/a"), "new", "the replaced file has no name any more");
  },

  async "a deleted file can be read and written as long as it is open, and is kept nowhere"() {
    const files = await started();
    const number = files.open(folder + "/a", O_RDWR | O_CREAT | O_APPEND, 0o600);
    write(files, number, "one");
    await sync(files, number);
    await files.remove(folder + "/a", false);
    write(files, number, " two");
    await sync(files, number);
    const buffer = new Uint8Array(16);
    assert.equal(files.read(number, buffer, 0, 16, 0), 7);
    assert.equal(files.device.text(folder + "/a"), undefined);
  },

  async "errors are those that Go expects"() {
    const files = await started();
    await fails(async () => files.open(folder + "/a", O_RDWR, 0), "ENOENT");
    await fails(async () => files.open(folder, O_RDWR, 0), "EISDIR");
    const number = files.open(folder + "/a", O_RDWR | O_CREAT | O_TRUNC, 0o600);
    await files.close(number);
    await fails(async () => files.open(folder + "/a", O_RDWR | O_CREAT | O_EXCL, 0), "EEXIST");
    await fails(async () => files.open(folder + "/a/b", O_RDWR | O_CREAT, 0), "ENOTDIR");
    await fails(async () => files.read(number, new Uint8Array(1), 0, 1, 0), "EBADF");
    await fails(() => files.mkdir(folder, 0), "EEXIST");
    await fails(() => files.remove(folder, true), "ENOTEMPTY");
    await fails(() => files.remove(folder, false), "EISDIR");
  },

  async "a lock holds until its file is closed"() {
    const files = await started();
    const first = files.open(folder + "/a", O_RDWR | O_CREAT, 0o600);
    const second = files.open(folder + "/a", O_RDWR, 0);
    assert.equal(files.lock(first), true);
    assert.equal(files.lock(first), true);
    assert.equal(files.lock(second), false);
    await files.close(first);
    assert.equal(files.lock(second), true);
  },

  async "a change deletes the menu in its transaction"() {
    const database = new FakeDatabase();
    const written = deviceOf(database).write([[folder + "/a", {}], [folder + "/b", null]]);
    assert.deepEqual(database.last.changes, ["delete /menu", `put ${folder}/a`, `delete ${folder}/b`]);
    database.last.oncomplete();
    await written;
  },

  async "what is under way fails when the browser takes everything away, and says nothing"() {
    const device = deviceOf(new FakeDatabase());
    const written = device.write([[folder + "/a", {}]]);
    device.lose();
    await fails(() => written, "EIO");
  },

  async "all is saved as a text, and read back"() {
    const files = await started();
    const number = files.open(folder + "/\u00e4 b", O_RDWR | O_CREAT, 0o600);
    write(files, number, "\u{1F600}\0");
    await files.close(number);
    await files.close(files.open(folder + "/.summaries", O_RDWR | O_CREAT, 0o600));
    const saved = saveAll(files, "1");
    assert.deepEqual(Object.keys(JSON.parse(saved).files), [folder + "/\u00e4 b"], "the rest is made again");
    const changes = readAll(saved);
    const fresh = await started();
    await fresh.restore(changes);
    await fails(() => fresh.mkdir(folder + "/c", 0), "EROFS");
    await fresh.load();
    assert.equal(new TextDecoder().decode(fresh.find(folder + "/\u00e4 b").content), "\u{1F600}\0");
  },

  async "a text that was not saved here is refused"() {
    const save = (path, content = "") => JSON.stringify({ fellowship: 1, files: { [path]: content } });
    readAll(save(folder + "/a"));
    for (const text of [
      "", "{}", "[]", "null", JSON.stringify({ fellowship: 2, files: { [folder + "/a"]: "" } }), save("/tmp/a"),
      JSON.stringify({ fellowship: 1, files: {} }), JSON.stringify({ fellowship: 1, files: [] }), save(folder + "/../../x"),
      save(folder + "/a//b"), save(folder + "/a\n"), save(folder + "/"), save(folder + "/a", 1), save(folder + "/a", "?"),
      save(folder + "/\u202Ea"), JSON.stringify({ fellowship: 1, files: { [folder + "/a"]: "", [folder + "/a/b"]: "" } }),
    ]) {
      assert.throws(() => readAll(text), undefined, text);
    }
  },
};

(async () => {
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
    } catch (problem) {
      console.error(name, problem);
      process.exitCode = 1;
    }
  }
})();

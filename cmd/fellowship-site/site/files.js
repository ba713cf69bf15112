// The files of the program, in the place of a disk. Go calls globalThis.fs as it calls Node's (syscall/fs_js.go). All
// files are in memory. The folder /data is also kept in IndexedDB, and read from there before the program starts.
//
// Content is in memory until it is synced or its file is closed. Then, and after each change of a name, a call answers
// only when a strict transaction is complete: what the program has synced is on the device before it goes on. If a
// transaction fails nothing has changed in memory either, and the program gets the error.
"use strict";

const storedFolder = "/data";
const folderType = 0o040000;
const fileType = 0o100000;
const permissions = 0o7777;
const smallestRoom = 256;
const firstDescriptor = 10;
const standardError = 2;

const constants = {
  O_WRONLY: 1, O_RDWR: 2, O_CREAT: 0o100, O_EXCL: 0o200, O_TRUNC: 0o1000, O_APPEND: 0o2000, O_DIRECTORY: 0o200000,
};

// fsError returns an error that Go reads by its code.
function fsError(code, reason) {
  return Object.assign(new Error(code, { cause: reason }), { code });
}

// Device keeps files in IndexedDB.
class Device {
  static store = "files";

  // The menu, see menu.js, is kept like a file, but the program does not see it.
  static menuPath = "/menu";

  constructor(name) {
    this.name = name;
    // The promise of the database, null if it is not open.
    this.connection = null;
    // The database that has the files, since they were read.
    this.database = null;
    this.transactions = 0;
    // How many changes were begun.
    this.changes = 0;
    // What is called when a change begins.
    this.changed = () => {};
    // What is called when the browser has taken away what was kept, for example because the person has cleared it.
    this.lost = () => {};
    // What fails the requests under way.
    this.waiting = new Set();
  }

  // connect returns the database, which it opens once.
  connect() {
    this.connection ??= this.openDatabase().catch((reason) => {
      this.connection = null;
      throw reason;
    });
    return this.connection;
  }

  async openDatabase() {
    const request = indexedDB.open(this.name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(Device.store);
    const database = await answered(request);
    database.onclose = () => this.lose();
    database.onversionchange = () => { // somebody deletes it
      database.close();
      this.lose();
    };
    return database;
  }

  // lose ends the connection that the browser has closed.
  lose() {
    this.connection = null;
    for (const fail of this.waiting) {
      fail(fsError("EIO"));
    }
    this.lost();
  }

  // whileConnected returns the result of a request, and fails when the connection is lost: a browser that closes it says
  // nothing about requests under way.
  async whileConnected(result) {
    let fail;
    const failed = new Promise((_, reject) => { fail = reject; });
    this.waiting.add(fail);
    try {
      return await Promise.race([result, failed]);
    } finally {
      this.waiting.delete(fail);
    }
  }

  // open returns all files and folders that are kept: a list of [path, value], folders before what is in them.
  async open() {
    this.database = await this.connect();
    const store = this.database.transaction(Device.store).objectStore(Device.store);
    const reading = Promise.all([answered(store.getAllKeys()), answered(store.getAll())]);
    const [paths, values] = await this.whileConnected(reading);
    return paths.map((path, i) => [path, values[i]]).filter(([path]) => path !== Device.menuPath);
  }

  // write makes changes, each a path with its value or null, and is over when the device has them all. With isAll
  // nothing else is kept. The menu is deleted, because it may show something else now.
  write(changes, isAll = false) {
    this.changes++;
    this.changed();
    return this.whileConnected(new Promise((done, fail) => {
      let transaction;
      try {
        transaction = this.database.transaction(Device.store, "readwrite", { durability: "strict" });
        const store = transaction.objectStore(Device.store);
        if (isAll) {
          store.clear();
        }
        store.delete(Device.menuPath);
        for (const [path, value] of changes) {
          value ? store.put(value, path) : store.delete(path);
        }
      } catch (reason) {
        fail(Device.explain(reason));
        return;
      }
      transaction.oncomplete = () => {
        this.transactions++;
        done();
      };
      transaction.onabort = () => fail(Device.explain(transaction.error));
    }));
  }

  // readMenu returns what writeMenu has kept, undefined if something was changed since, and whether the device has no
  // files.
  async readMenu() {
    const store = (await this.connect()).transaction(Device.store).objectStore(Device.store);
    const reading = Promise.all([answered(store.get(Device.menuPath)), answered(store.count())]);
    const [kept, count] = await this.whileConnected(reading);
    return { kept, isEmpty: count === (kept ? 1 : 0) };
  }

  // removeMenu deletes what writeMenu has kept.
  async removeMenu() {
    const store = (await this.connect()).transaction(Device.store, "readwrite").objectStore(Device.store);
    await this.whileConnected(answered(store.delete(Device.menuPath)));
  }

  // writeMenu keeps the menu. An earlier version of the site takes it for an empty file, so it has the form of one.
  async writeMenu(menu) {
    const store = this.database.transaction(Device.store, "readwrite").objectStore(Device.store);
    await this.whileConnected(answered(store.put({ dir: false, mode: 0, mtime: 0, ...menu }, Device.menuPath)));
  }

  // explain returns the error that Go understands.
  static explain(reason) {
    return fsError(reason?.name === "QuotaExceededError" ? "ENOSPC" : "EIO", reason);
  }
}

// answered waits for the answer to a request of IndexedDB.
function answered(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

let inodes = 1;

// Node is a file or a folder.
class Node {
  constructor(isFolder, mode) {
    this.inode = inodes++;
    this.mode = mode & permissions;
    this.modified = Date.now();
    // The files and folders in a folder by their names, null for a file.
    this.children = isFolder ? new Map() : null;
    // The content of a file are the first bytes of a longer array.
    this.bytes = new Uint8Array(0);
    this.size = 0;
    // Whether memory has more than the device.
    this.isDirty = !isFolder;
    // The paths of a file. It has none when it is deleted, and two while it is moved to its place.
    this.paths = new Set();
    // The descriptor that has locked the file, 0 for none.
    this.lockedBy = 0;
  }

  get content() {
    return this.bytes.subarray(0, this.size);
  }

  // value returns what the device keeps.
  value() {
    return {
      dir: this.children !== null,
      mode: this.mode,
      mtime: this.modified,
      data: this.children ? undefined : this.content.slice(),
    };
  }

  status() {
    const isFolder = this.children !== null;
    const time = { atimeMs: this.modified, mtimeMs: this.modified, ctimeMs: this.modified };
    return {
      ...time, dev: 1, ino: this.inode, mode: this.mode | (isFolder ? folderType : fileType), nlink: this.paths.size,
      uid: 0, gid: 0, rdev: 0, size: this.size, blksize: 4096, blocks: Math.ceil(this.size / 512),
      isDirectory: () => isFolder,
    };
  }

  touch() {
    this.modified = Date.now();
    this.isDirty = true;
  }

  // resize makes a file longer, with zeros, or shorter.
  resize(size) {
    if (size > this.bytes.length) {
      const longer = new Uint8Array(Math.max(size, 2 * this.bytes.length, smallestRoom));
      longer.set(this.content);
      this.bytes = longer;
    }
    if (size < this.size) {
      this.bytes.fill(0, size, this.size);
    }
    this.size = size;
    this.touch();
  }

  write(bytes, position) {
    this.resize(Math.max(this.size, position + bytes.length));
    this.bytes.set(bytes, position);
  }
}

// namesOf returns the names on the way to a path.
function namesOf(path) {
  return path.split("/").filter((name) => name && name !== ".");
}

// Files are all files and folders.
class Files {
  constructor(device) {
    this.device = device;
    this.descriptors = new Map();
    this.nextDescriptor = firstDescriptor;
    // Changes are made one after the other.
    this.lastChange = Promise.resolve();
    // Whether the device has other files now, after restore.
    this.isReplaced = false;
    this.clear();
  }

  clear() {
    this.root = new Node(true, 0o755);
    for (const name of ["data", "tmp"]) {
      this.root.children.set(name, new Node(true, 0o755));
    }
    this.descriptors.clear();
  }

  // load reads all that is kept.
  async load() {
    this.clear();
    this.isReplaced = false;
    for (const [path, { dir, mode, mtime, data }] of await this.device.open()) {
      const node = new Node(dir, mode);
      node.modified = mtime;
      node.isDirty = false;
      if (!dir) {
        node.bytes = data;
        node.size = data.length;
        node.paths.add(path);
      }
      const [folder, name] = this.placeOf(path);
      folder.children.set(name, node);
    }
  }

  // find returns what is at a path.
  find(path) {
    let node = this.root;
    for (const name of namesOf(path)) {
      if (!node.children) {
        throw fsError("ENOTDIR");
      }
      node = node.children.get(name);
      if (!node) {
        throw fsError("ENOENT");
      }
    }
    return node;
  }

  // placeOf returns the folder of a path, the name there, and the path without dots and double slashes.
  placeOf(path) {
    const names = namesOf(path);
    const folderPath = names.slice(0, -1).map((name) => "/" + name).join("");
    const name = names.at(-1) ?? "";
    const folder = this.find(folderPath);
    if (!folder.children) {
      throw fsError("ENOTDIR");
    }
    return [folder, name, folderPath + "/" + name];
  }

  // descriptor returns what was opened.
  descriptor(number) {
    const opened = this.descriptors.get(number);
    if (!opened) {
      throw fsError("EBADF");
    }
    return opened;
  }

  // keep writes changes below /data to the device.
  async keep(changes) {
    const stored = changes.filter(([path]) => path.startsWith(storedFolder + "/"));
    if (this.isReplaced) {
      throw fsError("EROFS");
    }
    if (stored.length > 0) {
      await this.device.write(stored);
    }
  }

  // restore puts other files in the place of all that are kept: either all of them are there afterwards, or what was
  // there before. Until the next load nothing can be changed.
  restore(changes) {
    return this.inTurn(async () => {
      await this.device.write(changes, true);
      this.isReplaced = true;
    });
  }

  // inTurn makes a change when all earlier ones are made.
  inTurn(change) {
    const made = this.lastChange.then(change);
    this.lastChange = made.catch(() => {});
    return made;
  }

  // sync writes a file to the device, unless the device has it.
  async sync(node) {
    if (!node.isDirty) {
      return;
    }
    node.isDirty = false;
    try {
      await this.keep([...node.paths].map((path) => [path, node.value()]));
    } catch (reason) {
      node.isDirty = true;
      throw reason;
    }
  }

  open(path, flags, mode) {
    const [folder, name, fullPath] = this.placeOf(path);
    let node = name ? folder.children.get(name) : this.root;
    if (node && flags & constants.O_CREAT && flags & constants.O_EXCL) {
      throw fsError("EEXIST");
    }
    if (!node && !(flags & constants.O_CREAT)) {
      throw fsError("ENOENT");
    }
    if (!node) {
      node = new Node(false, mode);
      node.paths.add(fullPath);
      folder.children.set(name, node);
    }
    if (node.children && flags & (constants.O_WRONLY | constants.O_RDWR)) {
      throw fsError("EISDIR");
    }
    if (!node.children && flags & constants.O_DIRECTORY) {
      throw fsError("ENOTDIR");
    }
    if (flags & constants.O_TRUNC) {
      node.resize(0);
    }
    const number = this.nextDescriptor++;
    this.descriptors.set(number, { node, position: 0, appends: Boolean(flags & constants.O_APPEND) });
    return number;
  }

  close(number) {
    const { node } = this.descriptor(number);
    this.descriptors.delete(number);
    if (node.lockedBy === number) {
      node.lockedBy = 0;
    }
    return this.inTurn(() => this.sync(node));
  }

  // lock locks a file against other descriptors until this one is closed, and reports whether it could.
  lock(number) {
    const { node } = this.descriptor(number);
    if (node.lockedBy && node.lockedBy !== number) {
      return false;
    }
    node.lockedBy = number;
    return true;
  }

  read(number, buffer, offset, length, position) {
    const opened = this.descriptor(number);
    const from = position ?? opened.position;
    const part = opened.node.content.subarray(from, from + length);
    buffer.set(part, offset);
    if (position === null) {
      opened.position = from + part.length;
    }
    return part.length;
  }

  write(number, buffer, offset, length, position) {
    const opened = this.descriptor(number);
    const to = position ?? (opened.appends ? opened.node.size : opened.position);
    opened.node.write(buffer.subarray(offset, offset + length), to);
    if (position === null) {
      opened.position = to + length;
    }
    return length;
  }

  mkdir(path, mode) {
    return this.inTurn(async () => {
      const [folder, name, fullPath] = this.placeOf(path);
      if (folder.children.has(name)) {
        throw fsError("EEXIST");
      }
      const node = new Node(true, mode);
      await this.keep([[fullPath, node.value()]]);
      folder.children.set(name, node);
    });
  }

  // remove deletes a file, or an empty folder.
  remove(path, isFolder) {
    return this.inTurn(async () => {
      const [folder, name, fullPath] = this.placeOf(path);
      const node = folder.children.get(name);
      if (!node) {
        throw fsError("ENOENT");
      }
      if (isFolder !== (node.children !== null)) {
        throw fsError(isFolder ? "ENOTDIR" : "EISDIR");
      }
      if (node.children?.size > 0) {
        throw fsError("ENOTEMPTY");
      }
      await this.keep([[fullPath, null]]);
      folder.children.delete(name);
      node.paths.delete(fullPath);
    });
  }

  // rename moves a file, and replaces a file that is there. The program moves no folders.
  rename(from, to) {
    return this.inTurn(async () => {
      const [folder, name, fullPath] = this.placeOf(from);
      const [newFolder, newName, newPath] = this.placeOf(to);
      const node = folder.children.get(name);
      const replaced = newFolder.children.get(newName);
      if (!node) {
        throw fsError("ENOENT");
      }
      if (node.children || replaced?.children) {
        throw fsError("EISDIR");
      }
      await this.keep([[fullPath, null], [newPath, node.value()]]);
      replaced?.paths.delete(newPath);
      folder.children.delete(name);
      newFolder.children.set(newName, node);
      node.paths.delete(fullPath);
      node.paths.add(newPath);
    });
  }

  // link gives a file a second name.
  link(from, to) {
    return this.inTurn(async () => {
      const node = this.find(from);
      const [folder, name, fullPath] = this.placeOf(to);
      if (folder.children.has(name)) {
        throw fsError("EEXIST");
      }
      if (node.children) {
        throw fsError("EPERM");
      }
      await this.keep([[fullPath, node.value()]]);
      folder.children.set(name, node);
      node.paths.add(fullPath);
    });
  }
}

// call turns a method into a function with a callback, as Go calls it.
function call(method) {
  return (...args) => {
    const answer = args.pop();
    Promise.resolve().then(() => method(...args)).then(
      (value) => answer(null, value),
      (reason) => {
        if (!reason.code) {
          console.error(reason);
        }
        answer(reason.code ? reason : fsError("EIO", reason));
      },
    );
  };
}

const decoder = new TextDecoder();

// print writes what the program says about itself to the console.
function print(bytes) {
  const text = decoder.decode(bytes).trimEnd();
  if (text) {
    console.log(text);
  }
  return bytes.length;
}

// serveFiles makes files the files of the program.
function serveFiles(files) {
  const notSupported = () => {
    throw fsError("ENOSYS");
  };
  const nothing = call(() => {});
  globalThis.fs = {
    constants,
    lock: (number) => files.lock(number),
    writeSync: (_, bytes) => print(bytes),
    write: call((number, buffer, offset, length, position) => {
      if (number <= standardError) {
        return print(buffer.subarray(offset, offset + length));
      }
      return files.write(number, buffer, offset, length, position);
    }),
    read: call((...args) => files.read(...args)),
    open: call((...args) => files.open(...args)),
    close: call((number) => files.close(number)),
    fsync: call((number) => files.inTurn(() => files.sync(files.descriptor(number).node))),
    fstat: call((number) => files.descriptor(number).node.status()),
    stat: call((path) => files.find(path).status()),
    lstat: call((path) => files.find(path).status()),
    mkdir: call((path, mode) => files.mkdir(path, mode)),
    readdir: call((path) => {
      const { children } = files.find(path);
      if (!children) {
        throw fsError("ENOTDIR");
      }
      return [...children.keys()];
    }),
    unlink: call((path) => files.remove(path, false)),
    rmdir: call((path) => files.remove(path, true)),
    rename: call((from, to) => files.rename(from, to)),
    link: call((from, to) => files.link(from, to)),
    ftruncate: call((number, size) => files.descriptor(number).node.resize(size)),
    truncate: call((path, size) => files.find(path).resize(size)),
    readlink: call(() => {
      throw fsError("EINVAL"); // there are no links
    }),
    symlink: call(notSupported),
    // Nobody else reads these files, so it does not matter whose they are.
    chmod: nothing, fchmod: nothing, chown: nothing, fchown: nothing, lchown: nothing, utimes: nothing,
  };
  const none = () => 0;
  globalThis.process = {
    pid: 1, ppid: 1, getuid: none, getgid: none, geteuid: none, getegid: none, getgroups: () => [],
    umask: () => 0o022, cwd: () => "/", chdir: () => {},
  };
}

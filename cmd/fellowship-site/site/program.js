// The program on this device, in a database of its own beside the files (files.js). A worker that starts again reads it
// from there. Browsers keep a blob in a database as a file of its own, which they read fast. Safari's engine needs a
// second more to read it from a cache.
"use strict";

// ProgramStore keeps programs by their SHA-256. There is more than one only while a new version comes.
class ProgramStore {
  static store = "programs";

  constructor(name) {
    this.name = name;
  }

  // find returns the bytes of a program, or null if it is not here.
  async find(sha256) {
    const kept = await this.run("readonly", (store) => store.get(sha256));
    return (kept instanceof Blob ? await kept.arrayBuffer() : kept) ?? null;
  }

  // keep keeps the bytes of a program. In a private window Safari refuses blobs, but not bytes.
  async keep(sha256, bytes) {
    try {
      await this.run("readwrite", (store) => store.put(new Blob([bytes]), sha256));
    } catch (reason) {
      if (reason?.name === "QuotaExceededError") {
        throw reason;
      }
      await this.run("readwrite", (store) => store.put(bytes, sha256));
    }
  }

  // removeOthers deletes all programs but one.
  async removeOthers(sha256) {
    await this.run("readwrite", (store) => {
      store.delete(IDBKeyRange.upperBound(sha256, true));
      return store.delete(IDBKeyRange.lowerBound(sha256, true));
    });
  }

  // run makes a request to the store, and returns the result when its transaction is complete. The database is open
  // only meanwhile, so that nobody who deletes it has to wait.
  async run(mode, request) {
    const opening = indexedDB.open(this.name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(ProgramStore.store);
    const database = await answered(opening);
    try {
      return await new Promise((done, fail) => {
        database.onclose = () => fail(new Error("the browser has deleted the program"));
        const transaction = database.transaction(ProgramStore.store, mode);
        const asked = request(transaction.objectStore(ProgramStore.store));
        transaction.oncomplete = () => done(asked.result);
        transaction.onabort = () => fail(transaction.error);
      });
    } finally {
      database.close();
    }
  }
}

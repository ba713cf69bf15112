// All that a person has, as one file, and back.
"use strict";

const transferFormat = 1;

// A file of a person who plays every day for years is much smaller.
const mostTransferBytes = 64 << 20;
const mostTransferFiles = 100_000;

// The folders of the program. Only these are saved and read back.
const transferFolders = ["/data/config/fellowship/", "/data/state/fellowship/"];

// What the program makes again from the other files. It is not saved.
const rebuiltFiles = ["/data/state/fellowship/.summaries"];

const safeName = /^[^/\p{Cc}\p{Cf}]{1,200}$/u;

// saveAll returns all files as text.
function saveAll(files, version) {
  const contents = {};
  const collect = (node, path) => {
    for (const [name, child] of node.children ?? []) {
      if (child.children) {
        collect(child, path + "/" + name);
      } else if (transferFolders.some((folder) => (path + "/").startsWith(folder)) &&
          !rebuiltFiles.includes(path + "/" + name)) {
        contents[path + "/" + name] = toBase64(child.content);
      }
    }
  };
  collect(files.find(storedFolder), storedFolder);
  return JSON.stringify({ fellowship: transferFormat, version, files: contents });
}

// readAll returns what the device has to keep, as changes from a text that saveAll has returned. It throws if the text
// is another one.
function readAll(text) {
  if (text.length > mostTransferBytes) {
    throw new Error("the file is too long");
  }
  const { fellowship, files } = JSON.parse(text);
  const paths = Object.keys(files);
  const isEmpty = paths.length === 0; // it would only delete everything
  if (fellowship !== transferFormat || isEmpty || paths.length > mostTransferFiles) {
    throw new Error("this is no file of this game");
  }
  const changes = new Map();
  for (const path of paths) {
    const names = namesOf(path);
    const isOurs = transferFolders.some((folder) => path.startsWith(folder)) && path === "/" + names.join("/") &&
      names.every((name) => safeName.test(name) && name !== "..");
    if (!isOurs || typeof files[path] !== "string") {
      throw new Error("this is no file of this game");
    }
    for (let depth = 2; depth < names.length; depth++) {
      const folder = new Node(true, 0o700);
      changes.set("/" + names.slice(0, depth).join("/"), folder.value());
    }
    const file = new Node(false, 0o600);
    file.write(fromBase64(files[path]), 0);
    changes.set(path, file.value());
  }
  for (const path of paths) {
    if (changes.get(path).dir) {
      throw new Error("this is no file of this game");
    }
  }
  return changes;
}

function toBase64(bytes) {
  const step = 0x8000;
  let text = "";
  for (let at = 0; at < bytes.length; at += step) {
    text += String.fromCharCode(...bytes.subarray(at, at + step));
  }
  return btoa(text);
}

function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

// Notices of a turn come by this worker, as phones want it; a tap on one leads back to the table.
addEventListener("notificationclick", (e) => {
  e.notification.close();
  e.waitUntil(clients.matchAll({ type: "window" }).then((all) => all[0]?.focus() || clients.openWindow("/")));
});

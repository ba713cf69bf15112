// Notices of a turn come by this worker, as phones want it; a tap on one leads back to the table.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable());
});

async function openTable() {
  const [open] = await clients.matchAll({ type: "window" });
  return open?.focus() || clients.openWindow("/");
}

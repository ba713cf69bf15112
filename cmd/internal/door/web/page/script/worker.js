// Shows messages of a turn where a phone wants them to come by a worker. A tap on one leads back to the table.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable());
});

async function openTable() {
  const [openWindow] = await clients.matchAll({ type: "window" });
  return openWindow?.focus() || clients.openWindow("/");
}

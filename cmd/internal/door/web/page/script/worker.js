// The worker that a phone needs for messages about a turn. A tap on a message opens the table.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable());
});

async function openTable() {
  const [openWindow] = await clients.matchAll({ type: "window" });
  return openWindow?.focus() || clients.openWindow(registration.scope);
}

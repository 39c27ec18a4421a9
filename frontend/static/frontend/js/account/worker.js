// The service worker: shows an alert that comes from the server, and leads to the board when it is pressed. It keeps no pages.

/* eslint-env serviceworker */

self.addEventListener("push", (event) => {
  const { title, body, link, tag } = event.data.json();
  // The tag has a newer alert of the same game take the place of the older one.
  event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: Boolean(tag), data: { link }, icon: "/static/frontend/icon.svg" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data.link, self.location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      const open = pages.find((page) => page.url === address);
      return open ? open.focus() : self.clients.openWindow(address);
    }),
  );
});

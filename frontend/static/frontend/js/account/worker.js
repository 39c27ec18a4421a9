// The service worker: shows an alert that comes from the server, and leads to the board when it is pressed. It keeps no
// pages.

/** @typedef {{title: string, body: string, link: string, tag: string}} Alert */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("push", (event) => {
  const { title, body, link, tag } = /** @type {Alert} */ (event.data?.json());
  // The tag has a newer alert of the same game take the place of the older one.
  // `renotify` is not in TypeScript's list of options.
  const options = { body, tag, renotify: Boolean(tag), data: { link }, icon: "/static/frontend/icon.svg" };
  event.waitUntil(worker.registration.showNotification(title, options));
});

// The push service ended the subscription: another is asked for, and the next page of the site tells the server
// (`user.js`).
worker.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription, newSubscription } = /** @type {PushSubscriptionChangeEvent} */ (event);
  if (oldSubscription && !newSubscription)
    event.waitUntil(worker.registration.pushManager.subscribe(oldSubscription.options));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data.link, worker.location.origin).href;
  event.waitUntil(
    worker.clients.matchAll({ type: "window" }).then((pages) => {
      const open = pages.find((page) => page.url === address);
      return open ? open.focus() : worker.clients.openWindow(address);
    }),
  );
});

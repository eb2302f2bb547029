/** Keeps the admin area's page for times without a network, where the browser can. */
export function registerServiceWorker(): void {
  // A browser that stores nothing refuses.
  navigator.serviceWorker
    ?.register('/admin/service-worker.js', { scope: '/admin/' })
    .catch(() => undefined);
}

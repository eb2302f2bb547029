/** Keeps the admin area's page for times without a network, where the browser can. */
export async function registerServiceWorker(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/admin/service-worker.js', { scope: '/admin/' });
  } catch {
    // Without https there is no such worker, and a browser that stores nothing refuses it.
  }
}

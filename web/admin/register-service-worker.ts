/** Makes the admin area work offline, in browsers that support it. */
export async function registerServiceWorker(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/admin/service-worker.js', { scope: '/admin/' });
  } catch {
    // Plain http has no service workers, and a browser that blocks storage refuses them.
  }
}

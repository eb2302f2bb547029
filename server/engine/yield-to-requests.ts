/** Lets requests that wait in the event loop go first: for work that comes in many steps. */
export function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

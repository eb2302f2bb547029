/** In the next turn of the event loop what has come is read, and in the one after it is answered. */
const TURNS = 3;

/** When the last of those who have made way goes on. */
let last: Promise<void> = Promise.resolve();

/**
 * Lets requests go first that have come by now: for work that comes in many steps, or may wait. Of
 * all who make way one goes on at a time, and then requests have their turn again.
 */
export function yieldToRequests(): Promise<void> {
  return (last = last.then(passTurns));
}

async function passTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
}

/** Resolves in the next turn of the event loop, before that reads what has come. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

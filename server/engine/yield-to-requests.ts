/** In the next turn of the event loop what has come is read, and in the one after it is answered. */
const TURNS = 3;

/** Lets requests go first that have come by now: for work that comes in many steps. */
export async function yieldToRequests(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
}

/** Resolves in the next turn of the event loop, before that reads what has come. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

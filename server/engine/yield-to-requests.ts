/** One turn reads what has arrived, the next one answers it. */
const TURNS = 3;

/** Lets waiting requests run first. For work in many steps. */
export async function yieldToRequests(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

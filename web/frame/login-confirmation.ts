/** Asks again for the password of the open login. False: it was not given. */
type Ask = () => Promise<boolean>;

const refuse: Ask = () => Promise.resolve(false);
let ask = refuse;
let asking: Promise<boolean> | null = null;

/** Sets the dialog that asks. Returns the function that takes it away. */
export function setConfirmation(next: Ask) {
  ask = next;
  return () => {
    ask = refuse;
  };
}

/** Repeats a call once that needs a confirmed login. Calls that wait share one question. */
export async function withConfirmation<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    const isNeeded = error instanceof Error && error.message === 'confirm.required';
    if (!isNeeded) throw error;
    asking ??= ask().finally(() => {
      asking = null;
    });
    if (!(await asking)) throw error;
    return attempt();
  }
}

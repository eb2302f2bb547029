import type { TextKey } from '../../language.ts';
import { toast, toastFailure } from '../../toast.tsx';
import { confirm } from '../../form/confirm.tsx';

interface Action<Result> {
  readonly question?: Parameters<typeof confirm>[0];
  readonly run: () => Promise<Result>;
  readonly done: (result: Result) => string;
  readonly failed: TextKey;
  readonly onDone?: () => void;
}

/** Asks, runs an action and shows in a toast what became of it, even on another page. */
export async function runAction<Result>({ question, run, done, failed, onDone }: Action<Result>) {
  if (question !== undefined && !(await confirm(question))) return;
  try {
    toast('success', done(await run()));
    onDone?.();
  } catch (error) {
    toastFailure(failed)(error);
  }
}

import { useSyncExternalStore } from 'react';
import { toastFailure } from '../../toast.tsx';

const CALM_MS = 1000;

const isCalm = new Promise<void>((resolve) => {
  const wait = () => setTimeout(resolve, CALM_MS);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
});

/** Code that loads a second after its page, or when it is first needed. */
export class Late<Module> {
  readonly #import: () => Promise<Module>;
  readonly #listeners = new Set<() => void>();
  #loading: Promise<void> | undefined;
  #module: Module | undefined;

  constructor(load: () => Promise<Module>) {
    this.#import = load;
    void isCalm.then(() => this.#load()).catch(() => undefined);
  }

  /** Once it is loaded, `use` runs within the event, so that it can move the focus. */
  need(use: () => void, onFailure?: () => void) {
    if (this.#module !== undefined) return use();
    this.#load().then(use, (error: unknown) => {
      toastFailure('network.error')(error);
      onFailure?.();
    });
  }

  /** Undefined until it is loaded. */
  useModule(): Module | undefined {
    return useSyncExternalStore(this.#subscribe, () => this.#module);
  }

  #load(): Promise<void> {
    return (this.#loading ??= this.#import().then(
      (module) => {
        this.#module = module;
        for (const listener of this.#listeners) listener();
        return undefined;
      },
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    ));
  }

  readonly #subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

/** What pages do without until an element opens. */
export const lateParts = new Late(() => import('./late-parts.ts'));

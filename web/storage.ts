/** The prefix of `window.name` while it carries values to the next document of this site. */
const HANDED_OVER = 'brisk:';

/** A browser storage that never throws. When storage is blocked or full, values stay in memory. */
class SafeStorage {
  readonly #open: () => Storage;
  /** Values that the browser did not store; null: a value that it did not remove. */
  readonly #memory = new Map<string, string | null>();

  constructor(open: () => Storage) {
    this.#open = open;
  }

  get(name: string): string | null {
    const kept = this.#memory.get(name);
    if (kept !== undefined) return kept;
    try {
      return this.#open().getItem(name);
    } catch {
      return null;
    }
  }

  /** The parsed value; null when it is missing or not JSON. */
  getJson(name: string): unknown {
    try {
      return JSON.parse(this.get(name) ?? 'null');
    } catch {
      return null;
    }
  }

  set(name: string, value: string) {
    if (this.#store(name, value)) {
      this.#memory.delete(name);
      return;
    }
    // The next page must not read the old value.
    this.remove(name);
    this.#memory.set(name, value);
  }

  #store(name: string, value: string): boolean {
    try {
      const storage = this.#open();
      storage.setItem(name, value);
      return storage.getItem(name) === value;
    } catch {
      return false;
    }
  }

  remove(name: string) {
    this.#memory.delete(name);
    try {
      this.#open().removeItem(name);
    } catch {
      this.#memory.set(name, null);
    }
  }

  canStore(): boolean {
    const probe = 'storage_probe';
    this.set(probe, 'x'.repeat(64));
    const isStored = !this.#memory.has(probe);
    this.remove(probe);
    this.#memory.delete(probe);
    return isStored;
  }

  get unstored(): [string, string | null][] {
    return [...this.#memory];
  }

  restore(values: unknown) {
    if (!Array.isArray(values)) return;
    for (const [name, value] of values as [string, string | null][]) this.#memory.set(name, value);
  }
}

export const localValues = new SafeStorage(() => localStorage);
export const sessionValues = new SafeStorage(() => sessionStorage);

/** Hands values in memory over to the next document of this site, by `window.name`. */
export function handOver() {
  const values = [localValues.unstored, sessionValues.unstored];
  if (values.flat().length > 0) window.name = HANDED_OVER + JSON.stringify(values);
}

function restore() {
  if (!window.name.startsWith(HANDED_OVER)) return;
  const json = window.name.slice(HANDED_OVER.length);
  window.name = '';
  if (!isFromThisSite()) return;
  try {
    const [local, session] = JSON.parse(json) as unknown[];
    localValues.restore(local);
    sessionValues.restore(session);
  } catch {
    // Another version of the page wrote other values.
  }
}

/** True when a page of this site loaded this one. Other sites can open a window with any name. */
function isFromThisSite(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload' || URL.parse(document.referrer)?.origin === location.origin;
}

restore();

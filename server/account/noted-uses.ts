/** How exactly the time of the last use is kept, in seconds. */
const EXACT_SECONDS = 600;
/** Uses that wait to be written; further ones are not noted. */
const WAITING_MAX = 10_000;

/** When logins and tokens were used: written in batches, and each at most every ten minutes. */
export class NotedUses<Key, Detail> {
  readonly #waiting = new Map<Key, Detail>();
  readonly #writtenAt = new Map<Key, number>();

  note(key: Key, detail: Detail): void {
    if (this.#writtenAt.has(key) || this.#waiting.size >= WAITING_MAX) return;
    this.#waiting.set(key, detail);
  }

  /** The uses to write now, in Unix seconds. */
  take(now: number): readonly (readonly [Key, Detail])[] {
    for (const [key, at] of this.#writtenAt) {
      if (at <= now - EXACT_SECONDS) this.#writtenAt.delete(key);
    }
    const uses = [...this.#waiting];
    this.#waiting.clear();
    for (const [key] of uses) this.#writtenAt.set(key, now);
    return uses;
  }
}

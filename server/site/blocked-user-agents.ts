import { settings } from '../../contracts/site.ts';
import { findBlockedText } from '../../contracts/user-agent.ts';

const KEY = 'blocked_user_agents' satisfies keyof typeof settings;

interface Options {
  readOption(key: string): string | null | Promise<string | null>;
  subscribe(kind: 'option', listener: (key: string) => void): void;
}

/** Blocked user agents, for a process that needs no other setting. */
export class BlockedUserAgents {
  #texts: readonly string[] = [];

  private constructor() {}

  /** Reloads after each change; `onError` receives failures of a reload. */
  static async open(
    options: Options,
    onError: (error: unknown) => void,
  ): Promise<BlockedUserAgents> {
    const blocked = new BlockedUserAgents();
    blocked.#use(await options.readOption(KEY));
    options.subscribe('option', (key) => {
      if (key !== KEY) return;
      // SQLite answers at once, so the change takes effect at once.
      const stored = options.readOption(KEY);
      if (stored instanceof Promise) stored.then((text) => blocked.#use(text)).catch(onError);
      else blocked.#use(stored);
    });
    return blocked;
  }

  #use(stored: string | null): void {
    this.#texts = settings[KEY].parse(stored === null ? undefined : JSON.parse(stored));
  }

  get hasAny(): boolean {
    return this.#texts.length > 0;
  }

  has(userAgent: string): boolean {
    return findBlockedText(userAgent, this.#texts) !== null;
  }
}

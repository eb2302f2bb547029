import { settings } from '../../contracts/site.ts';
import { findBlockedText } from '../../contracts/user-agent.ts';
import type { Reader } from '../engine/engine.ts';
import type { OptionValue } from '../engine/options.store.ts';

const KEY = 'blocked_user_agents' satisfies keyof typeof settings;

type Options = Pick<Reader, 'readOption' | 'subscribe'>;

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
      if (stored instanceof Promise) stored.then((value) => blocked.#use(value)).catch(onError);
      else blocked.#use(stored);
    });
    return blocked;
  }

  #use(stored: OptionValue): void {
    this.#texts = settings[KEY].parse(stored);
  }

  get hasAny(): boolean {
    return this.#texts.length > 0;
  }

  has(userAgent: string): boolean {
    return findBlockedText(userAgent, this.#texts) !== null;
  }
}

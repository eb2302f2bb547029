import { settings } from '../../contracts/site.ts';
import { findBlockedText } from '../../contracts/user-agent.ts';

const KEY = 'blocked_user_agents' satisfies keyof typeof settings;

interface Options {
  readOption(key: string): string | null;
  subscribe(kind: 'option', listener: (key: string) => void): void;
}

/** The user agents that the site sends away, for a process that needs no other setting. */
export class BlockedUserAgents {
  #texts: readonly string[] = [];

  /** Reads them, and again whenever they have changed. */
  constructor(options: Options) {
    const read = (): void => {
      const stored = options.readOption(KEY);
      this.#texts = settings[KEY].parse(stored === null ? undefined : JSON.parse(stored));
    };
    read();
    options.subscribe('option', (key) => {
      if (key === KEY) read();
    });
  }

  get areAny(): boolean {
    return this.#texts.length > 0;
  }

  has(userAgent: string): boolean {
    return findBlockedText(userAgent, this.#texts) !== null;
  }
}

import type { AgentRules } from '../../../server/stats/classify/agents/agent.ts';
import { dayOf } from '../../../server/stats/quarter.ts';

export interface ModelVisit {
  readonly linkId: number;
  /** Unix seconds. */
  readonly time: number;
  /** The user agent by number. A set of rules is a bit mask of the agents that are bots. */
  readonly agent: number;
  readonly address: string;
  readonly isScan: boolean;
  /** Whether only the visit class is kept. */
  readonly isNameless: boolean;
}

export interface LoggedVisit extends ModelVisit {
  /** The log still knows the user agent. */
  hasAgent: boolean;
  isBot: boolean;
  state: 'open' | 'sealed' | 'reduced';
  /** Tells visitors of a day apart; null: unknown. */
  readonly visitor: string | null;
}

export function isBot(rules: number, agent: number): boolean {
  return ((rules >> agent) & 1) === 1;
}

/** Rules with a bit for each user agent that is a bot. */
export function rulesOf(bots: number, version: number): AgentRules {
  return {
    version,
    read(text) {
      const agent = Number(text.slice(-1));
      const said = { system: '', device: '' };
      return isBot(bots, agent)
        ? { class: 'bot', browser: `Bot ${agent}`, ...said }
        : { class: 'person', browser: `Browser ${agent}`, ...said };
    },
  };
}

/** The expected log, by the simplest computation. */
export class ClickModel {
  readonly visits: LoggedVisit[] = [];
  /** Day → number of seals. */
  readonly #epochs = new Map<number, number>();
  /** Day → the version of the rules that classified its visits last. */
  readonly #versions = new Map<number, number | null>();

  count(visits: readonly ModelVisit[], rules: number, version: number): void {
    for (const visit of visits) {
      const day = dayOf(visit.time);
      const bot = isBot(rules, visit.agent);
      const epoch = this.#epochs.get(day) ?? 0;
      const visitor = bot || visit.isNameless ? null : `${epoch} ${visit.agent} ${visit.address}`;
      const hasAgent = !visit.isNameless;
      this.visits.push({ ...visit, hasAgent, isBot: bot, state: 'open', visitor });
      const known = this.#versions.get(day);
      this.#versions.set(day, known === undefined || known === version ? version : null);
    }
  }

  maintain(now: number, keepDays: number, rules: number, version: number): void {
    for (const [day, visits] of Map.groupBy(this.visits, ({ time }) => dayOf(time))) {
      if (day >= dayOf(now - 1800) && day <= dayOf(now) + 1) continue;
      const target = day < dayOf(now) - keepDays ? 'reduced' : 'sealed';
      const isDone = visits.every(({ state }) => state === target);
      const isClassified = target === 'reduced' || this.#versions.get(day) === version;
      if (isDone && isClassified) continue;
      this.#epochs.set(day, (this.#epochs.get(day) ?? 0) + 1);
      this.#versions.set(day, version);
      for (const visit of visits) {
        if (visit.hasAgent) visit.isBot = isBot(rules, visit.agent);
        // A clock that is set back seals reduced days again.
        if (target === 'reduced') visit.hasAgent = false;
        visit.state = target;
      }
    }
  }
}

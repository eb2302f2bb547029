import type { AgentRules } from '../server/stats/classify/agents/agent.ts';
import { dayOf } from '../server/stats/quarter.ts';

/** A visit as the model has it. */
export interface ModelVisit {
  readonly linkId: number;
  /** Unix seconds. */
  readonly time: number;
  /** Which of the user agents it names; a set of rules is a number with a bit for each that is a bot. */
  readonly agent: number;
  readonly address: string;
  readonly isScan: boolean;
  /** Whether nothing is kept of it but its class. */
  readonly isNameless: boolean;
}

/** A visit as the log has it. */
export interface LoggedVisit extends ModelVisit {
  isBot: boolean;
  state: 'open' | 'sealed' | 'reduced';
  /** Tells visitors of its day apart; null: nothing does. */
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

/** What the log must have of these visits, by the plainest means. */
export class ClickModel {
  readonly visits: LoggedVisit[] = [];
  /** Day → how often it was sealed. */
  readonly #epochs = new Map<number, number>();
  /** Day → the version of the rules that its visits were last classified by, if it was one. */
  readonly #versions = new Map<number, number | null>();

  count(visits: readonly ModelVisit[], rules: number, version: number): void {
    for (const visit of visits) {
      const day = dayOf(visit.time);
      const bot = isBot(rules, visit.agent);
      const epoch = this.#epochs.get(day) ?? 0;
      const visitor = bot || visit.isNameless ? null : `${epoch} ${visit.agent} ${visit.address}`;
      this.visits.push({ ...visit, isBot: bot, state: 'open', visitor });
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
        if (!visit.isNameless && visit.state !== 'reduced') visit.isBot = isBot(rules, visit.agent);
        visit.state = target;
      }
    }
  }
}

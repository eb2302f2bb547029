import { OTHER, VALUE_MAX, type Dimension } from '../../../contracts/stats/stats.constants.ts';
import { toSingleLine } from '../../../contracts/text.ts';
import type { AgentRules } from '../classify/agents/agent.ts';
import { readApp } from '../classify/agents/browsers.ts';
import { readCampaign } from '../classify/campaign.ts';
import { agentClasses, BOT, EMBEDDING } from '../classify/classes.ts';
import { readLanguage } from '../classify/language.ts';
import type { Places } from '../classify/places.ts';
import { readReferrer } from '../classify/referrer.ts';
import { tableDimensions, type DimensionRow, type LoggedTable } from '../dimension-tables.ts';
import { VisitorText } from './visitors.ts';

/** Distinct values per dimension and day, and distinct user agents per day. */
export const VALUES_A_DAY = 5000;
export const AGENTS_A_DAY = 10_000;

export interface VisitAgent {
  /** '': only what the rules read is kept. */
  readonly text: string;
  readonly class: number;
  readonly row: DimensionRow;
}

interface AgentValues {
  readonly agent: VisitAgent;
  /** The same browser where a page embeds the link: no later rule makes it a person. */
  readonly embedding: VisitAgent;
  readonly visitorText: VisitorText;
}

interface CampaignValues {
  readonly row: DimensionRow;
  readonly isScan: boolean;
  readonly isPaid: boolean;
}

/** A text with its values so far: any header may have the same text. */
export class CachedText {
  readonly text: string;
  agent: AgentValues | null = null;
  agentClass: number | null = null;
  referrer: DimensionRow | null = null;
  app: DimensionRow | null = null;
  campaign: CampaignValues | null = null;
  language: DimensionRow | null = null;
  route: { readonly row: DimensionRow; readonly domain: string } | null = null;

  constructor(text: string) {
    this.text = text;
  }
}

/** `place` is valid for this value of the country header. */
export class CachedAddress extends VisitorText {
  header: string | null = null;
  place: DimensionRow | null = null;
}

const NO_AGENT: VisitAgent = { text: '', class: BOT, row: createEmptyRow('agent') };

export function createEmptyRow(table: LoggedTable): DimensionRow {
  return tableDimensions[table].map(() => '');
}

/** Reads the dimension rows of texts, each once. One instance serves one day. */
export class DimensionValues {
  readonly #places: Pick<Places, 'find'>;
  readonly #rules: AgentRules;
  readonly #limit = new ValueLimit();

  constructor(places: Pick<Places, 'find'>, rules: AgentRules) {
    this.#places = places;
    this.#rules = rules;
  }

  classOf(text: CachedText): number {
    return (text.agentClass ??= this.#readClass(toSingleLine(text.text)));
  }

  agentOf(text: CachedText): AgentValues {
    return (text.agent ??= this.#readAgent(text.text));
  }

  referrerOf(text: CachedText): DimensionRow {
    return (text.referrer ??= this.#readReferrer(text.text));
  }

  /** In place of a missing referrer: in-app browsers often send none. */
  appOf(text: CachedText): DimensionRow {
    return (text.app ??= this.#limitValues('referrer', [readApp(toSingleLine(text.text)), '']));
  }

  campaignOf(text: CachedText): CampaignValues {
    return (text.campaign ??= this.#readCampaign(text.text));
  }

  languageOf(text: CachedText): DimensionRow {
    return (text.language ??= this.#limitValues('language', [readLanguage(text.text)]));
  }

  placeOf(address: CachedAddress, header: string): DimensionRow {
    if (address.place !== null && address.header === header) return address.place;
    const { country, city } = this.#places.find(address.text, header);
    address.header = header;
    return (address.place = this.#limitValues('place', [country, city]));
  }

  /** A null target is not kept. No target, which is a URL, is also a domain. */
  routeOf(domain: CachedText, target: CachedText | null): DimensionRow {
    const cached = target === null || target.text === '' ? domain : target;
    if (cached.route?.domain !== domain.text) {
      const texts = [domain.text, cached === domain ? '' : cached.text];
      cached.route = { row: this.#limitValues('route', texts), domain: domain.text };
    }
    return cached.route.row;
  }

  #readClass(userAgent: string): number {
    return userAgent === '' ? BOT : agentClasses[this.#rules.read(userAgent).class];
  }

  #readAgent(text: string): AgentValues {
    const agent = this.#createAgent(toSingleLine(text));
    const embedding = { text: '', class: EMBEDDING, row: agent.row };
    return { agent, embedding, visitorText: new VisitorText(text) };
  }

  #createAgent(userAgent: string): VisitAgent {
    if (userAgent === '') return NO_AGENT;
    const { class: agentClass, browser, system, device } = this.#rules.read(userAgent);
    return {
      text: this.#limit.keepAgent(userAgent),
      class: agentClasses[agentClass],
      row: this.#limitValues('agent', [browser, system, device]),
    };
  }

  #readReferrer(text: string): DimensionRow {
    const { referrer, page } = readReferrer(text);
    return this.#limitValues('referrer', [referrer, page]);
  }

  #readCampaign(text: string): CampaignValues {
    const { isScan, isPaid, ...campaign } = readCampaign(text);
    const texts = tableDimensions.campaign.map((dimension) => campaign[dimension]);
    return { row: this.#limitValues('campaign', texts), isScan, isPaid };
  }

  #limitValues(table: LoggedTable, texts: readonly string[]): DimensionRow {
    return tableDimensions[table].map((dimension, at) => this.#limit.keep(dimension, texts[at]!));
  }
}

/** Keeps invented values from filling the disk. One instance serves one day. */
export class ValueLimit {
  readonly #values = new Map<Dimension, Set<string>>();
  readonly #agents = new Set<string>();

  keep(dimension: Dimension, text: string): string {
    const value = text.slice(0, VALUE_MAX).toWellFormed();
    if (value === '' || value === OTHER) return value;
    const values = this.#values.getOrInsertComputed(dimension, () => new Set());
    return addIfRoom(values, value, VALUES_A_DAY) ? value : OTHER;
  }

  keepAgent(userAgent: string): string {
    return addIfRoom(this.#agents, userAgent, AGENTS_A_DAY) ? userAgent : '';
  }
}

function addIfRoom(texts: Set<string>, text: string, max: number): boolean {
  if (texts.has(text)) return true;
  if (texts.size >= max) return false;
  texts.add(text);
  return true;
}

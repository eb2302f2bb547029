import { toSingleLine } from '../../../contracts/text.ts';
import { AGENT_RULES, type AgentRules } from '../classify/agents/agent.ts';
import { readApp } from '../classify/agents/browsers.ts';
import { readCampaign } from '../classify/campaign.ts';
import { agentClasses, BOT, classOf, EMBEDDING, isPeople } from '../classify/classes.ts';
import { readLanguage } from '../classify/language.ts';
import type { Places } from '../classify/places.ts';
import { readReferrer } from '../classify/referrer.ts';
import { tableDimensions, type DimensionRow, type LoggedTable } from '../dimension-tables.ts';
import { QUARTER_SECONDS } from '../quarter.ts';
import { TextCache } from './text-cache.ts';
import { ValueLimit } from './value-limit.ts';
import { VisitorText } from './visitors.ts';

/** What the journal keeps of a click; a missing text is '', or what stands for it. */
export interface RecordedVisit<Text = string, Address = Text> {
  readonly linkId: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  readonly asksNotToBeTracked: boolean;
  readonly isEmbedded?: boolean;
  /** Shortened; '' also when it was wiped. */
  readonly address: Address;
  readonly referrer: Text;
  readonly userAgent: Text;
  readonly language: Text;
  readonly query: Text;
  readonly country: Text;
  /** Where the rules of the link led. */
  readonly target: Text;
  /** The host of the link; missing = the main domain. */
  readonly domain: Text;
}

export interface VisitAgent {
  /** '': only what the rules read is kept. */
  readonly text: string;
  /** The class of the program, whether a QR code was scanned or not. */
  readonly class: number;
  readonly row: DimensionRow;
}

export interface Visit {
  linkId: number;
  /** The start of its quarter-hour, in Unix seconds. */
  time: number;
  class: number;
  /** Whether it came from a QR code, even for a bot. */
  isScan: boolean;
  /** Whether an advertisement's click id came with it. */
  isPaid: boolean;
  agent: VisitAgent;
  referrer: DimensionRow;
  campaign: DimensionRow;
  place: DimensionRow;
  language: DimensionRow;
  route: DimensionRow;
  /** Identifies the visitor with `userAgent`; null: not counted as a visitor. */
  address: VisitorText | null;
  userAgent: VisitorText;
}

export interface VisitRules {
  /** Whether only the number of a link's clicks is kept. */
  readonly isCountOnly: (linkId: number) => boolean;
  /** Whether that is also so for visitors who ask not to be tracked. */
  readonly respectsDoNotTrack: boolean;
}

const NOTHING = new VisitorText('');

/** A text with the results that were computed for it so far: any header may have the same text. */
export class CachedText {
  readonly text: string;
  agent: {
    readonly agent: VisitAgent;
    /** The same browser where a page embeds the link: no later rule makes it a person. */
    readonly embedding: VisitAgent;
    readonly visitorText: VisitorText;
  } | null = null;
  agentClass: number | null = null;
  referrer: DimensionRow | null = null;
  app: DimensionRow | null = null;
  campaign: {
    readonly row: DimensionRow;
    readonly isScan: boolean;
    readonly isPaid: boolean;
  } | null = null;
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

/** Bounds of the caches: number of texts, and their bytes. */
const TEXTS = { max: 2 ** 14, bytesMax: 2 ** 21 };
const ADDRESSES = { max: 2 ** 16, bytesMax: 2 ** 20 };

function createEmptyRow(table: LoggedTable): DimensionRow {
  return tableDimensions[table].map(() => '');
}

const nothing: Readonly<Record<LoggedTable, DimensionRow>> = {
  agent: createEmptyRow('agent'),
  referrer: createEmptyRow('referrer'),
  campaign: createEmptyRow('campaign'),
  place: createEmptyRow('place'),
  language: createEmptyRow('language'),
  route: createEmptyRow('route'),
};

export class VisitReader {
  readonly #places: Pick<Places, 'find'>;
  readonly #rules: AgentRules;
  readonly #limit = new ValueLimit();
  readonly texts = new TextCache({ ...TEXTS, create: (text) => new CachedText(text) });
  readonly addresses = new TextCache({ ...ADDRESSES, create: (text) => new CachedAddress(text) });
  /** One object for all clicks: an object per click would keep the garbage collector busy. */
  readonly #visit: Visit = {
    linkId: 0,
    time: 0,
    class: 0,
    isScan: false,
    isPaid: false,
    agent: { text: '', class: 0, row: nothing.agent },
    referrer: nothing.referrer,
    campaign: nothing.campaign,
    place: nothing.place,
    language: nothing.language,
    route: nothing.route,
    address: null,
    userAgent: NOTHING,
  };

  constructor(places: Pick<Places, 'find'>, rules = AGENT_RULES) {
    this.#places = places;
    this.#rules = rules;
  }

  /** The result is valid until the next call. */
  read(
    click: RecordedVisit<CachedText, CachedAddress>,
    { isCountOnly, respectsDoNotTrack }: VisitRules,
  ): Readonly<Visit> {
    const visit = this.#visit;
    visit.linkId = click.linkId;
    visit.time = Math.floor(click.time / 1000 / QUARTER_SECONDS) * QUARTER_SECONDS;
    if ((click.asksNotToBeTracked && respectsDoNotTrack) || isCountOnly(click.linkId)) {
      this.#readClassOnly(click);
      return visit;
    }
    const { agent, embedding, visitorText } = this.#agentOf(click.userAgent);
    const program = click.isEmbedded === true ? embedding : agent;
    const { row: campaign, isScan, isPaid } = this.#campaignOf(click.query);
    const { address } = click;
    visit.class = classOf(program.class, isScan);
    visit.isScan = isScan;
    visit.isPaid = isPaid;
    visit.agent = program;
    visit.referrer = this.#referrerOf(click, visit.class);
    visit.campaign = campaign;
    visit.place = this.#placeOf(click.address, click.country.text);
    visit.language = this.#languageOf(click.language);
    visit.route = this.#routeOf(click.domain, click.target);
    visit.address = isPeople(visit.class) && address.text !== '' ? address : null;
    visit.userAgent = visitorText;
    return visit;
  }

  #readClassOnly(click: RecordedVisit<CachedText, CachedAddress>): void {
    const visit = this.#visit;
    const known = click.userAgent;
    known.agentClass ??= this.#classOf(toSingleLine(known.text));
    const agentClass = click.isEmbedded === true ? EMBEDDING : known.agentClass;
    const { isScan } = readCampaign(click.query.text);
    visit.class = classOf(agentClass, isScan);
    visit.isScan = isScan;
    visit.isPaid = false;
    visit.agent = { text: '', class: agentClass, row: nothing.agent };
    visit.referrer = nothing.referrer;
    visit.campaign = nothing.campaign;
    visit.place = nothing.place;
    visit.language = nothing.language;
    // The domain is a fact about the link, not about the visitor.
    visit.route = this.#routeOf(click.domain, null);
    visit.address = null;
    visit.userAgent = NOTHING;
  }

  #classOf(userAgent: string): number {
    return userAgent === '' ? BOT : agentClasses[this.#rules.read(userAgent).class];
  }

  #agentOf(known: CachedText): NonNullable<CachedText['agent']> {
    if (known.agent !== null) return known.agent;
    const agent = this.#createAgent(toSingleLine(known.text));
    const embedding = { text: '', class: EMBEDDING, row: agent.row };
    return (known.agent = { agent, embedding, visitorText: new VisitorText(known.text) });
  }

  #createAgent(userAgent: string): VisitAgent {
    if (userAgent === '') return { text: '', class: BOT, row: nothing.agent };
    const { class: agentClass, browser, system, device } = this.#rules.read(userAgent);
    return {
      text: this.#limit.keepAgent(userAgent),
      class: agentClasses[agentClass],
      row: this.#limitValues('agent', [browser, system, device]),
    };
  }

  /** In-app browsers often send no referrer. */
  #referrerOf({ referrer, userAgent }: RecordedVisit<CachedText, unknown>, own: number) {
    if (referrer.text === '' && isPeople(own)) {
      return (userAgent.app ??= this.#limitValues('referrer', [
        readApp(toSingleLine(userAgent.text)),
        '',
      ]));
    }
    if (referrer.referrer !== null) return referrer.referrer;
    const { referrer: host, page } = readReferrer(referrer.text);
    return (referrer.referrer = this.#limitValues('referrer', [host, page]));
  }

  #campaignOf(known: CachedText): NonNullable<CachedText['campaign']> {
    if (known.campaign !== null) return known.campaign;
    const { isScan, isPaid, ...campaign } = readCampaign(known.text);
    const texts = tableDimensions.campaign.map((dimension) => campaign[dimension]);
    return (known.campaign = { row: this.#limitValues('campaign', texts), isScan, isPaid });
  }

  #placeOf(known: CachedAddress, header: string): DimensionRow {
    if (known.place !== null && known.header === header) return known.place;
    const { country, city } = this.#places.find(known.text, header);
    known.header = header;
    return (known.place = this.#limitValues('place', [country, city]));
  }

  #languageOf(known: CachedText): DimensionRow {
    return (known.language ??= this.#limitValues('language', [readLanguage(known.text)]));
  }

  /** A null target is not kept. No target, which is a URL, is also a domain. */
  #routeOf(domain: CachedText, target: CachedText | null): DimensionRow {
    const known = target === null || target.text === '' ? domain : target;
    if (known.route?.domain !== domain.text) {
      const texts = [domain.text, known === domain ? '' : known.text];
      known.route = { row: this.#limitValues('route', texts), domain: domain.text };
    }
    return known.route.row;
  }

  #limitValues(table: LoggedTable, texts: readonly string[]): DimensionRow {
    return tableDimensions[table].map((dimension, at) => this.#limit.keep(dimension, texts[at]!));
  }
}

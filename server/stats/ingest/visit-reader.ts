import { AGENT_RULES } from '../classify/agents/agent.ts';
import { readCampaign } from '../classify/campaign.ts';
import { classOf, EMBEDDING, isPeople } from '../classify/classes.ts';
import type { Places } from '../classify/places.ts';
import type { DimensionRow, LoggedTable } from '../dimension-tables.ts';
import { QUARTER_SECONDS } from '../quarter.ts';
import {
  CachedAddress,
  CachedText,
  createEmptyRow,
  DimensionValues,
  type VisitAgent,
} from './dimension-values.ts';
import { TextCache } from './text-cache.ts';
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
  readonly target: Text;
  /** The host of the link; missing = the main domain. */
  readonly domain: Text;
}

export interface Visit {
  linkId: number;
  /** The start of its quarter-hour, in Unix seconds. */
  time: number;
  /** Unix seconds; the start of the quarter-hour where only numbers are kept. */
  clickedAt: number;
  class: number;
  isScan: boolean;
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
  readonly respectsDoNotTrack: boolean;
}

const TEXTS = {
  max: 2 ** 14,
  bytesMax: 2 ** 21,
  create: (text: string) => new CachedText(text),
};
const ADDRESSES = {
  max: 2 ** 16,
  bytesMax: 2 ** 20,
  create: (text: string) => new CachedAddress(text),
};

const NO_VISITOR = new VisitorText('');
const nothing: Readonly<Record<Exclude<LoggedTable, 'route'>, DimensionRow>> = {
  agent: createEmptyRow('agent'),
  referrer: createEmptyRow('referrer'),
  campaign: createEmptyRow('campaign'),
  place: createEmptyRow('place'),
  language: createEmptyRow('language'),
};

export class VisitReader {
  readonly #values: DimensionValues;
  #texts: TextCache<CachedText> | null = null;
  #addresses: TextCache<CachedAddress> | null = null;
  /** One object for all clicks: an object per click would keep the garbage collector busy. */
  readonly #visit: Visit = {
    ...nothing,
    linkId: 0,
    time: 0,
    clickedAt: 0,
    class: 0,
    isScan: false,
    isPaid: false,
    agent: { text: '', class: 0, row: nothing.agent },
    route: createEmptyRow('route'),
    address: null,
    userAgent: NO_VISITOR,
  };

  constructor(places: Pick<Places, 'find'>, rules = AGENT_RULES) {
    this.#values = new DimensionValues(places, rules);
  }

  get texts(): TextCache<CachedText> {
    return (this.#texts ??= new TextCache(TEXTS));
  }

  get addresses(): TextCache<CachedAddress> {
    return (this.#addresses ??= new TextCache(ADDRESSES));
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
      visit.clickedAt = visit.time;
      this.#readClassOnly(click);
    } else {
      visit.clickedAt = Math.floor(click.time / 1000);
      this.#readAll(click);
    }
    return visit;
  }

  #readAll(click: RecordedVisit<CachedText, CachedAddress>): void {
    const visit = this.#visit;
    const values = this.#values;
    const { agent, embedding, visitorText } = values.agentOf(click.userAgent);
    const program = click.isEmbedded === true ? embedding : agent;
    const { row: campaign, isScan, isPaid } = values.campaignOf(click.query);
    const { address, referrer } = click;
    visit.class = classOf(program.class, isScan);
    visit.isScan = isScan;
    visit.isPaid = isPaid;
    visit.agent = program;
    const usesApp = referrer.text === '' && isPeople(visit.class);
    visit.referrer = usesApp ? values.appOf(click.userAgent) : values.referrerOf(referrer);
    visit.campaign = campaign;
    visit.place = values.placeOf(address, click.country.text);
    visit.language = values.languageOf(click.language);
    visit.route = values.routeOf(click.domain, click.target);
    visit.address = isPeople(visit.class) && address.text !== '' ? address : null;
    visit.userAgent = visitorText;
  }

  #readClassOnly(click: RecordedVisit<CachedText, CachedAddress>): void {
    const visit = this.#visit;
    const programClass = this.#values.classOf(click.userAgent);
    const agentClass = click.isEmbedded === true ? EMBEDDING : programClass;
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
    visit.route = this.#values.routeOf(click.domain, null);
    visit.address = null;
    visit.userAgent = NO_VISITOR;
  }
}

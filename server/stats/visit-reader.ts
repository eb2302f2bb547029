import { BOT, classOf, isPeople } from './classes.ts';
import type { FactKind } from './fact-kinds.ts';
import type { Fact, Facts } from './facts.ts';
import { readCampaign } from './campaign.ts';
import { readLanguage } from './language.ts';
import type { Places } from './places.ts';
import { dayOf, quarterOf } from './quarter.ts';
import { readReferrer } from './referrer.ts';
import { VisitorText } from './visitors.ts';

/** What the journal keeps of a click. Texts have a character for each byte; '' = none. */
export interface RecordedVisit {
  readonly linkId: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  readonly asksNotToBeTracked: boolean;
  /** Shortened; '' also when it was wiped. */
  readonly address: string;
  readonly referrer: string;
  readonly userAgent: string;
  readonly language: string;
  readonly query: string;
  readonly country: string;
}

/** A click as statistics have it. */
export interface Visit {
  readonly linkId: number;
  readonly day: number;
  readonly quarter: number;
  readonly class: number;
  /** Whether it came by a QR code, whoever it was. */
  readonly isScan: boolean;
  readonly agent: Fact;
  readonly referrer: Fact;
  readonly campaign: Fact;
  readonly place: Fact;
  readonly language: Fact;
  /** What visitors are told apart by; the address is null of those who are not. */
  readonly address: VisitorText | null;
  readonly userAgent: VisitorText;
}

/** Of which visits something is kept. */
export interface VisitRules {
  /** Tells whether nothing but the number of clicks of a link is kept. */
  readonly isCountOnly: (linkId: number) => boolean;
  /** Whether that holds for who asks not to be tracked, too. */
  readonly heedsDoNotTrack: boolean;
}

const NOTHING = new VisitorText('');

/** How many texts of a kind are remembered with what they mean. */
const REMEMBERED_MAX = 20_000;
/** The same of addresses, which are short, and of which there are more than of all else. */
const ADDRESSES_MAX = 100_000;

/** Reads what clicks say: the texts that come again and again only once. */
export class VisitReader {
  readonly #facts: Facts;
  readonly #places: Pick<Places, 'find'>;
  readonly #agents = new Map<string, { fact: Fact; said: VisitorText }>();
  readonly #classes = new Map<string, number>();
  readonly #referrers = new Map<string, Fact>();
  readonly #campaigns = new Map<string, { fact: Fact; isScan: boolean }>();
  readonly #addresses = new Map<string, { fact: Fact; said: VisitorText }>();
  readonly #languages = new Map<string, Fact>();

  constructor(facts: Facts, places: Pick<Places, 'find'>) {
    this.#facts = facts;
    this.#places = places;
  }

  read(click: RecordedVisit, { isCountOnly, heedsDoNotTrack }: VisitRules): Visit {
    const seconds = Math.floor(click.time / 1000);
    const day = dayOf(seconds);
    const { linkId } = click;
    const quarter = quarterOf(seconds);
    if ((click.asksNotToBeTracked && heedsDoNotTrack) || isCountOnly(linkId)) {
      // What is kept as a fact is stored: nothing of these visitors may be.
      const agentClass = this.#readClass(click.userAgent);
      const { isScan } = readCampaign(click.query);
      const visit = { linkId, day, quarter, class: classOf(agentClass, isScan), isScan };
      return { ...visit, ...this.#sayNothing(agentClass, day) };
    }
    const { fact: agent, said: userAgent } = this.#readAgent(click.userAgent, day);
    const { fact: place, said: address } = this.#readPlace(click.address, click.country, day);
    const { fact: campaign, isScan } = this.#readCampaign(click.query, day);
    const clickClass = classOf(agent.class, isScan);
    return {
      linkId,
      day,
      quarter,
      class: clickClass,
      isScan,
      agent,
      campaign,
      referrer: this.#readReferrer(click.referrer, day),
      place,
      language: this.#readLanguage(click.language, day),
      address: isPeople(clickClass) && address.text !== '' ? address : null,
      userAgent,
    };
  }

  #sayNothing(agentClass: number, day: number) {
    const nothing = (kind: FactKind): Fact => this.#facts.get(kind, '', day);
    return {
      agent: this.#facts.say('agent', { class: agentClass, texts: ['', '', ''] }, day),
      referrer: nothing('referrer'),
      campaign: nothing('campaign'),
      place: nothing('place'),
      language: nothing('language'),
      address: null,
      userAgent: NOTHING,
    };
  }

  #readAgent(text: string, day: number): { fact: Fact; said: VisitorText } {
    const known = this.#agents.get(text);
    if (known !== undefined) return known;
    const facts = this.#facts;
    const line = toLine(text);
    const fact =
      line === ''
        ? facts.say('agent', { class: BOT, texts: ['', '', ''] }, day)
        : facts.get('agent', line, day);
    return remember(this.#agents, text, { fact, said: new VisitorText(text) });
  }

  #readClass(text: string): number {
    const known = this.#classes.get(text);
    if (known !== undefined) return known;
    const line = toLine(text);
    return remember(this.#classes, text, line === '' ? BOT : this.#facts.classOf(line));
  }

  #readReferrer(text: string, day: number): Fact {
    const known = this.#referrers.get(text);
    if (known !== undefined) return known;
    const { referrer, page } = readReferrer(text);
    return remember(this.#referrers, text, this.#say('referrer', [referrer, page], day));
  }

  #readCampaign(query: string, day: number): { fact: Fact; isScan: boolean } {
    const known = this.#campaigns.get(query);
    if (known !== undefined) return known;
    const { isScan, utm_source, utm_medium, utm_campaign, utm_term, utm_content, via } =
      readCampaign(query);
    const texts = [utm_source, utm_medium, utm_campaign, utm_term, utm_content, via];
    return remember(this.#campaigns, query, { fact: this.#say('campaign', texts, day), isScan });
  }

  #readPlace(address: string, header: string, day: number): { fact: Fact; said: VisitorText } {
    const text = header === '' ? address : `${address} ${header}`;
    const known = this.#addresses.get(text);
    if (known !== undefined) return known;
    const { country, city } = this.#places.find(address, header);
    const fact = this.#say('place', [country, city], day);
    return remember(this.#addresses, text, { fact, said: new VisitorText(address) }, ADDRESSES_MAX);
  }

  #readLanguage(header: string, day: number): Fact {
    const known = this.#languages.get(header);
    if (known !== undefined) return known;
    return remember(this.#languages, header, this.#say('language', [readLanguage(header)], day));
  }

  #say(kind: FactKind, texts: readonly string[], day: number): Fact {
    return this.#facts.say(kind, { class: 0, texts }, day);
  }
}

/** A user agent without what PostgreSQL cannot store, and in one line. */
function toLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}

function remember<Value>(
  known: Map<string, Value>,
  text: string,
  value: Value,
  max = REMEMBERED_MAX,
): Value {
  if (known.size >= max) known.clear();
  known.set(text, value);
  return value;
}

import { readApp } from './agents/browsers.ts';
import { BOT, classOf, isPeople } from './classes.ts';
import type { FactKind } from './fact-kinds.ts';
import type { Fact, Facts } from './facts.ts';
import { readCampaign } from './campaign.ts';
import { readLanguage } from './language.ts';
import type { Places } from './places.ts';
import { dayOf, quarterOf } from './quarter.ts';
import { readReferrer } from './referrer.ts';
import { Texts } from './texts.ts';
import { VisitorText } from './visitors.ts';

/** What the journal keeps of a click; of a text that did not come it is '', or what stands for it. */
export interface RecordedVisit<Text = string, Address = Text> {
  readonly linkId: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  readonly asksNotToBeTracked: boolean;
  /** Shortened; '' also when it was wiped. */
  readonly address: Address;
  readonly referrer: Text;
  readonly userAgent: Text;
  readonly language: Text;
  readonly query: Text;
  readonly country: Text;
}

/** A click as statistics have it. */
export interface Visit {
  linkId: number;
  day: number;
  quarter: number;
  class: number;
  /** Whether it came by a QR code, whoever it was. */
  isScan: boolean;
  agent: Fact;
  referrer: Fact;
  campaign: Fact;
  place: Fact;
  language: Fact;
  /** What visitors are told apart by; the address is null of those who are not. */
  address: VisitorText | null;
  userAgent: VisitorText;
}

/** Of which visits something is kept. */
export interface VisitRules {
  /** Tells whether nothing but the number of clicks of a link is kept. */
  readonly isCountOnly: (linkId: number) => boolean;
  /** Whether that holds for who asks not to be tracked, too. */
  readonly heedsDoNotTrack: boolean;
}

const NOTHING = new VisitorText('');

/** A text that visitors sent, with what it means as far as anybody asked: one may be of any kind. */
export class KnownText {
  readonly text: string;
  agent: { readonly fact: Fact; readonly said: VisitorText } | null = null;
  agentClass: number | null = null;
  referrer: Fact | null = null;
  app: Fact | null = null;
  campaign: { readonly fact: Fact; readonly isScan: boolean } | null = null;
  language: Fact | null = null;

  constructor(text: string) {
    this.text = text;
  }
}

/** An address with the place that was found for it when a header said what `header` is. */
export class KnownAddress extends VisitorText {
  header: string | null = null;
  place: Fact | null = null;
}

/** How many texts are remembered, and of how many bytes together; of addresses there are more. */
const TEXTS = { max: 2 ** 14, bytesMax: 2 ** 21 };
const ADDRESSES = { max: 2 ** 16, bytesMax: 2 ** 20 };

/** Reads what clicks say: the texts that come again and again only once. */
export class VisitReader {
  readonly #facts: Facts;
  readonly #places: Pick<Places, 'find'>;
  readonly texts = new Texts({ ...TEXTS, create: (text) => new KnownText(text) });
  readonly addresses = new Texts({ ...ADDRESSES, create: (text) => new KnownAddress(text) });

  /** One for all: hundreds of thousands would keep the collector busy. */
  readonly #visit: Visit;

  constructor(facts: Facts, places: Pick<Places, 'find'>) {
    this.#facts = facts;
    this.#places = places;
    const nothing = (kind: FactKind): Fact => facts.all(kind)[0]!;
    this.#visit = {
      linkId: 0,
      day: 0,
      quarter: 0,
      class: 0,
      isScan: false,
      agent: nothing('agent'),
      referrer: nothing('referrer'),
      campaign: nothing('campaign'),
      place: nothing('place'),
      language: nothing('language'),
      address: null,
      userAgent: NOTHING,
    };
  }

  /** What a click says, until the next one is read. */
  read(
    click: RecordedVisit<KnownText, KnownAddress>,
    { isCountOnly, heedsDoNotTrack }: VisitRules,
  ): Readonly<Visit> {
    const seconds = Math.floor(click.time / 1000);
    const day = dayOf(seconds);
    const visit = this.#visit;
    visit.linkId = click.linkId;
    visit.day = day;
    visit.quarter = quarterOf(seconds);
    if ((click.asksNotToBeTracked && heedsDoNotTrack) || isCountOnly(click.linkId)) {
      // What is kept as a fact is stored: nothing of these visitors may be.
      this.#sayNothing(click);
      return visit;
    }
    const { fact: agent, said: userAgent } = this.#readAgent(click.userAgent);
    const { fact: campaign, isScan } = this.#readCampaign(click.query);
    const { address } = click;
    visit.class = classOf(agent.class, isScan);
    visit.isScan = isScan;
    visit.agent = agent;
    visit.referrer = this.#findReferrer(click, visit.class);
    visit.campaign = campaign;
    visit.place = this.#readPlace(click.address, click.country.text);
    visit.language = this.#readLanguage(click.language);
    visit.address = isPeople(visit.class) && address.text !== '' ? address : null;
    visit.userAgent = userAgent;
    return visit;
  }

  #sayNothing(click: RecordedVisit<KnownText, KnownAddress>): void {
    const visit = this.#visit;
    const agentClass = this.#readClass(click.userAgent);
    const { isScan } = readCampaign(click.query.text);
    const nothing = (kind: FactKind): Fact => this.#facts.get(kind, '');
    visit.class = classOf(agentClass, isScan);
    visit.isScan = isScan;
    visit.agent = this.#facts.say('agent', { class: agentClass, texts: ['', '', ''] });
    visit.referrer = nothing('referrer');
    visit.campaign = nothing('campaign');
    visit.place = nothing('place');
    visit.language = nothing('language');
    visit.address = null;
    visit.userAgent = NOTHING;
  }

  #readAgent(known: KnownText): NonNullable<KnownText['agent']> {
    return (known.agent ??= {
      fact: this.#sayAgent(toLine(known.text)),
      said: new VisitorText(known.text),
    });
  }

  #sayAgent(line: string): Fact {
    return line === ''
      ? this.#facts.say('agent', { class: BOT, texts: ['', '', ''] })
      : this.#facts.get('agent', line);
  }

  #readClass(known: KnownText): number {
    if (known.agentClass !== null) return known.agentClass;
    const line = toLine(known.text);
    return (known.agentClass = line === '' ? BOT : this.#facts.classOf(line));
  }

  /** Apps that show pages in a browser of their own often do not say that somebody came from them. */
  #findReferrer({ referrer, userAgent }: RecordedVisit<KnownText, unknown>, own: number): Fact {
    return referrer.text === '' && isPeople(own)
      ? (userAgent.app ??= this.#say('referrer', [readApp(toLine(userAgent.text)), '']))
      : this.#readReferrer(referrer);
  }

  #readReferrer(known: KnownText): Fact {
    if (known.referrer !== null) return known.referrer;
    const { referrer, page } = readReferrer(known.text);
    return (known.referrer = this.#say('referrer', [referrer, page]));
  }

  #readCampaign(known: KnownText): NonNullable<KnownText['campaign']> {
    if (known.campaign !== null) return known.campaign;
    const { isScan, utm_source, utm_medium, utm_campaign, utm_term, utm_content, via } =
      readCampaign(known.text);
    const texts = [utm_source, utm_medium, utm_campaign, utm_term, utm_content, via];
    return (known.campaign = { fact: this.#say('campaign', texts), isScan });
  }

  #readPlace(known: KnownAddress, header: string): Fact {
    if (known.place !== null && known.header === header) return known.place;
    const { country, city } = this.#places.find(known.text, header);
    known.header = header;
    return (known.place = this.#say('place', [country, city]));
  }

  #readLanguage(known: KnownText): Fact {
    return (known.language ??= this.#say('language', [readLanguage(known.text)]));
  }

  #say(kind: FactKind, texts: readonly string[]): Fact {
    return this.#facts.say(kind, { class: 0, texts });
  }
}

/** A user agent without what PostgreSQL cannot store, and in one line. */
function toLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}

import { encodeRawClick, type ByteRange } from '../server/clicks/journal/click.ts';
import { userAgents, type KnownAgent } from '../tests/support/user-agents.ts';
import { pickOne, type Random } from './random.ts';
import { cities } from './stats-places.ts';

/** Shares of all clicks. */
export const BOTS = 0.1;
export const PREVIEWS = 0.05;
export const NO_REFERRER = 0.6;
export const CAMPAIGNS = 0.1;
export const SCANS = 0.03;

export const HOSTS = 300;
export const PAGES = 12;
export const MEDIUMS = ['social', 'email', 'cpc', 'referral', 'print'];
const NOTHING: ByteRange = { start: 0, end: 0 };

/** Writes repeatable clicks with the mix of a large site. */
export class StatsVisitors {
  readonly #random: Random;
  #length = 0;
  readonly #parts: string[] = [];
  readonly #people = this.#listAgents('person');
  readonly #previews = this.#listAgents('preview');
  readonly #bots = this.#listAgents('bot');
  readonly #referrers = Array.from({ length: HOSTS }, (_, host) =>
    Array.from({ length: PAGES }, (__, page) => this.#add(nameReferrer(host, page))),
  );
  readonly #campaigns = Array.from({ length: 400 }, (_, number) => this.#add(nameCampaign(number)));
  readonly #scan = this.#add('qr');
  readonly #cities = cities.map(({ language, addresses }) => ({
    language: this.#add(language),
    addresses: addresses.map((address) => Buffer.from(address)),
  }));
  readonly #bytes = Buffer.from(this.#parts.join(''));

  constructor(random: Random) {
    this.#random = random;
  }

  /** Writes a record at `start` of the buffer; returns its end. */
  write(buffer: Buffer, start: number, linkId: number, time: number): number {
    const random = this.#random;
    const { language, addresses } = pickOne(random, this.#cities);
    const address = addresses[Math.floor(random() * addresses.length)]!;
    return encodeRawClick(buffer, start, linkId, time, address, this.#bytes, {
      referrer:
        random() < NO_REFERRER ? NOTHING : pickOne(random, pickOne(random, this.#referrers)),
      userAgent: this.#pickAgent(),
      language,
      query: this.#pickQuery(),
      country: NOTHING,
      asksNotToBeTracked: false,
      isEmbedded: false,
    });
  }

  #pickAgent(): ByteRange {
    const share = this.#random();
    if (share < BOTS) return pickOne(this.#random, this.#bots);
    return pickOne(this.#random, share < BOTS + PREVIEWS ? this.#previews : this.#people);
  }

  #pickQuery(): ByteRange {
    const share = this.#random();
    if (share < SCANS) return this.#scan;
    return share < SCANS + CAMPAIGNS ? pickOne(this.#random, this.#campaigns) : NOTHING;
  }

  #listAgents(agentClass: KnownAgent['class']): ByteRange[] {
    return userAgents
      .filter((agent) => agent.class === agentClass)
      .map(({ text }) => this.#add(text));
  }

  #add(text: string): ByteRange {
    const start = this.#length;
    this.#parts.push(text);
    this.#length += text.length;
    return { start, end: this.#length };
  }
}

function nameReferrer(host: number, page: number): string {
  return `https://www.site-${host}.example/${page === 0 ? '' : `stories/${host * PAGES + page}`}`;
}

function nameCampaign(number: number): string {
  const source = `partner-${number % 20}`;
  const medium = MEDIUMS[number % MEDIUMS.length]!;
  return `utm_source=${source}&utm_medium=${medium}&utm_campaign=campaign-${number % 80}`;
}

import {
  createLink,
  deleteLink,
  deleteLinks,
  getLink,
  restoreLinks,
  updateLink,
  type Link,
} from '../../contracts/links.ts';
import type { SiteCaller } from './site-caller.ts';
import type { Dice } from './dice.ts';
import type { Lead, Ledger, TalliedCode } from './ledger.ts';

const SUCCESS = 200;
const UNKNOWN = 404;

interface ChangersOptions {
  readonly ledger: Ledger;
  readonly dice: Dice;
  readonly site: SiteCaller;
  /** Told right when the success of a change has come. */
  readonly onChange?: () => void;
}

/** Programs that create, edit, delete and bring back links, each with a code of its own. */
export class Changers {
  changes = 0;
  readonly #options: ChangersOptions;
  #stopped = false;

  constructor(options: ChangersOptions) {
    this.#options = options;
  }

  /** Changes each of these codes until `stop`, or until a call about it is cut off. */
  async run(codes: readonly TalliedCode[]): Promise<void> {
    await Promise.all(codes.map((code) => this.#changeOn(code)));
  }

  stop(): void {
    this.#stopped = true;
  }

  /**
   * Asks the server where each code leads, which no change is under way of. What was answered
   * must be as it was answered; what was cut off must have happened wholly or not at all.
   */
  async settle(codes: readonly TalliedCode[]): Promise<void> {
    const { ledger, site } = this.#options;
    await Promise.all(
      codes.map(async (code) => {
        const { code: outcome, data } = await site.call(getLink, { short_url: code.code });
        const link = outcome === UNKNOWN ? null : (data as Link);
        const before = code.lead?.longUrl ?? null;
        if (!code.settle(link?.long_url ?? null)) {
          const found = link?.long_url ?? 'nothing';
          ledger.violations.push(`/${code.code} leads to ${found}, though it was led to ${before}`);
          return;
        }
        if (link !== null) this.#identify(code, link.id);
      }),
    );
  }

  async #changeOn(code: TalliedCode): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#change(code);
      } catch {
        // Whether the server made the change is asked when nothing is under way.
        return;
      }
      this.changes += 1;
      this.#options.onChange?.();
    }
  }

  async #change(code: TalliedCode): Promise<void> {
    const { dice } = this.#options;
    const { lead } = code;
    if (lead === null) {
      // While its last link lies in the bin, no other gets the code.
      if (code.deleted === null) await this.#create(code);
      else await this.#restore(code, code.deleted);
    } else if (dice.below(2) === 0) {
      await this.#edit(code, lead);
    } else {
      await this.#delete(code, lead);
    }
  }

  async #create(code: TalliedCode): Promise<void> {
    const { ledger, site } = this.#options;
    const longUrl = ledger.inventAddress();
    code.begin({ link: ledger.addLink(null), longUrl });
    const request = { long_url: longUrl, short_url: code.code, title: 'torture' };
    const { data } = await this.#expect(code, site.call(createLink, request));
    this.#identify(code, (data as Link).id);
  }

  async #edit(code: TalliedCode, { link }: Lead): Promise<void> {
    const { ledger, site } = this.#options;
    const longUrl = ledger.inventAddress();
    code.begin({ link, longUrl });
    await this.#expect(code, site.call(updateLink, { id: link.id, long_url: longUrl }));
  }

  async #delete(code: TalliedCode, lead: Lead): Promise<void> {
    const { dice, site } = this.#options;
    code.begin(null);
    code.deleted = lead;
    const call =
      dice.below(2) === 0
        ? site.call(deleteLink, { short_url: code.code.toUpperCase() })
        : site.call(deleteLinks, { ids: [lead.link.id] });
    await this.#expect(code, call);
  }

  async #restore(code: TalliedCode, lead: Lead): Promise<void> {
    const { site } = this.#options;
    code.begin(lead);
    await this.#expect(code, site.call(restoreLinks, { ids: [lead.link.id] }));
    code.deleted = null;
  }

  async #expect<Answer extends { code: number; msg: string; data: unknown }>(
    code: TalliedCode,
    call: Promise<Answer>,
  ): Promise<Answer> {
    const answer = await call;
    // The number of links, where the answer is one.
    if (answer.code !== SUCCESS || answer.data === 0) {
      const { ledger } = this.#options;
      ledger.violations.push(`/${code.code}: a change was refused: ${JSON.stringify(answer)}`);
    }
    code.succeed();
    return answer;
  }

  #identify(code: TalliedCode, id: number): void {
    const { lead } = code;
    if (lead === null) return;
    if (lead.link.id !== null && lead.link.id !== id) {
      const { ledger } = this.#options;
      ledger.violations.push(`/${code.code} was link ${lead.link.id} and is link ${id} now`);
    }
    lead.link.id = id;
  }
}

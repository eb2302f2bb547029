import {
  createLink,
  deleteLink,
  deleteLinks,
  getLink,
  restoreLinks,
  updateLink,
  type Link,
} from '../../contracts/links/links.ts';
import type { SiteCaller } from './site-caller.ts';
import type { Dice } from './dice.ts';
import type { CodeTarget, Ledger, TrackedCode } from './ledger.ts';

const SUCCESS = 200;
const UNKNOWN = 404;

interface ChangersOptions {
  readonly ledger: Ledger;
  readonly dice: Dice;
  readonly site: SiteCaller;
  /** Called right after each successful change. */
  readonly onChange?: () => void;
}

/** Programs that create, edit, delete and restore links, each with its own code. */
export class Changers {
  changes = 0;
  readonly #options: ChangersOptions;
  #stopped = false;

  constructor(options: ChangersOptions) {
    this.#options = options;
  }

  /** Changes these codes until `stop`, or until a call is cut off. */
  async run(codes: readonly TrackedCode[]): Promise<void> {
    await Promise.all(codes.map((code) => this.#keepChanging(code)));
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Compares codes without open calls. A cut-off change must be whole or absent. */
  async verifyCodes(codes: readonly TrackedCode[]): Promise<void> {
    const { ledger, site } = this.#options;
    await Promise.all(
      codes.map(async (code) => {
        const { code: outcome, data } = await site.call(getLink, { short_url: code.code });
        const link = outcome === UNKNOWN ? null : (data as Link);
        const before = code.target?.longUrl ?? null;
        if (!code.resolveOpenSteps(link?.long_url ?? null)) {
          const found = link?.long_url ?? 'nothing';
          ledger.violations.push(`/${code.code} leads to ${found}, not to ${before}`);
          return;
        }
        if (link !== null) this.#identify(code, link.id);
      }),
    );
  }

  async #keepChanging(code: TrackedCode): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#change(code);
      } catch {
        // `verifyCodes` finds out later whether the server made the change.
        return;
      }
      this.changes += 1;
      this.#options.onChange?.();
    }
  }

  async #change(code: TrackedCode): Promise<void> {
    const { dice } = this.#options;
    const { target } = code;
    if (target === null) {
      // A code in the bin can only be restored.
      if (code.deleted === null) await this.#create(code);
      else await this.#restore(code, code.deleted);
    } else if (dice.below(2) === 0) {
      await this.#edit(code, target);
    } else {
      await this.#delete(code, target);
    }
  }

  async #create(code: TrackedCode): Promise<void> {
    const { ledger, site } = this.#options;
    const longUrl = ledger.createLongUrl();
    code.begin({ link: ledger.addLink(null), longUrl });
    const request = { long_url: longUrl, short_url: code.code, title: 'torture' };
    const { data } = await this.#expect(code, site.call(createLink, request));
    this.#identify(code, (data as Link).id);
  }

  async #edit(code: TrackedCode, { link }: CodeTarget): Promise<void> {
    const { ledger, site } = this.#options;
    const longUrl = ledger.createLongUrl();
    code.begin({ link, longUrl });
    await this.#expect(code, site.call(updateLink, { id: link.id, long_url: longUrl }));
  }

  async #delete(code: TrackedCode, target: CodeTarget): Promise<void> {
    const { dice, site } = this.#options;
    code.begin(null);
    code.deleted = target;
    const call =
      dice.below(2) === 0
        ? site.call(deleteLink, { short_url: code.code.toUpperCase() })
        : site.call(deleteLinks, { ids: [target.link.id] });
    await this.#expect(code, call);
  }

  async #restore(code: TrackedCode, target: CodeTarget): Promise<void> {
    const { site } = this.#options;
    code.begin(target);
    await this.#expect(code, site.call(restoreLinks, { ids: [target.link.id] }));
    code.deleted = null;
  }

  async #expect<Answer extends { code: number; msg: string; data: unknown }>(
    code: TrackedCode,
    call: Promise<Answer>,
  ): Promise<Answer> {
    const answer = await call;
    // Some answers are the number of changed links.
    if (answer.code !== SUCCESS || answer.data === 0) {
      const { ledger } = this.#options;
      ledger.violations.push(`/${code.code}: a change was refused: ${JSON.stringify(answer)}`);
    }
    code.succeed();
    return answer;
  }

  #identify(code: TrackedCode, id: number): void {
    const { target } = code;
    if (target === null) return;
    if (target.link.id !== null && target.link.id !== id) {
      const { ledger } = this.#options;
      ledger.violations.push(`/${code.code} was link ${target.link.id} and is link ${id} now`);
    }
    target.link.id = id;
  }
}

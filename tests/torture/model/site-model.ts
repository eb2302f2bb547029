import { expect } from 'bun:test';
import { Problem } from '../../../server/http/problem.ts';
import { isPostgres } from '../../support/test-engine.ts';
import { ModelSite } from './model-site.ts';
import { ownerCall } from '../../support/owner.ts';

/** A change of the site, or a drain. A restore takes the nth deleted link. */
export type Change =
  | { readonly kind: 'create'; readonly code: string | null }
  | { readonly kind: 'edit'; readonly code: string; readonly to: string | null }
  | { readonly kind: 'delete'; readonly code: string }
  | { readonly kind: 'restore'; readonly nth: number }
  | { readonly kind: 'drain' };

export type Step =
  | Change
  | { readonly kind: 'click'; readonly code: string }
  /** A kill some turns after the change has begun its transaction. */
  | { readonly kind: 'crash'; readonly change: Change; readonly turns: number };

interface ModelLink {
  readonly id: number;
  readonly code: string;
  readonly longUrl: string;
  readonly clicks: number;
  readonly isDeleted: boolean;
}

type State = readonly ModelLink[];

/** A change of the site, and its effect on the model. */
interface Effect {
  readonly perform: () => Promise<unknown>;
  readonly expected: (state: State) => State;
}

const call = { ...ownerCall, address: '203.0.113.7' };

/** Runs a site and a plain model side by side and compares them after each step. */
export class SiteModel {
  #site: ModelSite;
  #state: State = [];
  #addresses = 0;

  private constructor(site: ModelSite) {
    this.#site = site;
  }

  static async begin(empty: string): Promise<SiteModel> {
    return new SiteModel(await ModelSite.create(empty));
  }

  async run(step: Step): Promise<void> {
    if (step.kind === 'click') await this.#click(step.code);
    else if (step.kind === 'crash') await this.#crash(step.change, step.turns);
    else await this.#change(step);
  }

  /** Counts all clicks and compares everything. */
  async finish(): Promise<void> {
    await this.#site.clicks.drain();
    expect(await this.#readState({ withPending: false })).toEqual(this.#state);
    for (const code of ['a', 'b', 'c']) await this.#click(code);
  }

  close(): Promise<void> {
    return this.#site.close();
  }

  async #click(code: string): Promise<void> {
    const link = this.#find(code);
    expect(await this.#site.visit(code)).toBe(link?.longUrl ?? null);
    if (link === undefined) return;
    this.#state = replace(this.#state, { ...link, clicks: link.clicks + 1 });
  }

  async #change(change: Change): Promise<void> {
    const { perform, expected } = this.#effectOf(change);
    await perform();
    this.#state = expected(this.#state);
    expect(await this.#readState({ withPending: true })).toEqual(this.#state);
  }

  async #crash(change: Change, turns: number): Promise<void> {
    const { perform, expected } = this.#effectOf(change);
    const begun = this.#site.nextWrite();
    const underWay = perform();
    await Promise.race([begun, underWay]);
    for (let turn = 0; turn < turns; turn += 1) await takeTurn();
    const wasDone = Bun.peek.status(underWay) === 'fulfilled';
    this.#site = await this.#site.crash(underWay);
    const after = expected(this.#state);
    const found = await this.#readState({ withPending: true });
    // A finished change must be there; an unfinished one is whole or absent.
    if (wasDone || Bun.deepEquals(found, after)) this.#state = after;
    expect(found).toEqual(this.#state);
  }

  #effectOf(change: Change): Effect {
    switch (change.kind) {
      case 'create':
        return this.#create(change.code);
      case 'edit':
        return this.#edit(change.code, change.to);
      case 'delete':
        return this.#delete(change.code);
      case 'restore':
        return this.#restore(change.nth);
      default:
        return { perform: () => this.#site.clicks.drain(), expected: (state) => state };
    }
  }

  #create(code: string | null): Effect {
    const { links } = this.#site;
    const longUrl = this.#createLongUrl();
    const isTaken = code !== null && this.#findTaken(code) !== undefined;
    const request = {
      long_url: longUrl,
      title: 'x',
      ...(code === null ? {} : { short_url: code }),
    };
    let created: ModelLink | undefined;
    return {
      perform: () =>
        performOrFail(isTaken, async () => {
          const { id, short_url } = await links.create(request, call);
          created = { id, code: short_url, longUrl, clicks: 0, isDeleted: false };
        }),
      expected: (state) => (created === undefined ? state : [...state, created]),
    };
  }

  #edit(code: string, to: string | null): Effect {
    const { links } = this.#site;
    const link = this.#find(code);
    const longUrl = this.#createLongUrl();
    const taken = to === null ? undefined : this.#findTaken(to);
    const fails = link === undefined || (taken !== undefined && taken.id !== link.id);
    const request = { id: link?.id ?? 1_000_000, long_url: longUrl, short_url: to ?? undefined };
    return {
      perform: () => performOrFail(fails, () => links.update(request, call)),
      expected: (state) =>
        fails
          ? state
          : replace(state, {
              ...state.find(({ id }) => id === link.id)!,
              code: to ?? code,
              longUrl,
            }),
    };
  }

  #delete(code: string): Effect {
    const { links } = this.#site;
    const link = this.#find(code);
    return {
      perform: () =>
        performOrFail(link === undefined, () => links.delete({ short_url: code }, call)),
      expected: (state) =>
        link === undefined ? state : replace(state, { ...link, isDeleted: true }),
    };
  }

  #restore(nth: number): Effect {
    const { links } = this.#site;
    const link = this.#state.filter(({ isDeleted }) => isDeleted)[nth];
    const isPossible = link !== undefined;
    return {
      perform: async () => {
        if (link === undefined) return;
        expect(await links.restore([link.id], call)).toBe(isPossible ? 1 : 0);
      },
      expected: (state) => (isPossible ? replace(state, { ...link, isDeleted: false }) : state),
    };
  }

  #find(code: string): ModelLink | undefined {
    return this.#state.find((link) => link.code === code && !link.isDeleted);
  }

  /** Links in the bin keep their codes. */
  #findTaken(code: string): ModelLink | undefined {
    return this.#state.find((link) => link.code === code);
  }

  #createLongUrl(): string {
    this.#addresses += 1;
    return `https://example.com/${this.#addresses}`;
  }

  /** All links of the site, with or without pending clicks. */
  async #readState({ withPending }: { withPending: boolean }): Promise<State> {
    const { engine, clicks } = this.#site;
    const columns = ['id', 'short_url', 'long_url', 'clicks'] as const;
    const live = await engine.db
      .selectFrom('link')
      .innerJoin('click_count', 'link_id', 'id')
      .select(columns)
      .execute();
    const deleted = await engine.db.selectFrom('deleted_link').select(columns).execute();
    const counts = await engine.db.selectFrom('click_count').select('link_id').execute();
    expect(counts.map((row) => row.link_id).toSorted(byNumber)).toEqual(
      live.map(({ id }) => id).toSorted(byNumber),
    );
    const ids = [...live, ...deleted].map(({ id }) => id);
    const pending = withPending ? await clicks.countPending(ids) : new Map<number, number>();
    const toLink = (row: (typeof live)[number], isDeleted: boolean): ModelLink => ({
      id: row.id,
      code: row.short_url,
      longUrl: row.long_url,
      clicks: row.clicks + (pending.get(row.id) ?? 0),
      isDeleted,
    });
    return [
      ...live.map((row) => toLink(row, false)),
      ...deleted.map((row) => toLink(row, true)),
    ].sort((a, b) => a.id - b.id);
  }
}

function byNumber(a: number, b: number): number {
  return a - b;
}

/** The smallest step of progress: a finished promise, or a network packet. */
function takeTurn(): Promise<void> {
  return isPostgres ? new Promise(setImmediate) : Promise.resolve();
}

function replace(state: State, link: ModelLink): State {
  return state.map((one) => (one.id === link.id ? link : one));
}

/** Expects success, or a failure with a `Problem`. */
async function performOrFail(fails: boolean, perform: () => Promise<unknown>): Promise<void> {
  if (!fails) {
    await perform();
    return;
  }
  let problem: unknown = null;
  await perform().catch((error: unknown) => {
    problem = error;
  });
  expect(problem).toBeInstanceOf(Problem);
}

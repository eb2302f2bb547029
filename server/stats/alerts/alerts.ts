import type { CompiledQuery } from 'kysely';
import type { Alert } from '../../../contracts/stats.ts';
import type { Engine } from '../../engine/engine.ts';
import type { AddressGuard } from '../../outgoing/address-guard.ts';
import {
  compileListed,
  deleteAlertsBefore,
  deleteAllDeliveries,
  deleteDelivery,
  dismissByIds,
  insertAlerts,
  postponeDelivery,
  selectCheckedDay,
  selectDue,
  selectFirstDay,
  selectSince,
  selectWatched,
  upsertCheckedDay,
  type DueAlert,
  type NewAlert,
  type WatchedLink,
} from './alerts.store.ts';
import { findOddity, HABIT_DAYS } from './habit.ts';
import { DAY_SECONDS, dayOf } from '../quarter.ts';
import { postAlert, PRIVATE_HOST } from './webhook.ts';

/** How long after its end a day is looked at: until then its last clicks are on their way. */
const SETTLE_SECONDS = 3600;
/** For how many days a link has no other alert of a kind: what goes on is told once a week. */
const QUIET_DAYS = 7;
/** For how many days alerts are kept. */
const KEPT_DAYS = 90;
/** How long the webhook is left alone after each attempt in vain; then it is given up. */
const RETRY_SECONDS = [60, 5 * 60, 30 * 60, 2 * 3600, 12 * 3600];

interface AlertsOptions {
  readonly engine: Engine;
  /** Whether links are watched, and the URL that is told; '' = nobody is. */
  readonly settings: () => { readonly alerts: boolean; readonly webhook: string };
  /** What stands before a code, with or without a slash at its end. */
  readonly baseUrl: string | null;
  /** Of Brisk. */
  readonly version: string;
  /** Tells Unix seconds. */
  readonly clock: () => number;
  /** Told of what the webhook has never taken. */
  readonly onError: (error: unknown) => void;
  /** Adds to the counts what has come by now; what has come to other servers an instant later. */
  readonly countClicks: () => Promise<unknown>;
  /** How many people came to a link on each of these whole days, UTC, both included. */
  readonly readDays: (linkId: number, firstDay: number, lastDay: number) => Promise<number[]>;
  /** The ids of the links that most people visited on these days, both included. */
  readonly findCandidates: (firstDay: number, lastDay: number) => Promise<number[]>;
  /** Where the webhook may be. */
  readonly webhookGuard: AddressGuard;
  /** How long the webhook may take, in milliseconds. */
  readonly timeoutMs?: number;
}

/** Tells of links that had far more or far fewer visitors than they usually have. */
export class Alerts {
  readonly #options: AlertsOptions;
  readonly #engine: Engine;
  readonly #listed: CompiledQuery<Alert>;
  readonly #closing = new AbortController();
  #delivery = Promise.resolve();

  constructor(options: AlertsOptions) {
    this.#options = options;
    this.#engine = options.engine;
    this.#listed = compileListed(options.engine);
  }

  /**
   * Looks at the last whole day, once, whoever asks how often. To be called at least once in the
   * first hour of a day, too: other servers count then what they had of the day before.
   */
  async check(): Promise<void> {
    const { settings, clock, countClicks } = this.#options;
    if (!settings().alerts) return;
    // What waits for hours to be counted would look like a silence.
    await countClicks();
    const now = clock();
    const day = dayOf(now - SETTLE_SECONDS) - 1;
    if (isChecked(day, await selectCheckedDay(this.#engine.db))) return;
    const found = await this.#find(day, now);
    const isDelivered = settings().webhook !== '';
    await this.#engine.write(async (tx, changed) => {
      if (isChecked(day, await selectCheckedDay(tx))) return;
      const since = (dayOf(now) - QUIET_DAYS + 1) * DAY_SECONDS;
      const told = new Set((await selectSince(tx, since)).map(nameOf));
      const alerts = found.filter((alert) => !told.has(nameOf(alert)));
      await insertAlerts(tx, alerts, now, isDelivered);
      await deleteAlertsBefore(tx, now - KEPT_DAYS * DAY_SECONDS);
      await upsertCheckedDay(tx, changed, day, now);
    });
  }

  /** Tells the webhook what it has not taken yet and is due by now. */
  async deliver(): Promise<void> {
    this.#delivery = this.#deliver();
    await this.#delivery;
  }

  /** Not dismissed, newest first, at most 100. */
  async list(): Promise<Alert[]> {
    return (await this.#engine.db.executeQuery(this.#listed)).rows;
  }

  /** Returns how many of these were not dismissed before. */
  dismiss(ids: readonly number[]): Promise<number> {
    return dismissByIds(this.#engine, ids, this.#options.clock());
  }

  /** Ends what is being delivered; it is told again when a server is there again. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#delivery.catch(() => undefined);
  }

  async #find(day: number, now: number): Promise<NewAlert[]> {
    const { findCandidates, readDays } = this.#options;
    const siteFirst = await selectFirstDay(this.#engine);
    if (siteFirst === null) return [];
    const firstDay = day - HABIT_DAYS;
    // Spikes are among those that many visit now, silences among those that many visited.
    const ids = [...(await findCandidates(day, day)), ...(await findCandidates(firstDay, day - 1))];
    const found: NewAlert[] = [];
    for (const link of await selectWatched(this.#engine, [...new Set(ids)])) {
      const days = await readDays(link.id, firstDay, day);
      // Nobody could come before there was a link, nor be seen before there were statistics.
      const firstKnown = Math.max(siteFirst, dayOf(link.created_at)) + 1;
      const before = days.slice(Math.max(0, firstKnown - firstDay), HABIT_DAYS);
      const people = days[HABIT_DAYS]!;
      const oddity = findOddity(people, before);
      if (oddity === null || (oddity.kind === 'silence' && !isLive(link, now))) continue;
      found.push({ link_id: link.id, people, ...oddity });
    }
    return found;
  }

  async #deliver(): Promise<void> {
    const { settings, clock, version, webhookGuard: guard, timeoutMs } = this.#options;
    const due = await selectDue(this.#engine, clock());
    const { webhook: url } = settings();
    if (due.length > 0 && url === '') await deleteAllDeliveries(this.#engine);
    if (url === '') return;
    const { signal } = this.#closing;
    for (const alert of due) {
      const shortLink = this.#shortLink(alert.short_url);
      const call = { url, alert, shortLink, version, guard, signal, timeoutMs };
      const failure = await postAlert(call);
      if (failure === null) {
        await deleteDelivery(this.#engine, alert.id);
        continue;
      }
      // One attempt tells that a receiver has trouble; the others wait for the next time.
      if (!signal.aborted) await this.#postpone(alert, failure);
      return;
    }
  }

  async #postpone(alert: DueAlert, failure: string): Promise<void> {
    const { onError, clock } = this.#options;
    // Only the operator can mend that, and should not learn of it after the last attempt.
    if (failure === PRIVATE_HOST && alert.attempts === 0) {
      onError(new Error(`alert ${alert.id} cannot be sent to the webhook: ${failure}`));
    }
    const seconds = RETRY_SECONDS[alert.attempts];
    if (seconds !== undefined) {
      await postponeDelivery(this.#engine, alert, clock() + seconds);
      return;
    }
    await deleteDelivery(this.#engine, alert.id);
    onError(new Error(`gave up on sending alert ${alert.id} to the webhook: ${failure}`));
  }

  #shortLink(code: string): string | null {
    const { baseUrl } = this.#options;
    return baseUrl === null ? null : `${baseUrl.replace(/\/$/, '')}/${encodeURIComponent(code)}`;
  }
}

/** A clock that is set back by a little shows days again; one that was far ahead counts no more. */
function isChecked(day: number, checkedDay: number): boolean {
  return checkedDay === day || checkedDay === day + 1;
}

function isLive({ is_active: isActive, expires_at: expiresAt }: WatchedLink, now: number): boolean {
  return isActive === 1 && (expiresAt === 0 || expiresAt > now);
}

function nameOf({ link_id: linkId, kind }: Pick<NewAlert, 'link_id' | 'kind'>): string {
  return `${kind} ${linkId}`;
}

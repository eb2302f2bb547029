import { splitCode } from '../../../contracts/links/domain-code.ts';
import type { Alert } from '../../../contracts/stats/stats.ts';
import type { Reach } from '../../access/reach.ts';
import type { Engine } from '../../engine/engine.ts';
import type { AddressGuard } from '../../outgoing/address-guard.ts';
import { DAY_SECONDS, dayOf } from '../quarter.ts';
import {
  deleteAlertsBefore,
  deleteAllDeliveries,
  deleteDelivery,
  dismissByIds,
  insertAlerts,
  postponeDelivery,
  selectCheckedDay,
  selectDue,
  selectFirstDay,
  selectListed,
  selectSince,
  selectWatched,
  upsertCheckedDay,
  type DueAlert,
  type NewAlert,
  type WatchedLink,
} from './alerts.store.ts';
import { findAnomaly, BASELINE_DAYS } from './baseline.ts';
import { postAlert, PRIVATE_HOST } from './webhook.ts';

/** A day is checked this long after its end, when its last clicks are counted. */
const LATE_SECONDS = 3600;
/** A link has one alert of a kind in this many days. */
const QUIET_DAYS = 7;
const KEPT_DAYS = 90;
/** Waits after failed deliveries; after the last one, the delivery is dropped. */
const RETRY_SECONDS = [60, 5 * 60, 30 * 60, 2 * 3600, 12 * 3600];

interface AlertsOptions {
  readonly engine: Engine;
  readonly settings: () => { readonly alerts: boolean; readonly webhook: string };
  /** The site's address, with or without a slash at its end. */
  readonly baseUrl: string | null;
  readonly version: string;
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
  readonly countClicks: () => Promise<unknown>;
  readonly readDays: (linkId: number, firstDay: number, lastDay: number) => Promise<number[]>;
  /** The links with the most visitors on these days, both included. */
  readonly findCandidates: (firstDay: number, lastDay: number) => Promise<number[]>;
  readonly webhookGuard: AddressGuard;
  readonly timeoutMs?: number;
}

export class Alerts {
  readonly #options: AlertsOptions;
  readonly #engine: Engine;
  readonly #closing = new AbortController();
  #delivery = Promise.resolve();

  constructor(options: AlertsOptions) {
    this.#options = options;
    this.#engine = options.engine;
  }

  /** Checks a day once. A call in a day's first hour makes other servers count the day before. */
  async check(): Promise<void> {
    const { settings, clock, countClicks } = this.#options;
    if (!settings().alerts) return;
    // Clicks that wait in a journal would look like a silence.
    await countClicks();
    const now = clock();
    const day = dayOf(now - LATE_SECONDS) - 1;
    if (isChecked(day, await selectCheckedDay(this.#engine.db))) return;
    const anomalies = await this.#find(day, now);
    const isDelivered = settings().webhook !== '';
    await this.#engine.write(async (tx, changed) => {
      if (isChecked(day, await selectCheckedDay(tx))) return;
      const since = (dayOf(now) - QUIET_DAYS + 1) * DAY_SECONDS;
      const recent = new Set((await selectSince(tx, since)).map(alertKey));
      const alerts = anomalies.filter((alert) => !recent.has(alertKey(alert)));
      await insertAlerts(tx, alerts, now, isDelivered);
      await deleteAlertsBefore(tx, now - KEPT_DAYS * DAY_SECONDS);
      await upsertCheckedDay(tx, changed, day, now);
    });
  }

  async deliver(): Promise<void> {
    this.#delivery = this.#deliver();
    await this.#delivery;
  }

  list(reach: Reach): Promise<Alert[]> {
    return selectListed(this.#engine, reach);
  }

  dismiss(reach: Reach, ids: readonly number[]): Promise<number> {
    return dismissByIds(this.#engine, reach, ids, this.#options.clock());
  }

  /** Aborts a delivery, which is repeated after the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#delivery.catch(() => undefined);
  }

  async #find(day: number, now: number): Promise<NewAlert[]> {
    const { findCandidates, readDays } = this.#options;
    const siteFirst = await selectFirstDay(this.#engine);
    if (siteFirst === null) return [];
    const firstDay = day - BASELINE_DAYS;
    // Spikes are among the links with many visitors now, silences among those with many before.
    const ids = [...(await findCandidates(day, day)), ...(await findCandidates(firstDay, day - 1))];
    const alerts: NewAlert[] = [];
    for (const link of await selectWatched(this.#engine, [...new Set(ids)])) {
      const days = await readDays(link.id, firstDay, day);
      // A link has no visitors before it exists, and none are known before statistics began.
      const firstKnown = Math.max(siteFirst, dayOf(link.created_at)) + 1;
      const before = days.slice(Math.max(0, firstKnown - firstDay), BASELINE_DAYS);
      const people = days[BASELINE_DAYS]!;
      const anomaly = findAnomaly(people, before);
      if (anomaly === null || (anomaly.kind === 'silence' && !isLive(link, now))) continue;
      alerts.push({ link_id: link.id, people, ...anomaly });
    }
    return alerts;
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
      // After a failure the other alerts wait for the next run.
      if (!signal.aborted) await this.#postpone(alert, failure);
      return;
    }
  }

  async #postpone(alert: DueAlert, failure: string): Promise<void> {
    const { onError, clock } = this.#options;
    // Only the operator can fix this, so it is reported at the first failure.
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

  #shortLink(stored: string): string | null {
    const { baseUrl } = this.#options;
    if (baseUrl === null) return null;
    const { domain, code } = splitCode(stored);
    const site = new URL(baseUrl);
    if (domain !== '') site.hostname = domain;
    return `${site.href.replace(/\/$/, '')}/${encodeURIComponent(code)}`;
  }
}

/** A clock that was set back repeats days. A day further ahead came from a wrong clock. */
function isChecked(day: number, checkedDay: number): boolean {
  return checkedDay === day || checkedDay === day + 1;
}

function isLive({ is_active: isActive, expires_at: expiresAt }: WatchedLink, now: number): boolean {
  return isActive === 1 && (expiresAt === 0 || expiresAt > now);
}

function alertKey({ link_id: linkId, kind }: Pick<NewAlert, 'link_id' | 'kind'>): string {
  return `${kind} ${linkId}`;
}

import { createHash } from 'node:crypto';
import { settings, type SettingKey, type Settings } from '../../contracts/site.ts';
import { findBlockedText } from '../../contracts/user-agent.ts';
import type { Actor } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { oneAtATime } from '../engine/one-at-a-time.ts';
import { selectOption, upsertOption, type Json } from '../engine/options.store.ts';
import { Problem } from '../http/problem.ts';
import { parseCustomHtml, type CustomHtml } from './custom-html.ts';

const DEFAULT_TITLE = 'Brisk';
/** Characters of a text that the audit keeps. */
const RECORDED_MAX = 500;
const digested: ReadonlySet<string> = new Set(['header', 'footer', 'webhook']);

const { site_info: infoSchema, ...otherSettings } = settings;
const defaults = {
  site_info: infoSchema.parse({ title: DEFAULT_TITLE }),
  ...Object.fromEntries(
    Object.entries(otherSettings).map(([key, schema]) => [key, schema.parse(undefined)]),
  ),
} as Settings;

export interface SiteHtml {
  readonly header: CustomHtml;
  readonly footer: CustomHtml;
}

/** Keeps the settings in memory. A change takes effect before its call is answered. */
export class Site {
  readonly #engine: Engine;
  #settings: Settings = { ...defaults };
  readonly #saved = new Set<SettingKey>();
  #blocked: readonly string[] = [];
  #customHtml = { withScripts: readHtml('', ''), without: readHtml('', '') };

  private constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Reloads a setting when the change feed announces it. */
  static async open(engine: Engine): Promise<Site> {
    const site = new Site(engine);
    const keys = Object.keys(settings) as SettingKey[];
    // Of two loads at once, the older answer could come last.
    const loads = new Map<string, () => Promise<void>>(
      keys.map((key) => [key, oneAtATime(() => site.#load(key))]),
    );
    for (const load of loads.values()) await load();
    engine.changes.subscribe('option', (key) => loads.get(key)?.());
    return site;
  }

  get settings(): Settings {
    return this.#settings;
  }

  get customHtml(): { readonly withScripts: SiteHtml; readonly without: SiteHtml } {
    return this.#customHtml;
  }

  /** With several accounts it would name them, unless someone chose so. */
  revealsLoginFault(hasOthers: boolean): boolean {
    return this.#settings.login_tells_fault && (!hasOthers || this.#saved.has('login_tells_fault'));
  }

  get blocksAny(): boolean {
    return this.#settings.blocked_user_agents.length > 0;
  }

  isBlocked(userAgent: string): boolean {
    return findBlockedText(userAgent, this.#blocked) !== null;
  }

  /** Throws `site.option-unknown` for an option that was never set. */
  async getOption(key: string): Promise<Json> {
    const value = await selectOption(this.#engine.db, key);
    if (value === undefined) throw new Problem('site.option-unknown');
    return value;
  }

  /** The schema of the setting must have checked `value`. `assertMay` may refuse the change. */
  setOption(
    actor: Actor,
    key: string,
    value: unknown,
    assertMay: (former: Json | undefined) => void = () => undefined,
  ): Promise<void> {
    return this.#engine.write(async (tx, changed) => {
      const former = await selectOption(tx, key);
      if (Bun.deepEquals(former, value)) return;
      assertMay(former);
      await upsertOption(tx, key, value, nowSeconds());
      changed('option', key);
      await record(tx, actor, {
        action: 'setting.changed',
        target: { kind: 'setting', name: key },
        former: shorten(former),
        present: shorten(value),
      });
    });
  }

  async #load(key: SettingKey): Promise<void> {
    const stored = await selectOption(this.#engine.db, key);
    const parsed = stored === undefined ? null : settings[key].safeParse(stored);
    if (parsed?.success === true) this.#saved.add(key);
    else this.#saved.delete(key);
    const value = parsed?.success === true ? parsed.data : defaults[key];
    const { header, footer } = this.#settings.site_info;
    this.#settings = { ...this.#settings, [key]: value };
    this.#blocked = this.#settings.blocked_user_agents.map((text) => text.toLowerCase());
    const { site_info: info } = this.#settings;
    if (info.header === header && info.footer === footer) return;
    this.#customHtml = {
      withScripts: readHtml(info.header, info.footer),
      without: readHtml(info.header, info.footer, false),
    };
  }
}

function readHtml(header: string, footer: string, hasScripts = true): SiteHtml {
  return {
    header: parseCustomHtml(header, hasScripts),
    footer: parseCustomHtml(footer, hasScripts),
  };
}

/** Long texts, and HTML and webhooks, which may hold secrets, as a digest and a length. */
function shorten(value: unknown, name = ''): unknown {
  if (
    typeof value === 'string' &&
    (value.length > RECORDED_MAX || (digested.has(name) && value !== ''))
  ) {
    return { sha256: createHash('sha256').update(value).digest('hex'), length: value.length };
  }
  if (Array.isArray(value)) return value.map((part) => shorten(part));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shorten(part, key)]));
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key);
}

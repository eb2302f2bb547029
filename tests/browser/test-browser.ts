import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { firstInShort, isShortRun } from '../support/test-run.ts';

export type Language = 'en' | 'zh';
type Scheme = 'light' | 'dark';

export const browserPath = '/usr/bin/chromium-headless-shell';
export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/** The language, color scheme and size of a page. */
export interface Look {
  readonly language: Language;
  readonly scheme: Scheme;
  readonly viewport: { readonly width: number; readonly height: number };
}

export interface PageOptions extends Partial<Look> {
  /** Whether the avatar service answers. */
  readonly hasAvatars?: boolean;
  /** Runs the admin area's service worker; its requests bypass `page.route`. */
  readonly hasServiceWorker?: boolean;
  readonly hasTouch?: boolean;
}

/** Both languages on a desktop and on a phone, in light and dark. */
export const looks: readonly Look[] = [
  { language: 'en', scheme: 'light', viewport: desktop },
  { language: 'zh', scheme: 'dark', viewport: desktop },
  { language: 'en', scheme: 'dark', viewport: phone },
  { language: 'zh', scheme: 'light', viewport: phone },
];

export const languages: readonly Language[] = ['en', 'zh'];

/** Where a test of behavior runs: the short run opens each page state in other looks only once. */
export const behaviorLooks: readonly Look[] = firstInShort(looks);
export const behaviorLanguages: readonly Language[] = firstInShort(languages);

const AVATAR_HOST = 'www.gravatar.com';
/** A transparent pixel, the test's answer of the avatar service. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Minified: each page that loads has to parse it. */
const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Debian's headless Chromium. Its background services are off, and no other host resolves. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
    ],
  });
}

/** A page with an empty profile, and its faults. */
export class VisitorPage {
  readonly page: Page;
  /** Errors and warnings of the console, uncaught errors, and requests to other hosts. */
  readonly faults: string[] = [];
  /** All messages of the console. */
  readonly log: string[] = [];
  /** The open pages. */
  static readonly shown = new Set<VisitorPage>();

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(
    browser: Browser,
    siteUrl: string,
    options: PageOptions = {},
  ): Promise<VisitorPage> {
    const { language = 'en', scheme = 'light', viewport = desktop, hasAvatars = false } = options;
    const context = await browser.newContext({
      baseURL: siteUrl,
      locale: language === 'zh' ? 'zh-CN' : 'en-US',
      colorScheme: scheme,
      // Axe must see pages without motion.
      reducedMotion: 'reduce',
      serviceWorkers: options.hasServiceWorker === true ? 'allow' : 'block',
      viewport,
      hasTouch: options.hasTouch === true,
    });
    const visitor = new VisitorPage(await context.newPage());
    VisitorPage.shown.add(visitor);
    const { page, faults, log } = visitor;
    page.on('console', (message) => {
      log.push(`${message.type()}: ${message.text()}`);
      if (message.location().url.startsWith(`https://${AVATAR_HOST}/`)) return;
      if (message.text() === 'Service Worker registration blocked by Playwright') return;
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
    page.on('pageerror', (error) => {
      log.push(String(error));
      faults.push(String(error));
    });
    const site = new URL(siteUrl);
    context.on('request', (request) => {
      const { protocol, origin, host } = new URL(request.url());
      if (protocol === 'data:' || origin === site.origin || host === AVATAR_HOST) return;
      faults.push(`request to ${host}`);
    });
    // Routing sends all requests through the test and disables the cache, which takes longer.
    if (hasAvatars) {
      await context.route(`https://${AVATAR_HOST}/**`, (route) =>
        route.fulfill({ contentType: 'image/png', body: PIXEL }),
      );
    }
    return visitor;
  }

  /** Stores a login without opening a page of the site. */
  async logIn(token: string): Promise<void> {
    await this.page.goto('/healthz');
    await this.page.evaluate(`localStorage.setItem('token', ${JSON.stringify(token)})`);
  }

  /** The axe violations of the present page, with their elements. */
  async findAxeViolations(): Promise<string[]> {
    // A dialog gets its name a moment after it opens.
    if ((await this.page.getByRole('dialog').count()) > 0) {
      await this.page.getByRole('dialog', { name: /./ }).first().waitFor();
    }
    // The content security policy forbids scripts, except through the debugger.
    const hasAxe = await this.page.evaluate("typeof axe === 'object'");
    if (hasAxe !== true) await this.page.evaluate(axeSource);
    // Reports violations only, as describing passes takes most of the time. An open dialog hides
    // the page behind it, with its heading.
    const violations = await this.page.evaluate<AxeResults['violations']>(
      `axe.run(document, {
        resultTypes: ['violations'],
        rules: { 'page-has-heading-one': { enabled: !document.querySelector('[role=dialog]') } },
      }).then(({ violations }) => violations)`,
    );
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  }

  /**
   * The axe violations on the way through a page. A short run looks for them once in each page
   * state, in `looks/`.
   */
  async findAxeViolationsOnTheWay(): Promise<string[]> {
    return isShortRun ? [] : this.findAxeViolations();
  }

  async close(): Promise<void> {
    VisitorPage.shown.delete(this);
    await this.page.context().close();
  }
}

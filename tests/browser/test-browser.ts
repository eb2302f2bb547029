import axe, { type AxeResults } from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';

export type Language = 'en' | 'zh';
type Scheme = 'light' | 'dark';

export const browserPath = '/usr/bin/chromium-headless-shell';
export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/** How a page may look. */
export interface Look {
  readonly language: Language;
  readonly scheme: Scheme;
  readonly viewport: { readonly width: number; readonly height: number };
}

export interface PageOptions extends Partial<Look> {
  /** Whether the avatar service is there. */
  readonly hasAvatars?: boolean;
  /** Whether the admin area's service worker runs: requests that it makes pass `page.route` by. */
  readonly hasServiceWorker?: boolean;
}

/** Both languages, each on a desktop and on a phone, once light and once dark. */
export const looks: readonly Look[] = [
  { language: 'en', scheme: 'light', viewport: desktop },
  { language: 'zh', scheme: 'dark', viewport: desktop },
  { language: 'en', scheme: 'dark', viewport: phone },
  { language: 'zh', scheme: 'light', viewport: phone },
];

const AVATAR_HOST = 'www.gravatar.com';
/** One transparent pixel: what the avatar service answers in tests. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Debian's Chromium without its windows, with everything off that would call home, on a machine that is alone
 * in the world: no other host has an address.
 */
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

/** A page of a new visitor, and all that went wrong on it. */
export class VisitorPage {
  readonly page: Page;
  /** Errors and warnings of the console, uncaught errors, and requests to other hosts. */
  readonly faults: string[] = [];

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
      // Axe must see pages at rest, not in the middle of a movement.
      reducedMotion: 'reduce',
      serviceWorkers: options.hasServiceWorker === true ? 'allow' : 'block',
      viewport,
    });
    const visitor = new VisitorPage(await context.newPage());
    const { page, faults } = visitor;
    page.on('console', (message) => {
      if (message.location().url.startsWith(`https://${AVATAR_HOST}/`)) return;
      if (message.text() === 'Service Worker registration blocked by Playwright') return;
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    const site = new URL(siteUrl);
    context.on('request', (request) => {
      const { protocol, origin, host } = new URL(request.url());
      if (protocol === 'data:' || origin === site.origin || host === AVATAR_HOST) return;
      faults.push(`request to ${host}`);
    });
    // Where some requests are answered here, all of them come by, and nothing is cached: it takes longer.
    if (hasAvatars) {
      await context.route(`https://${AVATAR_HOST}/**`, (route) =>
        route.fulfill({ contentType: 'image/png', body: PIXEL }),
      );
    }
    return visitor;
  }

  /** Gives this browser a login, without opening a page of the site for it. */
  async logIn(token: string): Promise<void> {
    await this.page.goto('/healthz');
    await this.page.evaluate(`localStorage.setItem('token', ${JSON.stringify(token)})`);
  }

  /** What axe finds wrong with the page as it stands, each with the element. */
  async findAxeViolations(): Promise<string[]> {
    // A dialog has its name an instant after it has opened.
    if ((await this.page.getByRole('dialog').count()) > 0) {
      await this.page.getByRole('dialog', { name: /./ }).first().waitFor();
    }
    // The content security policy lets no script in; the debugger is not bound by it.
    const hasAxe = await this.page.evaluate("typeof axe === 'object'");
    if (hasAxe !== true) await this.page.evaluate(axe.source);
    // Only violations are described and sent: most of the time goes into naming what is in order.
    // An open dialog hides the page behind it, and with it the page's heading.
    const violations = await this.page.evaluate<AxeResults['violations']>(
      `axe.run(document, {
        resultTypes: ['violations'],
        rules: { 'page-has-heading-one': { enabled: !document.querySelector('[role=dialog]') } },
      }).then(({ violations }) => violations)`,
    );
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

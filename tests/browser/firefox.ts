import { firefox, type Browser } from 'playwright-core';
import { VisitorPage, type Look } from './test-browser.ts';

const preferences = {
  // Firefox turns off itself what would call home when it is driven; every other host is this machine.
  'network.dns.forceResolve': '127.0.0.1',
  // Axe must see pages at rest.
  'ui.prefersReducedMotion': 1,
};

/**
 * Types as the keyboard does. Playwright sets a field's value instead, which React takes for its own
 * doing and forgets.
 */
const TYPING = `Object.defineProperty(window, '__pw_bidiInsertText', {
  get: () => (text) => void document.execCommand('insertText', false, text),
  set: () => undefined,
})`;

/**
 * Debian's Firefox through WebDriver BiDi. The color scheme is a preference: the ESR does not know
 * the command for it.
 */
export function launchFirefox(scheme: Look['scheme']): Promise<Browser> {
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: '/usr/bin/firefox-esr',
    firefoxUserPrefs: {
      ...preferences,
      'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
    },
  });
}

/** A page of a new visitor, in Firefox. */
export async function openInFirefox(
  browser: Browser,
  siteUrl: string,
  look: Look,
): Promise<VisitorPage> {
  const visitor = await VisitorPage.open(browser, siteUrl, look);
  await visitor.page.addInitScript(TYPING);
  return visitor;
}

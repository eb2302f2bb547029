import { firefox, type Browser } from 'playwright-core';
import { VisitorPage, type Look } from './test-browser.ts';

const preferences = {
  // Under automation, Firefox disables its own calls; every other host resolves to this machine.
  'network.dns.forceResolve': '127.0.0.1',
  // Axe must see pages without motion.
  'ui.prefersReducedMotion': 1,
};

/**
 * Types like a keyboard. Playwright sets the value of a field instead, which React takes for its
 * own change and loses.
 */
const TYPING = `Object.defineProperty(window, '__pw_bidiInsertText', {
  get: () => (text) => void document.execCommand('insertText', false, text),
  set: () => undefined,
})`;

/**
 * Debian's Firefox through WebDriver BiDi. The color scheme is a preference, as the ESR lacks the
 * command for it.
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

/** Opens a page with an empty profile in Firefox. */
export async function openInFirefox(
  browser: Browser,
  siteUrl: string,
  look: Look,
): Promise<VisitorPage> {
  const visitor = await VisitorPage.open(browser, siteUrl, look);
  await visitor.page.addInitScript(TYPING);
  return visitor;
}

import { afterAll, beforeAll, describe, expect } from 'bun:test';
import { fc } from '../../support/random.ts';
import type { Browser } from 'playwright-core';
import { setOption } from '../../../contracts/site.ts';
import { parseCustomHtml } from '../../../server/site/custom-html.ts';
import { renderCustom } from '../../../server/site/custom-place.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import type { TestSite } from '../../journeys/test-site.ts';
import { chooseForRun, firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { specWords } from '../specification/spec-words.ts';
import { button, field, fillLogin } from '../steps.ts';
import { desktop, launchBrowser, phone, VisitorPage } from '../test-browser.ts';
import { words } from '../words.ts';

const text = words.en;

let browser: Browser;
let site: TestSite & { readonly token: string };
beforeAll(async () => {
  browser = await launchBrowser();
  site = await openSetUpSite();
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

async function setHtml(header: string, footer: string): Promise<void> {
  const value = JSON.stringify({ title: 'Ada’s links', header, footer });
  const answer = await site.call(setOption, { key: 'site_info', value }, site.token);
  expect(answer.code).toBe(200);
}

/** HTML that is broken, or that would change the page around it; first one of each kind. */
const broken = [
  '</div></div></div></body></html>',
  '<script><!-- <script> </script>',
  '<plaintext>all that comes',
  '<noscript><style>"</noscript><textarea>"</style></noscript>',
  '<svg><![CDATA[ </svg> <textarea>',
  '<img name="querySelector"><form name="body"><input name="parentNode">',
  '<div><div><b><i><a href="/x">',
  '</div></body></html><div>after</div>',
  '<table><tr><td>cell<div>',
  '<table><b>fostered<tr><i>',
  '<select><option>one<select>',
  '<form><form action="/x"><button>',
  '<button><button>',
  '<script>unended',
  '<script>"</script/><textarea>"</script>',
  '<style>unended { color: red',
  '<textarea>unended',
  '<title>unended',
  '<title>a</title><base href="https://elsewhere.example/">',
  '<xmp>all that comes',
  '<noembed>all that comes',
  '<noframes>all that comes',
  '<noscript><textarea></noscript><textarea>',
  '<iframe>all that comes',
  '<template><div>',
  '<svg><style></div></div><p></svg>',
  '<svg><title><div></svg><math><mtext><textarea>',
  '<!-- unended',
  '<!--> <!---> <!-- --!> <textarea>',
  '<![CDATA[ unended',
  '<? unended',
  '<html class="other"><head><body class="other" onload="x()">',
  '<frameset><frame src="/x">',
  '<meta charset="utf-7"><meta http-equiv="refresh" content="0;url=/x">',
  '<div id="root"></div><div id="site-footer"></div>',
  '<a <b <c',
  '<a href="unended',
  '<img src=x title="\' > <textarea>',
  '<p><b><div></b></p><nobr><nobr><a><div><a>',
  '<b>'.repeat(600),
  '<ruby><rt><rp><li><dd><option><optgroup><td><caption><col>',
  '<marquee><object><applet><b></object>',
  '<details><summary><dialog open><math><annotation-xml encoding="text/html"><p>',
];

/** The faults of the page's frame after the browser has parsed it. */
const findFaults = `(document) => {
  const root = document.getElementById('root');
  const [header, footer] = ['site-header', 'site-footer'].map((id) => document.getElementById(id));
  const comesAfter = (a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const faults = [];
  if (document.compatMode !== 'CSS1Compat') faults.push('quirks');
  if (root?.parentNode !== document.body) faults.push('root is no child of body');
  if (document.querySelectorAll('#root').length !== 1) faults.push('several roots');
  if (header !== null && (header.parentNode !== document.body || !comesAfter(header, root))) faults.push('header');
  if (footer !== null && (footer.parentNode !== document.body || !comesAfter(root, footer))) faults.push('footer');
  if (document.body.className !== '' || document.documentElement.className !== '') faults.push('class');
  for (const child of document.body.children) {
    if (!['site-header', 'root', 'site-footer'].includes(child.id) && child.localName !== 'noscript' && child.dataset.portal === undefined) {
      faults.push('stray ' + child.outerHTML.slice(0, 80));
    }
  }
  return faults;
}`;

describe('broken HTML leaves the page whole:', () => {
  let visitor: VisitorPage;
  beforeAll(async () => {
    visitor = await VisitorPage.open(browser, site.url);
  });
  afterAll(() => visitor.close());

  test.each(chooseForRun(broken.slice(0, 2), broken))(
    '%j',
    async (html) => {
      const { page } = visitor;
      await setHtml(html, `${html}<!--`);
      await page.goto('/');
      await button(page, text.create).waitFor();
      expect(await page.evaluate<string[]>(`(${findFaults})(document)`)).toEqual([]);
      await field(page, text.longUrl).fill('not a url at all');
      await button(page, text.create).click();
      await page.getByText('Please enter a valid URL').first().waitFor();
    },
    300_000,
  );

  testInAll(
    'any mixture of tags and texts',
    async () => {
      const { page } = visitor;
      await page.goto('/');
      const soups = fc.sample(soup, { numRuns: 2000, seed: 7 });
      const pages = soups.map((html) => {
        const custom = parseCustomHtml(html);
        const [header, footer] = (['site-header', 'site-footer'] as const).map((id) =>
          renderCustom(id, custom, { nonce: 'nonce', language: 'en' }),
        );
        return `<!doctype html><html><body>${header}<div id="root"></div>${footer}</body></html>`;
      });
      const faults = await page.evaluate<string[][]>(
        `${JSON.stringify(pages)}.map((html) => (${findFaults})(new DOMParser().parseFromString(html, 'text/html')))`,
      );
      const damaged = faults.flatMap((found, at) =>
        found.length === 0 ? [] : [[soups[at], found]],
      );
      expect(damaged).toEqual([]);
    },
    300_000,
  );
});

describe('the header and the footer', () => {
  const header = `<nav style="letter-spacing:1px">Above <a href="/">all</a></nav>
    <script>window.ran = (window.ran ?? 0) + 1; localStorage.ran = window.ran;</script>`;
  const footer = `<style>.custom-mark { text-decoration: line-through }</style>
    <p class="custom-mark" onclick="window.ran = 'clicked'">Below all</p>
    <img src="/favicon.svg" alt="" width="16" onload="window.ran = 'loaded'">
    <a href="javascript:window.ran = 'followed'">nowhere</a>`;
  /** Until the page knows that the site is set up, it shows its form. */
  const headings: Readonly<Record<string, string>> = { '/init': specWords.en.initThere };
  beforeAll(() => setHtml(header, footer));

  for (const scheme of firstInShort(['light', 'dark'] as const)) {
    for (const viewport of firstInShort([desktop, phone])) {
      test(`stand above and below each public page: ${scheme}, ${viewport.width} wide`, async () => {
        const visitor = await VisitorPage.open(browser, site.url, { scheme, viewport });
        const { page } = visitor;
        for (const path of ['/', '/login', '/init', '/missing']) {
          await page.goto(path);
          await page
            .getByRole('heading', { name: headings[path] ?? /./ })
            .first()
            .waitFor();
          const credit =
            path === '/missing' ? page.locator('main') : page.locator('.public-footer');
          const [top, line, bottom] = await Promise.all(
            [page.locator('#site-header'), credit, page.locator('#site-footer')].map((part) =>
              part.boundingBox(),
            ),
          );
          expect(top!.y).toBe(0);
          expect(bottom!.y).toBeGreaterThanOrEqual(line!.y + line!.height);
          expect(bottom!.y + bottom!.height).toBeLessThanOrEqual(viewport.height);
          expect(bottom!.width).toBeLessThanOrEqual(viewport.width);
          await page.getByText('Below all').click();
          await page.getByText('nowhere').click();
          expect(await page.evaluate('window.ran')).toBe(1);
          const look = `getComputedStyle(document.querySelector('.custom-mark')).textDecorationLine`;
          expect(await page.evaluate(look)).toBe('line-through');
          const spacing = `getComputedStyle(document.querySelector('#site-header nav')).letterSpacing`;
          expect(await page.evaluate(spacing)).toBe('1px');
          expect(await visitor.findAxeViolations()).toEqual([]);
        }
        expect(visitor.faults.filter((fault) => !fault.includes('404'))).toEqual([]);
        await visitor.close();
      }, 300_000);
    }
  }

  testInAll(
    'never appear in the admin area, by any navigation',
    async () => {
      const visitor = await VisitorPage.open(browser, site.url);
      const { page } = visitor;
      const expectCustom = async (expected: number | null): Promise<void> => {
        expect(await page.evaluate('window.ran ?? null')).toBe(expected);
        expect(await page.locator('#site-header, #site-footer').count()).toBe(
          expected === null ? 0 : 2,
        );
        const area = await page.getAttribute('html', 'data-area');
        expect(area).toBe(expected === null ? 'admin' : 'public');
      };
      const list = page.getByText(text.noLinks);

      await page.goto('/');
      await page.locator('.public-bar').getByRole('link', { name: text.login }).click();
      await fillLogin(page, text);
      await page.waitForURL((url) => url.pathname === '/');
      await expectCustom(1);
      await page.getByRole('link', { name: text.admin }).click();
      await list.waitFor();
      await expectCustom(null);
      await page.goBack();
      await button(page, text.create).waitFor();
      await expectCustom(1);
      await page.goForward();
      await list.waitFor();
      await expectCustom(null);
      await page.getByRole('link', { name: 'Home' }).click();
      await button(page, text.create).waitFor();
      await expectCustom(1);
      await page.goto('/admin/nothing');
      await list.waitFor();
      await expectCustom(null);
      await page.evaluate('localStorage.clear()');
      await page.goto('/admin/list');
      await button(page, text.login).waitFor();
      await expectCustom(1);
      expect(visitor.faults).toEqual([]);
      await visitor.close();
    },
    300_000,
  );
});

/** Tags in any order, complete or not, with texts between them. */
const soup = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: tag() },
      fc.constantFrom(
        'text',
        '<',
        '</',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '"',
        '&lt',
        '<!',
        '<?',
        '\0',
      ),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

function tag() {
  const name = fc.constantFrom(
    ...'a b i nobr p div span h1 li dd form button select option optgroup input table tbody tr td th'.split(
      ' ',
    ),
    ...'caption colgroup svg math foreignObject desc title mi mtext annotation-xml style script'.split(
      ' ',
    ),
    ...'textarea noscript template iframe noembed noframes xmp plaintext object marquee applet'.split(
      ' ',
    ),
    ...'html head body frameset base meta link br image ruby rt rp details hr listing pre font'.split(
      ' ',
    ),
  );
  const form = fc.constantFrom(
    '<N>',
    '<N>',
    '</N>',
    '<N/>',
    '</N/>',
    '<N a="</div>">',
    '<N ',
    "<N b='",
  );
  return fc.tuple(name, form).map(([name, form]) => form.replace('N', name));
}

import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'bun:test';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { expectToast } from '../../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import { show, testAccess } from '../../../tests/support/components/render.tsx';
import { t } from '../../language.ts';
import { FoundElsewhere } from './found-elsewhere.tsx';
import { firstView, type ListView } from './list-search.ts';
import { useSearchToasts, useShownLinks } from './use-shown-links.ts';

const page = { page: 1, limit: 1, urls: [] };
const view = { ...firstView, keyword: 'webinar' };
const none = { code: 404, msg: 'no.query' };

let shown: Partial<ListView>[] = [];
beforeEach(() => {
  shown = [];
  answerCalls({ '/api/urls': { data: { ...page, total: 27 } } });
});

const onShow = (change: Partial<ListView>) => shown.push(change);

function Found({ total }: { readonly total: number }) {
  const found = { ...page, total, isInOtherTexts: false };
  return <FoundElsewhere view={view} page={found} isStale={false} onShow={onShow} />;
}

testAccess(
  () => <Found total={2} />,
  async () => void (await screen.findByRole('button')),
);

const words = {
  en: '25 more links contain “webinar” in their title, URL, note or tags. Show them',
  zh: '还有 25 条链接的标题、网址、备注或标签中包含“webinar”。 显示',
};

test.each(languages)('a search for codes says where else the words are: %s', async (language) => {
  await showLanguage(language);
  const user = show(<Found total={2} />);
  await user.click(await screen.findByRole('button'));
  expect(screen.getByRole('status').textContent).toBe(words[language]);
  expect(shown).toEqual([{ filter: 'everywhere' }]);
});

/** The list of a search by Enter, as its number of links. */
function Search({ search }: { readonly search: ListView }) {
  const found = useShownLinks(search);
  const submit = useSearchToasts(search, found);
  return <button onClick={() => submit(search)}>{found.total ?? 'loading'}</button>;
}

test('no error appears when the words of a search are elsewhere', async () => {
  answerCalls({ '/api/search': none, '/api/urls': { data: { ...page, total: 24 } } });
  const user = show(<Search search={view} />);
  await user.click(await screen.findByText('24'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a search that finds nothing anywhere says so in a toast', async () => {
  answerCalls({ '/api/search': none, '/api/urls': { data: { ...page, total: 0 } } });
  const user = show(<Search search={view} />);
  await user.click(await screen.findByText('0'));
  await expectToast(t('no.query'));
});

test.each([
  ['another site', { code: 404, msg: 'link.not.found' }],
  ['another domain', { code: 400, msg: 'bad.request', data: { issues: [{ field: 'domain' }] } }],
])('the address of a link of %s is searched in all texts', async (_, answer) => {
  answerCalls({ '/api/search': answer, '/api/urls': { data: { ...page, total: 3 } } });
  show(<Search search={{ ...view, keyword: 'https://other.example/a' }} />);
  await screen.findByText('3');
});

test('a search everywhere finds a whole short link, which no text holds', async () => {
  const sent = answerCalls({ '/api/search': { data: { ...page, total: 1 } } });
  const keyword = `${location.origin}/Sale+?utm_source=x`;
  show(<Search search={{ ...view, filter: 'everywhere', keyword }} />);
  await screen.findByText('1');
  expect(sent.map(({ body }) => body)).toMatchObject([{ filter: 'short_url', keyword }]);
});

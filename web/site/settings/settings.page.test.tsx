import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { adminWords } from '../../../tests/browser/admin-words.ts';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import {
  expectFieldError,
  fill,
  findButton,
  inRouter,
  show,
  testAccess,
} from '../../../tests/support/components/render.tsx';
import type { Language } from '../../language.ts';
import { queryClient } from '../../queries.ts';
import { SettingsPage } from './settings.page.tsx';

const SET = '/api/option/set';

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

/** A site without stored settings shows the defaults. */
async function open(language: Language) {
  await showLanguage(language);
  const text = adminWords[language];
  const user = show(inRouter(<SettingsPage />));
  await screen.findByLabelText(text.siteName);
  const press = async (name: string) => user.click(await findButton(name));
  return { text, user, press };
}

testAccess(
  () => {
    answerCalls({});
    return inRouter(<SettingsPage />);
  },
  async (user) => {
    await user.click((await screen.findAllByRole('switch')).at(0)!);
  },
);

test.each(languages)('the page checks each setting on blur and on submit: %s', async (language) => {
  const sent = answerCalls({});
  const { text, user, press } = await open(language);
  const check = async (name: string, typed: string, sentence: string) => {
    await fill(user, field(name), typed);
    await user.tab();
    await expectFieldError(field(name), sentence);
  };
  await check(text.siteName, '  ', text.nameEmpty);
  await check(text.siteName, 'ab', text.nameLength);
  await check(text.siteName, 'x'.repeat(33), text.nameLength);
  await check(text.keywords, 'k'.repeat(513), text.keywordsLong);
  await user.click(screen.getByLabelText(text.guests));
  await check(text.perHour, '0', text.perHourWrong);
  await check(text.perHour, '1.5', text.perHourWrong);
  await user.selectOptions(screen.getByLabelText(text.avatar), 'own');
  await check(text.avatarAddress, 'http://example.com/avatar/', text.avatarWrong);
  await fill(user, field(text.blocked), `ok\n${'b'.repeat(257)}`);
  await user.tab();
  await screen.findByText(new RegExp(text.lineLong));

  await fill(user, field(text.siteName), '');
  await press(text.save);
  await expectFieldError(field(text.siteName), text.nameEmpty);
  expect(document.activeElement).toBe(field(text.siteName));
  await press(text.discard);
  expect(screen.queryByText(text.nameEmpty)).toBeNull();
  expect(field(text.siteName).value).toBe('Brisk');
  expect(sent.filter(({ path }) => path === SET)).toEqual([]);
});

test.each(languages)(
  'a failed save says so in a toast and keeps the input: %s',
  async (language) => {
    answerCalls({ [SET]: { code: 500, msg: 'internal.error' } });
    const { text, user, press } = await open(language);
    await fill(user, field(text.siteName), 'The Shed');
    await press(text.save);
    const sentence = { en: 'The settings could not be saved', zh: '设置保存失败' }[language];
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    expect(field(text.siteName).value).toBe('The Shed');
  },
);

test('a second submit during a save sends no second request', async () => {
  const answer = Promise.withResolvers<object>();
  const sent = answerCalls({ [SET]: answer.promise });
  const { text, user, press } = await open('en');
  await fill(user, field(text.siteName), 'The Shed');
  await press(text.save);
  await waitFor(() => expect(document.querySelector('.save-bar [aria-busy=true]')).toBeTruthy());
  field(text.siteName).form!.requestSubmit();
  answer.resolve({});
  await screen.findByText(text.saved);
  expect(sent.filter(({ path }) => path === SET)).toHaveLength(1);
});

test.each(languages)(
  'a user agent is tested against the unsaved list of blocked agents: %s',
  async (language) => {
    answerCalls({});
    const { text, user, press } = await open(language);
    await fill(user, field(text.blocked), 'HappyDOM');
    await press(text.preset);
    const lines = ['HappyDOM', 'MicroMessenger', 'QQ/', 'MQQBrowser'];
    expect(field(text.blocked).value.split('\n')).toEqual(lines);
    expect((await findButton(text.preset)).disabled).toBe(true);
    await fill(user, field(text.tester), 'Mozilla/5.0 micromessenger/8');
    expect(screen.getByText(text.blockedBy)).toBeTruthy();
    await fill(user, field(text.tester), 'curl/8');
    expect(screen.getByText(text.notBlocked)).toBeTruthy();
    await press(text.useMine);
    expect(field(text.tester).value).toBe(navigator.userAgent);
    expect(within(document.querySelector('.settings-verdict')!).getByText(/HappyDOM/)).toBeTruthy();
  },
);

test.each(languages)('the time zone of dates is chosen from a list: %s', async (language) => {
  const sent = answerCalls({ [SET]: {} });
  const { text, user, press } = await open(language);
  const zone = screen.getByLabelText<HTMLSelectElement>({ en: 'Time zone', zh: '时区' }[language]);
  expect(zone.value).toBe('UTC');
  await user.selectOptions(zone, 'Asia/Shanghai');
  await press(text.save);
  await screen.findByText(text.saved);
  const saved = sent.filter(({ path }) => path === SET);
  expect(saved.map(({ body }) => body)).toEqual([{ key: 'time_zone', value: '"Asia/Shanghai"' }]);
});

test('an owner asks everyone for a second factor; an administrator reads who is asked', async () => {
  queryClient.setQueryData(['app-info'], { may: ['settings', 'sign-in', 'html'] });
  const sent = answerCalls({ [SET]: {} });
  const { text, user, press } = await open('en');
  await user.selectOptions(field('Second factor'), 'all');
  await press(text.save);
  await screen.findByText(text.saved);
  const saved = sent.filter(({ path }) => path === SET).map(({ body }) => body);
  expect(saved).toEqual([{ key: 'second_factor', value: '"all"' }]);
  act(() => void queryClient.setQueryData(['app-info'], { may: ['settings'] }));
  await screen.findByText('Only an owner can change this.');
  expect(screen.queryByLabelText('Second factor')).toBeNull();
});

test('the line at the top names the sections in the order of the page', async () => {
  const data = { id: 1, may: ['html', 'sign-in', 'backup', 'settings', 'status'], language: '' };
  answerCalls({ '/api/get/appinfo': { data } });
  await open('en');
  const named = within(await screen.findByRole('navigation')).getAllByRole('link');
  const sections = [...document.querySelectorAll('.settings > section[id]')];
  expect(named.map((link) => link.getAttribute('href'))).toEqual(
    sections.map(({ id }) => `#${id}`),
  );
});

import { screen, waitFor, within } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'bun:test';
import type { Link } from '../../contracts/links/links.ts';
import { aLink } from '../../tests/support/components/a-link.ts';
import { answerCalls } from '../../tests/support/components/answers.ts';
import {
  expectFieldError,
  fill,
  findButton,
  inRouter,
  show,
  testAccess,
} from '../../tests/support/components/render.tsx';
import { linkQuery } from './link.api.ts';
import { SettingsForm } from './settings-form.tsx';

const READ = '/api/get_url_info';
const SAVE = '/api/update_url/1';
const MORE = '[data-section=more]';
const SECTION = `[data-section]:not(${MORE})`;

const plain: Link = {
  ...aLink,
  short_url: 'spring',
  long_url: 'https://example.com/spring',
  title: 'Spring',
};

function ruleTo(device: 'mobile' | 'tablet' | 'desktop') {
  return { when: { device: [device] }, target: `https://example.com/${device}` };
}
const ruled: Link = {
  ...plain,
  rules: [ruleTo('mobile'), ruleTo('tablet'), ruleTo('desktop')],
};

function Settings() {
  const { data: link } = useQuery(linkQuery('spring'));
  return link ? <SettingsForm link={link} /> : null;
}

/** Opens the settings of a link; a save answers with the link and what it changes. */
async function open(link: Link, section = '') {
  const answers: Record<string, object> = { [READ]: { data: link } };
  const sent = answerCalls(answers);
  const user = show(inRouter(<Settings />));
  await screen.findByRole('form');
  const press = async (name: string) => user.click(await findButton(name));
  await user.click(document.querySelector(`${MORE} .routing-toggle`)!);
  const found = section === '' ? null : await findButton(section);
  if (found?.getAttribute('aria-expanded') === 'false') await user.click(found);
  const saveTo = (after: Link) => {
    answers[SAVE] = { data: after };
    answers[READ] = { data: after };
  };
  const listSaved = () => sent.filter(({ path }) => path === SAVE).map(({ body }) => body);
  return { user, press, answers, saveTo, listSaved };
}

const readRules = () =>
  Array.from(document.querySelectorAll('.rule-toggle'), ({ textContent }) => textContent);
const readPercents = () =>
  Array.from(document.querySelectorAll('.share-percent'), ({ textContent }) => textContent);
const readAnnouncement = () => document.querySelector('.rules > output')?.textContent;
const readSummaries = () =>
  Array.from(
    document.querySelectorAll(`${SECTION} .routing-summary`),
    ({ textContent }) => textContent,
  );
const listOpenSections = () =>
  Array.from(
    document.querySelectorAll(`${SECTION} .routing-toggle[aria-expanded=true]`),
    (toggle) => toggle.closest<HTMLElement>('[data-section]')!.dataset['section'],
  );
const findSection = (name: string) =>
  document.querySelector<HTMLElement>(`[data-section=${name}]`)!;

testAccess(
  () => {
    answerCalls({ [READ]: { data: ruled } });
    return inRouter(<Settings />);
  },
  async () => {
    await screen.findByRole('form');
  },
);

test('the closed sections of a plain link say what applies', async () => {
  const { user } = await open(plain);
  expect(readSummaries()).toEqual([
    'Always to the long URL',
    'Starts immediately · Never expires · No limit',
    'No password',
    'Title and image of the target',
    'Redirects inside apps, too',
    'With details, for you alone',
    'See which rule fits and where it leads',
  ]);
  expect(document.querySelector('.routing-fields')).toBeNull();
  await user.click(document.querySelector(`${MORE} .routing-toggle`)!);
  expect(readSummaries()).toEqual([]);
});

test('what is set stands open, and "More options" has the rest', async () => {
  await open({ ...plain, expires_at: 1_900_000_000, max_clicks: 5, shows_numbers: 1 });
  expect(listOpenSections()).toEqual(['when', 'statistics']);
  for (const label of ['Starts at', 'Click limit', 'Fallback URL']) {
    expect(await screen.findByLabelText(label)).toBeTruthy();
  }
  expect(findSection('when').querySelector('[data-field=expires_at]')).toBeTruthy();
  expect(document.querySelector(`${MORE} .routing-summary`)?.textContent).toBe(
    'Where it leads · Password · Social preview · In apps · Try a visit',
  );
});

test('the switch of a link that is off is visible while all sections are closed', async () => {
  const { user, listSaved, press, saveTo } = await open({ ...plain, state: 'off', is_active: 0 });
  await user.click(document.querySelector(`${MORE} .routing-toggle`)!);
  expect(readSummaries()).toEqual([]);
  const active = screen.getByRole<HTMLInputElement>('switch', { name: /The link is on/ });
  expect(active.checked).toBe(false);
  await user.click(active);
  saveTo(plain);
  await press('Save changes');
  await screen.findByText('Link saved');
  expect(listSaved()).toEqual([{ is_active: 1 }]);
});

test('the closed sections say what is set', async () => {
  await open({
    ...ruled,
    redirect_status: 301,
    max_clicks: 100,
    fallback_url: 'https://example.com/over',
    has_password: true,
    social: { title: 'Spring sale', description: '', image: '' },
    in_app: 'ask',
  });
  expect(readSummaries().slice(0, 5)).toEqual([
    '3 rules lead elsewhere, status 301',
    'At most 100 clicks, then to example.com/over',
    'Visitors enter a password',
    'Link preview card: Spring sale',
    'Asks to leave in-app browsers',
  ]);
});

test('an error opens its closed section, and its field has the focus', async () => {
  const { user, press, listSaved } = await open(plain, 'Schedule and limits');
  const clicks = await screen.findByLabelText<HTMLInputElement>('Click limit');
  await fill(user, clicks, 'many');
  await press('Schedule and limits');
  expect(clicks.isConnected).toBe(false);
  await user.click(document.querySelector(`${MORE} .routing-toggle`)!);
  await press('Save changes');
  const reopened = await screen.findByLabelText<HTMLInputElement>('Click limit');
  await expectFieldError(reopened, 'Enter a whole number up to 1,000,000,000, or nothing');
  expect(document.activeElement).toBe(reopened);
  await press('Discard changes');
  expect(reopened.value).toBe('');
  expect(reopened.getAttribute('aria-invalid')).not.toBe('true');
  expect(listSaved()).toEqual([]);
});

test('a refusal stands beside its field only, and the field has the focus', async () => {
  const { user, press, answers } = await open(plain);
  const code = screen.getByLabelText<HTMLInputElement>('Custom short path');
  await fill(user, code, '');
  await user.tab();
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'));
  answers[SAVE] = { code: 409, msg: 'short.url.exists' };
  await fill(user, code, 'taken');
  await press('Save changes');
  await expectFieldError(code, 'This short path is already taken. Choose another.');
  expect(document.activeElement).toBe(code);
  expect(screen.queryByRole('alert')).toBeNull();

  const url = screen.getByLabelText<HTMLInputElement>('Long URL');
  await user.click(url);
  await user.paste('https://example.com/1\nhttps://example.com/2');
  await expectFieldError(url, 'Enter one URL only, on a single line');
  expect(url.value).toBe('https://example.com/spring');
  await fill(user, url, 'example.com/typed');
  await user.tab();
  expect(url.value).toBe('https://example.com/typed');
});

test('Alt with an arrow and the buttons move a rule, which keeps the focus', async () => {
  const { user, press, saveTo, listSaved } = await open(ruled, 'Where it leads');
  (await findButton('1. On phones')).focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(readRules()).toEqual(['1. On tablets', '2. On phones', '3. On computers']);
  expect(readAnnouncement()).toBe('Rule 1 is now 2 of 3');
  await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
  expect(readAnnouncement()).toBe('Rule 3 is already last');
  await press('Move rule 3 up');
  expect(readRules()).toEqual(['1. On tablets', '2. On phones', '3. On computers']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move rule 2 up');

  const moved = { ...ruled, rules: [ruleTo('tablet'), ruleTo('mobile'), ruleTo('desktop')] };
  saveTo(moved);
  await press('Save changes');
  await screen.findByText('Link saved');
  expect(listSaved()).toEqual([{ rules: moved.rules }]);
  await press('Remove rule 1');
  expect(document.activeElement?.textContent).toBe('1. On phones');
  await press('Discard changes');
  expect(readRules()).toEqual(['1. On tablets', '2. On phones', '3. On computers']);
});

test('a split has weights, and its percentages follow them', async () => {
  const { user, press, saveTo, listSaved } = await open(
    { ...plain, rules: [ruleTo('mobile')] },
    'Where it leads',
  );
  await press('1. On phones');
  await press('Split between several targets');
  await fill(user, screen.getByLabelText('Target 2'), 'https://example.com/other');
  await fill(user, screen.getByLabelText('Weight of target 1'), '3');
  expect(readPercents()).toEqual(['75%', '25%']);
  await fill(user, screen.getByLabelText('Weight of target 2'), '2');
  expect(readPercents()).toEqual(['60%', '40%']);
  const split = [
    { target: 'https://example.com/mobile', weight: 3 },
    { target: 'https://example.com/other', weight: 2 },
  ];
  const rules = [{ when: { device: ['mobile' as const] }, split }];
  saveTo({ ...plain, rules });
  await press('Save changes');
  await screen.findByText('Link saved');
  expect(listSaved()).toEqual([{ rules }]);
  await press('Remove target 2');
  expect(readPercents()).toEqual([]);
});

test('an error stands at its rule, also one of the server', async () => {
  const { user, press, answers } = await open(ruled, 'Where it leads');
  await press('2. On tablets');
  await fill(user, screen.getByLabelText('Leads to'), '');
  await press('2. On tablets');
  await press('Save changes');
  await expectFieldError(screen.getByLabelText('Leads to'), 'Enter where this rule leads');
  expect(document.activeElement).toBe(screen.getByLabelText('Leads to'));

  // Only the server knows which hosts are its own.
  const issues = [{ field: 'rules.1.target', key: 'invalid.long.url' }];
  answers[SAVE] = { code: 400, msg: 'invalid.long.url', data: { issues } };
  await fill(user, screen.getByLabelText('Leads to'), 'https://go.example/');
  await press('Save changes');
  await waitFor(() =>
    expect(screen.getByLabelText('Leads to').getAttribute('aria-invalid')).toBe('true'),
  );
  expect(
    within(document.querySelector<HTMLElement>('.rule:nth-child(2)')!).queryByLabelText('Leads to'),
  ).toBeTruthy();
});

test('conditions that are not filled in are refused', async () => {
  const { user, press, listSaved } = await open(plain, 'Where it leads');
  await press('Add rule');
  expect(readRules()).toEqual(['1. Who?']);
  await press('Device');
  for (const kind of ['Language', 'Query parameter', 'Date range']) {
    await press('Add condition');
    await user.click(await screen.findByText(kind, { selector: '[role=menuitem] *' }));
  }
  await fill(user, screen.getByLabelText('Leads to'), 'https://example.com/new');
  await press('Save changes');
  await screen.findByText('Enter the name of the parameter');
  expect(screen.getByText('Enter a start or an end')).toBeTruthy();
  expect(screen.getAllByText('Choose at least one, or remove the condition')).toHaveLength(2);
  for (const kind of ['Device', 'Language', 'Query parameter', 'Date range']) {
    await press(`Remove the condition ${kind}`);
  }
  expect(readRules()).toEqual(['1. Who?']);
  await press('1. Who?');
  expect(readRules()).toEqual(['1. Every visit']);
  expect(listSaved()).toEqual([]);
});

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const presets: readonly [name: string, focused: RegExp, rules: readonly object[]][] = [
  [
    'iPhone and Android',
    /\.target\.0$/,
    [
      { when: { system: ['iOS', 'iPadOS'] }, target: 'https://example.com/0' },
      { when: { system: ['Android', 'HarmonyOS'] }, target: 'https://example.com/1' },
    ],
  ],
  [
    'A/B test',
    /\.target\.1$/,
    [
      {
        when: {},
        split: [
          { target: plain.long_url, weight: 1 },
          { target: 'https://example.com/0', weight: 1 },
        ],
      },
    ],
  ],
  [
    'Office hours',
    /\.target\.0$/,
    [
      {
        when: {
          hours: { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00', time_zone: zone || 'UTC' },
        },
        target: 'https://example.com/0',
      },
    ],
  ],
  ['Languages', /\.language$/, []],
  ['Countries', /\.country$/, []],
];

test.each(presets)(
  'the preset "%s" asks for what only the user knows',
  async (name, focused, rules) => {
    const { user, press, saveTo, listSaved } = await open(plain, 'Where it leads');
    await press(name);
    const { activeElement } = document;
    expect(activeElement?.getAttribute('name') || activeElement?.getAttribute('data-path')).toMatch(
      focused,
    );
    if (rules.length === 0) return;
    const empty = [...document.querySelectorAll<HTMLInputElement>('[name*=".target."]')].filter(
      ({ value }) => value === '',
    );
    for (const [index, field] of empty.entries()) {
      await fill(user, field, `https://example.com/${index}`);
    }
    saveTo({ ...plain, rules: rules as Link['rules'] });
    await press('Save changes');
    await screen.findByText('Link saved');
    expect(listSaved()).toEqual([{ rules }]);
  },
);

test('a password is set, kept, changed and removed, and never shown', async () => {
  const { user, press, saveTo, listSaved } = await open(plain, 'Password');
  const who = findSection('who');
  await fill(user, await screen.findByLabelText('Password', { selector: 'input' }), 'first secret');
  saveTo({ ...plain, has_password: true });
  await press('Save changes');
  await screen.findByText('This link has a password.');
  expect(document.body.innerHTML).not.toContain('first secret');

  await press('Change');
  expect(document.activeElement).toBe(screen.getByLabelText('New password'));
  await press('Keep the current password');
  await press('Change');
  await fill(user, screen.getByLabelText('New password'), 'second secret');
  await press('Save changes');
  await screen.findByText('This link has a password.');

  await press('Remove');
  expect(within(who).getByText('The password will be removed when you save.')).toBeTruthy();
  expect(within(who).getByText('No password')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Keep the current password');
  saveTo(plain);
  await press('Save changes');
  await screen.findByLabelText('Password', { selector: 'input' });
  expect(listSaved()).toEqual([
    { password: 'first secret' },
    { password: 'second secret' },
    { password: '' },
  ]);
});

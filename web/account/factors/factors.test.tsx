import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'bun:test';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { expectToast } from '../../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import {
  expectFieldError,
  findButton,
  inRouter,
  show,
  testAccess,
} from '../../../tests/support/components/render.tsx';
import { ConfirmDialog } from '../../form/confirm.tsx';
import { t } from '../../language.ts';
import { LoginPage } from '../login.page.tsx';
import { FactorList } from './factor-list.tsx';

const app = {
  id: 7,
  kind: 'totp',
  name: '',
  rp_id: '',
  is_usable_here: 1,
  is_backed_up: 0,
  created_at: 1,
  used_at: 2,
};
const passkey = { ...app, id: 8, kind: 'passkey', name: 'Laptop', rp_id: 'go.example' };
const codes = ['aaaa-bbbb-cccc-dddd-eeee-ffff', 'gggg-hhhh-iiii-jjjj-kkkk-mmmm'];
const uri = 'otpauth://totp/Brisk:ada?secret=JBSWY3DPEHPK3PXP';
const withFactors = { factors: [app, passkey], recovery_codes: 2, has_passkeys: 1 };
const withNone = { factors: [], recovery_codes: 0, has_passkeys: 0 };
const answers = {
  '/api/account': { data: withFactors },
  '/api/factors/totp/begin': { data: { secret: 'JBSWY3DPEHPK3PXP', uri } },
  '/api/factors/totp': { data: { codes } },
  '/api/factors/remove': {},
};

beforeEach(() => void answerCalls(answers));

testAccess(
  () => <FactorList />,
  async () => void (await screen.findAllByRole('listitem')),
);

test.each(languages)(
  'an app is added with a code, and recovery codes are shown once: %s',
  async (language) => {
    await showLanguage(language);
    const sent = answerCalls({ ...answers, '/api/account': { data: withNone } });
    const user = show(<FactorList />);
    await user.click(await findButton(t('factors.app.add')));
    const field = await screen.findByLabelText(t('second.code'));
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    expect(field.getAttribute('autocomplete')).toBe('one-time-code');
    // The app may be on the device that shows the page.
    const inApp = screen.getByRole('link', { name: t('factors.app.open') });
    expect(inApp.getAttribute('href')).toBe(uri);
    await findButton(t('factors.app.copy'));
    await user.click(await findButton(t('factors.app.submit')));
    await expectFieldError(field, t('second.code.empty'));
    await user.type(field, '123 456{Enter}');
    await expectToast(t('factors.added'));
    expect(sent.find(({ path }) => path === '/api/factors/totp')?.body).toEqual({
      code: '123 456',
    });
    const dialog = await screen.findByRole('dialog', { name: t('factors.codes.title') });
    for (const code of codes) expect(within(dialog).getByText(code)).toBeTruthy();
    await user.click(await findButton(t('factors.codes.done')));
    expect(screen.queryByText(codes[0]!)).toBeNull();
  },
);

test('a factor is removed after a question', async () => {
  const sent = answerCalls(answers);
  const user = show(
    <>
      <FactorList />
      <ConfirmDialog />
    </>,
  );
  await user.click(await findButton(t('factors.remove.of', { name: 'Laptop' })));
  await user.click(await findButton(t('factors.remove')));
  await expectToast(t('factors.removed'));
  expect(sent.find(({ path }) => path === '/api/factors/remove')?.body).toEqual({ id: 8 });
});

test('a site where passkeys do not work says why, and offers none', async () => {
  answerCalls({ ...answers, '/api/account': { data: withNone } });
  show(<FactorList />);
  expect(await screen.findByText(t('passkey.unavailable'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: t('factors.passkey.add') })).toBeNull();
});

async function logIn(ways: readonly string[], more = {}) {
  const second = { step: 'a step', ways, expires_at: 9 };
  const sent = answerCalls({
    '/api/login': { code: 400, msg: 'second.factor.required', data: second },
    ...more,
  });
  const user = show(inRouter(<LoginPage />));
  await user.type(await screen.findByLabelText(t('login.username')), 'ada');
  await user.type(screen.getByLabelText(t('login.password')), 'correct horse{Enter}');
  return { user, sent };
}

test.each(languages)('a login asks for the code of the app: %s', async (language) => {
  await showLanguage(language);
  const wrong = { code: 400, msg: 'second.factor.error' };
  const { user, sent } = await logIn(['totp', 'recovery'], { '/api/login/second': wrong });
  const field = await screen.findByLabelText(t('second.code'));
  expect(document.activeElement).toBe(field);
  await user.type(field, '123456{Enter}');
  await expectFieldError(field, t('second.factor.error'));
  expect(sent.at(-1)?.body).toEqual({ step: 'a step', code: '123456' });
  await user.click(await findButton(t('second.use.recovery')));
  const other = await screen.findByLabelText(t('second.recovery'));
  expect(document.activeElement).toBe(other);
  await user.type(other, 'aaaa-bbbb{Enter}');
  await expectFieldError(other, t('second.factor.error'));
  expect(sent.at(-1)?.body).toEqual({ step: 'a step', recovery_code: 'aaaa-bbbb' });
  await user.click(await findButton(t('second.back')));
  expect(screen.getByLabelText(t('login.username'))).toBeTruthy();
});

test('a right code logs in', async () => {
  const account = { token: 'web-1', expires_at: 9, username: 'ada', ip: '', user_agent: '' };
  const { user } = await logIn(['totp', 'recovery'], { '/api/login/second': { data: account } });
  await user.type(await screen.findByLabelText(t('second.code')), '123456{Enter}');
  await expectToast(t('login.done', { name: 'ada' }));
  expect(localStorage.getItem('token')).toBe('web-1');
});

import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import { findButton, show, testAccess } from '../../../tests/support/components/render.tsx';
import { t } from '../../language.ts';
import { clearAppInfo, closeWarning, startSession } from '../../session.ts';
import { FactorSetUp } from './factor-set-up.tsx';
import { WrongCodes } from './wrong-codes.tsx';

const limited = { may: [], is_limited: 1, wrong_codes: 0 };
const none = { factors: [], recovery_codes: 0, has_passkeys: 0 };

function answer() {
  return answerCalls({
    '/api/account': { data: none },
    '/api/get/appinfo': { data: limited },
    '/api/factors/totp/begin': { data: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' } },
    '/api/factors/totp': { data: { codes: ['aaaa-bbbb'] } },
  });
}

testAccess(
  () => {
    answer();
    return <FactorSetUp onDone={() => undefined} />;
  },
  async () => void (await findButton(t('factors.app.add'))),
);

test.each(languages)('a limited login goes on once its factor is there: %s', async (language) => {
  await showLanguage(language);
  answer();
  let isDone = false;
  const user = show(<FactorSetUp onDone={() => (isDone = true)} />);
  await screen.findByText(t('factors.setup.text'));
  await user.click(await findButton(t('factors.app.add')));
  const field = await screen.findByLabelText(t('second.code'));
  answerCalls({
    '/api/account': { data: none },
    '/api/get/appinfo': { data: { ...limited, is_limited: 0 } },
    '/api/factors/totp': { data: { codes: ['aaaa-bbbb'] } },
  });
  await user.type(field, '123456{Enter}');
  // The recovery codes stay until they are read.
  await user.click(await findButton(t('factors.codes.done')));
  await user.click(await findButton(t('factors.setup.go')));
  expect(isDone).toBe(true);
});

test('wrong codes are told until the warning is closed, and again after the next login', async () => {
  const data = { ...limited, wrong_codes: 2, has_password: 1 };
  answerCalls({ '/api/get/appinfo': { data } });
  const user = show(<WrongCodes />);
  const warning = await screen.findByRole('status');
  expect(warning.textContent).toContain('2 wrong codes since your last login.');
  await user.click(await findButton(t('codes.wrong.close')));
  expect(screen.queryByRole('status')).toBeNull();
  show(<WrongCodes />);
  expect(screen.queryByRole('status')).toBeNull();
  closeWarning();
  clearAppInfo();
  startSession('web-next');
  show(<WrongCodes />);
  expect(await screen.findByRole('status')).toBeTruthy();
});

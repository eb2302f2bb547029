import { expect, spyOn, test } from 'bun:test';
import { expectToast } from '../../tests/support/components/failures.ts';
import { answerCalls } from '../../tests/support/components/answers.ts';
import { findButton, show } from '../../tests/support/components/render.tsx';
import { t } from '../language.ts';
import * as saveFileModule from '../ui/save-file.ts';
import { OwnData } from './own-data.tsx';

test('one’s own data is saved as a file, and a failure is told', async () => {
  const headers = { 'Content-Disposition': 'attachment; filename="brisk-account.json"' };
  const reply = async (): Promise<Response> => new Response('{}', { headers });
  spyOn(globalThis, 'fetch').mockImplementation(reply as unknown as typeof fetch);
  const { promise, resolve } = Promise.withResolvers<string>();
  spyOn(saveFileModule, 'saveFile').mockImplementation(({ name }) => resolve(name));
  const user = show(<OwnData />);
  await user.click(await findButton(t('account.data.save')));
  expect(await promise).toBe('brisk-account.json');
  answerCalls({ '/api/account/data': { code: 500, msg: 'internal.error' } });
  await user.click(await findButton(t('account.data.save')));
  await expectToast(t('account.data.failed'));
});

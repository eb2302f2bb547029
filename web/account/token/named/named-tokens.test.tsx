import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'bun:test';
import { answerCalls } from '../../../../tests/support/components/answers.ts';
import { expectToast } from '../../../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../../../tests/support/components/languages.ts';
import {
  expectFieldError,
  fill,
  findButton,
  show,
  testAccess,
} from '../../../../tests/support/components/render.tsx';
import { ConfirmDialog } from '../../../form/confirm.tsx';
import { t } from '../../../language.ts';
import { NamedTokens } from './named-tokens.tsx';
import type { NamedToken } from './tokens.api.ts';

const DAY = 86_400;
const token: NamedToken = {
  id: 2,
  name: 'Newsletter',
  is_default: 0,
  scopes: ['links:create'],
  expires_at: 1,
  per_minute: 60,
  created_at: 1,
  used_at: 0,
  used_network: '',
};
const own = { ...token, id: 1, name: 'default', is_default: 1 };
const may = ['own', 'links.create', 'links.read', 'links.edit'];
const answers = {
  '/api/tokens': { data: [own, token] },
  '/api/tokens/create': { data: { id: 3, token: 'sk-secret' } },
  '/api/tokens/end': { data: null },
  '/api/get/appinfo': { data: { may } },
};

beforeEach(() => void answerCalls(answers));

testAccess(
  () => <NamedTokens />,
  async (user) => {
    await user.click(await findButton(t('tokens.new')));
    await findButton(t('token.create'));
  },
);

test.each(languages)(
  'a new token may do what is ticked, and is shown once: %s',
  async (language) => {
    await showLanguage(language);
    const sent = answerCalls(answers);
    const user = show(<NamedTokens />);
    await user.click(await findButton(t('tokens.new')));
    const submit = await findButton(t('token.create'));
    await user.click(submit);
    const name = screen.getByLabelText(t('tokens.name'));
    await expectFieldError(name, t('tokens.name.empty'));
    expect(screen.getByText(t('tokens.scopes.empty'))).toBeTruthy();
    const scopes = within(screen.getByRole('dialog')).getAllByRole<HTMLInputElement>('checkbox');
    const values = ['links:create', 'links:read', 'links:write', 'audit:read'];
    expect(scopes.map(({ value }) => value)).toEqual(values);
    await user.click(scopes[2]!);
    expect(scopes.map(({ checked }) => checked)).toEqual([false, true, true, false]);
    await fill(user, name, 'Shop');
    await user.click(submit);
    const copy = await findButton(t('token.copy'));
    await waitFor(() => expect(document.activeElement).toBe(copy));
    expect(screen.getByLabelText<HTMLInputElement>(t('token.title')).value).toBe('sk-secret');
    const body = sent.find(({ path }) => path === '/api/tokens/create')?.body;
    expect(body).toEqual({
      name: 'Shop',
      scopes: ['links:read', 'links:write'],
      expires_at: expect.any(Number),
    });
    const days = ((body as { expires_at: number }).expires_at - Date.now() / 1000) / DAY;
    expect(Math.round(days)).toBe(90);
  },
);

test('the list leaves out the default token, and ends another after a question', async () => {
  const sent = answerCalls(answers);
  const user = show(
    <>
      <NamedTokens />
      <ConfirmDialog />
    </>,
  );
  const { name } = token;
  const end = await findButton(t('tokens.end.of', { name }));
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await user.click(end);
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: t('tokens.end.of', { name }) }));
  await expectToast(t('tokens.ended', { name }));
  expect(sent.find(({ path }) => path === '/api/tokens/end')?.body).toEqual({ id: 2 });
});

test('a service gets tokens of its own role', async () => {
  const sent = answerCalls(answers);
  const user = show(<NamedTokens service={{ id: 7, role: 'viewer' }} />);
  await user.click(await findButton(t('tokens.new')));
  await findButton(t('token.create'));
  const dialog = within(screen.getByRole('dialog'));
  const scopes = dialog.getAllByRole<HTMLInputElement>('checkbox').map(({ value }) => value);
  expect(scopes).toEqual(['links:read', 'stats:read', 'export', 'audit:read']);
  await fill(user, dialog.getByLabelText(t('tokens.name')), 'Shop');
  await user.click(dialog.getByRole('checkbox', { name: t('scope.export') }));
  await user.click(await findButton(t('token.create')));
  await findButton(t('token.copy'));
  expect(sent.find(({ path }) => path === '/api/tokens/create')?.body).toMatchObject({
    account: 7,
    scopes: ['export'],
  });
});

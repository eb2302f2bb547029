import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'bun:test';
import { answerCalls } from '../../tests/support/components/answers.ts';
import { expectToast } from '../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import {
  expectFieldError,
  fill,
  findButton,
  inRouter,
  show,
  testAccess,
} from '../../tests/support/components/render.tsx';
import type { AppInfo } from '../app-info.ts';
import { ConfirmDialog } from '../form/confirm.tsx';
import { t } from '../language.ts';
import { AccessSection } from './person/access-section.tsx';
import { PeoplePage } from './people.page.tsx';
import type { Account, Invitation } from './people.api.ts';

const LINK = `inv-${'x'.repeat(43)}`;
const owner: Account = {
  id: 1,
  kind: 'person',
  username: 'ada',
  email: 'ada@example.com',
  role: 'owner',
  sees_all: 0,
  is_active: 1,
  factors: [],
  is_ruled_by_sso: 0,
  links: 3,
  created_at: 1,
  last_login_at: 1,
};
const bea: Account = { ...owner, id: 2, username: 'bea', role: 'author', is_active: 0 };
const service: Account = { ...owner, id: 3, kind: 'service', username: 'shop', role: 'viewer' };
const invitation: Invitation = {
  id: 'a'.repeat(24),
  email: 'chen@example.com',
  role: 'viewer',
  sees_all: 0,
  by: 'ada',
  created_at: 1,
  expires_at: 4_000_000_000,
};
const info: Pick<AppInfo, 'id' | 'may' | 'has_others' | 'language'> = {
  id: 1,
  may: ['accounts', 'owners'],
  has_others: 1,
  language: '',
};

const answers: Record<string, { code?: number; msg?: string; data?: unknown }> = {};
beforeEach(() => {
  Object.assign(answers, {
    '/api/accounts': { data: [owner, bea, service] },
    '/api/invitations': { data: [invitation] },
    '/api/get/appinfo': { data: info },
    '/api/accounts/invite': { data: { link: LINK } },
    '/api/invitations/end': { data: null },
  });
});

function open() {
  const sent = answerCalls(answers);
  const page = (
    <>
      <PeoplePage />
      <ConfirmDialog />
    </>
  );
  return { sent, user: show(inRouter(page)) };
}

testAccess(
  () => {
    answerCalls(answers);
    return inRouter(<PeoplePage />);
  },
  async () => void (await findButton(t('people.invite'))),
);

test.each(languages)('an invitation shows its link once, to copy: %s', async (language) => {
  await showLanguage(language);
  const { sent, user } = open();
  await user.click(await findButton(t('people.invite')));
  const submit = await findButton(t('people.invite.submit'));
  const email = document.querySelector<HTMLInputElement>('[name=email]')!;
  await user.click(submit);
  await expectFieldError(email, t('init.email.empty'));
  await fill(user, email, 'dora@example.com');
  await user.click(screen.getByRole('radio', { name: t('role.author') }));
  await user.click(screen.getByRole('switch', { name: t('people.sees.all') }));
  await user.click(submit);
  const copy = await findButton(t('people.link.copy'));
  await waitFor(() => expect(document.activeElement).toBe(copy));
  const shown = screen.getByLabelText<HTMLInputElement>(t('people.link'));
  expect(shown.value).toBe(`${location.origin}/admin/join#${LINK}`);
  expect(sent.find(({ path }) => path === '/api/accounts/invite')?.body).toEqual({
    email: 'dora@example.com',
    role: 'author',
    sees_all: 1,
  });
});

test('the list tells roles, services and disabled accounts apart', async () => {
  open();
  const list = await screen.findByRole('list', { name: t('people.title') });
  const rows = [...list.children].map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringContaining(t('role.owner')),
    expect.stringContaining(t('people.disabled')),
    expect.stringContaining(t('people.service')),
  ]);
  expect(rows[0]).toContain(t('people.you'));
});

test('an administrator invites neither owners nor administrators', async () => {
  answers['/api/get/appinfo'] = { data: { ...info, may: ['accounts'] } };
  const { user } = open();
  await user.click(await findButton(t('people.invite')));
  await findButton(t('people.invite.submit'));
  const roles = screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value);
  expect(roles).toEqual(['editor', 'author', 'viewer']);
});

test('a site with one person says why to invite others, without a list', async () => {
  answers['/api/accounts'] = { data: [owner] };
  answers['/api/invitations'] = { data: [] };
  open();
  await screen.findByRole('heading', { name: t('people.alone') });
  expect(screen.queryByRole('list', { name: t('people.title') })).toBeNull();
});

test('an open invitation is ended after a question', async () => {
  const { sent, user } = open();
  const { email } = invitation;
  await user.click(await findButton(t('people.invitation.end.of', { email })));
  await user.click(await findButton(t('people.invitation.end')));
  await expectToast(t('people.invitation.ended'));
  expect(sent.find(({ path }) => path === '/api/invitations/end')?.body).toEqual({
    id: invitation.id,
  });
});

test('second factors that a person lost are removed after a question', async () => {
  const sent = answerCalls({ '/api/accounts/remove_factors': {} });
  const page = (
    <>
      <AccessSection account={{ ...bea, factors: ['totp'] }} info={info as AppInfo} />
      <ConfirmDialog />
    </>
  );
  const user = show(inRouter(page));
  await user.click(await findButton(t('people.factors.remove')));
  await screen.findByText(t('people.factors.title', { name: 'bea' }));
  await user.click(screen.getAllByRole('button', { name: t('people.factors.remove') }).at(-1)!);
  await expectToast(t('people.factors.removed', { name: 'bea' }));
  expect(sent.at(0)).toEqual({ path: '/api/accounts/remove_factors', body: { id: 2 } });
  cleanup();
  show(inRouter(<AccessSection account={bea} info={info as AppInfo} />));
  await findButton(t('people.enable'));
  expect(screen.queryByText(t('people.factors.remove'))).toBeNull();
});

import { screen, within } from '@testing-library/react';
import { expect, spyOn, test } from 'bun:test';
import { adminWords } from '../../../tests/browser/admin-words.ts';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import { show, testAccess } from '../../../tests/support/components/render.tsx';
import { ConfirmDialog } from '../../form/confirm.tsx';
import { t } from '../../language.ts';
import { TokenPage } from './token.page.tsx';

const GET = '/api/user/get_token';
const CREATE = '/api/user/create_token';
const CHANGE = '/api/user/change_token';
const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];

function Page() {
  return (
    <>
      <TokenPage />
      <ConfirmDialog />
    </>
  );
}

async function findToast(sentence: string | RegExp) {
  await screen.findByText(sentence, { selector: '[role=alert] *' });
}

const press = (name: string) => screen.findByRole('button', { name });

testAccess(
  () => {
    answerCalls({ [GET]: { data: { token: first } } });
    return <Page />;
  },
  async (user) => user.click(await press(t('token.show'))),
);

test.each(languages)(
  'a token made elsewhere is shown in place of a second one: %s',
  async (language) => {
    await showLanguage(language);
    const text = adminWords[language];
    const answers: Record<string, object> = {
      [CREATE]: { code: 409, msg: 'token.already.exists' },
    };
    answerCalls(answers);
    const user = show(<Page />);
    await screen.findByText(text.noToken);
    answers[GET] = { data: { token: first } };
    await user.click(await press(text.createToken));
    await findToast(new RegExp(text.tokenExists));
    await screen.findByRole('heading', { name: text.yourToken });
  },
);

test.each(languages)(
  'a token that cannot be read says so, and a retry reads it: %s',
  async (language) => {
    await showLanguage(language);
    const text = adminWords[language];
    const answers: Record<string, object> = {
      [GET]: { code: 500, msg: 'internal.error' },
      '/api/tokens': { data: [] },
    };
    answerCalls(answers);
    const user = show(<Page />);
    await screen.findByRole('heading', { name: text.tokenFailed });
    await findToast(text.tokenFailed);
    answers[GET] = { data: { token: first } };
    await user.click(await press(text.retry));
    await screen.findByRole('heading', { name: text.yourToken });
  },
);

test.each(languages)(
  'a token whose key is lost cannot be shown, and is changed: %s',
  async (language) => {
    await showLanguage(language);
    const text = adminWords[language];
    answerCalls({
      [GET]: { code: 500, msg: 'token.unreadable' },
      [CHANGE]: { data: { token: second } },
    });
    const user = show(<Page />);
    await screen.findByText(text.tokenUnreadable, { selector: 'main *' });
    await user.click(await press(text.changeToken));
    const buttons = await screen.findAllByRole('button', { name: text.changeToken });
    await user.click(buttons.at(-1)!);
    await findToast(text.tokenChanged);
    await user.click(await press(text.showToken));
    expect(screen.getByText(second)).toBeTruthy();
  },
);

test.each(languages)(
  'the token page has a file for ShareX and steps for iOS: %s',
  async (language) => {
    await showLanguage(language);
    answerCalls({ [GET]: { data: { token: first } } });
    const saved: Blob[] = [];
    const spy = spyOn(URL, 'createObjectURL').mockImplementation((content) => {
      saved.push(content as Blob);
      return 'blob:x';
    });
    // The browser of these tests would leave the page.
    const click = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const user = show(<Page />);
    await user.click(await press(t('sharex.save')));
    spy.mockRestore();
    click.mockRestore();
    const [file = ''] = await Promise.all(saved.map((content) => content.text()));
    const uploader: unknown = JSON.parse(file);
    expect(uploader).toEqual({
      Version: '16.1.0',
      Name: location.host,
      DestinationType: 'URLShortener',
      RequestMethod: 'POST',
      RequestURL: `${location.origin}/api/shorten_url`,
      Headers: { Authorization: `Bearer ${first}` },
      Body: 'JSON',
      Data: expect.any(String),
      URL: '{json:data.short_link}',
      ErrorMessage: '{json:msg}',
    });
    const url = 'https://example.com/?a=1';
    expect(JSON.parse((uploader as { Data: string }).Data.replace('{input}', url))).toEqual({
      long_url: url,
    });
    const steps = screen.getByRole('region', { name: t('shortcut.title') });
    expect(within(steps).getAllByRole('listitem')).toHaveLength(7);
    expect(steps.textContent).toContain(`${location.origin}/api/shorten_url`);
  },
);

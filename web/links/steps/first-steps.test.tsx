import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { inRouter, show } from '../../../tests/support/components/render.tsx';
import { localValues } from '../../storage.ts';
import { t } from '../../language.ts';
import { FirstSteps } from './first-steps.tsx';

const named = { id: 5, name: 'Shop', is_default: 0 };

test.each([
  ['no token', [], false],
  ['a named token', [named], true],
  ['the token of the page', [{ ...named, name: 'default', is_default: 1 }], true],
])('the step of the API token follows the site: %s', async (_, tokens, isDone) => {
  localValues.set('first_steps', '');
  answerCalls({
    '/api/get/siteinfo': { data: { title: 'Brisk' } },
    '/api/tokens': { data: tokens },
  });
  show(inRouter(<FirstSteps total={0} onAdd={() => undefined} />));
  await screen.findByText(t('steps.token'));
  const box = screen.queryByRole('checkbox', {
    name: t('steps.tick', { step: t('steps.token') }),
  });
  expect(box === null).toBe(isDone);
});

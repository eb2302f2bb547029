import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { show, testAccess } from '../../../tests/support/components/render.tsx';
import { t, type TextKey } from '../../language.ts';
import type { RuleDraft } from './rule-draft.ts';
import { SimulatorResult, type TryReply } from './simulator-result.tsx';

const reply: TryReply = {
  target: 'https://example.com/instagram',
  status: 302,
  why: 'rule',
  rule: 1,
};
const rules: RuleDraft[] = [
  { id: 'a', when: { device: ['mobile'] }, shares: [{ target: 'https://a.example', weight: '1' }] },
  {
    id: 'b',
    when: { in_app: ['Instagram'] },
    shares: [{ target: 'https://b.example', weight: '1' }],
  },
];

interface ResultProps {
  readonly reply?: TryReply;
  readonly rules?: RuleDraft[];
  readonly isUnsaved?: boolean;
}

function Result(props: ResultProps) {
  return <SimulatorResult rules={rules} reply={reply} error={null} isUnsaved={false} {...props} />;
}

testAccess(() => <Result isUnsaved />);

test('the result of a simulated visit says which rule fits, the target and the status', () => {
  show(<Result />);
  expect(screen.getByText('Rule 2 fits: Inside Instagram')).toBeTruthy();
  expect(document.querySelector('.try-target')?.textContent).toContain('example.com/instagram');
  expect(screen.getByText('HTTP status 302')).toBeTruthy();
});

test('unsaved changes are not part of the simulated visit', () => {
  show(<Result isUnsaved />);
  expect(screen.getByText('Your unsaved changes are not part of this.')).toBeTruthy();
});

const reasons: readonly (readonly [TryReply['why'], TextKey])[] = [
  ['password', 'try.why.password'],
  ['card', 'try.why.card'],
  ['in-app', 'try.why.in-app'],
  ['not-started', 'try.why.not-started'],
  ['expired', 'try.why.expired'],
];

test.each(reasons)('a visit that no rule decides has its reason: %s', (why, key) => {
  show(<Result reply={{ ...reply, why, rule: null, target: '' }} rules={[]} />);
  expect(screen.getByText(t(key)).className).toBe('try-why');
});

import { screen } from '@testing-library/react';
import { afterEach, expect, mock, setSystemTime, test } from 'bun:test';
import { useState } from 'react';
import { Controlled } from '../../../tests/support/components/controlled.tsx';
import { show, testAccess } from '../../../tests/support/components/render.tsx';
import { t } from '../../language.ts';
import { ValidityField } from './validity-field.tsx';
import { createValidity, toExpiry, type Validity } from './validity.ts';

const onChange = mock((_validity: Validity) => undefined);
afterEach(() => setSystemTime());

function explain(validity: Validity): string | null {
  return toExpiry(validity) === null ? t('add.validity.invalid', { max: 36_500 }) : null;
}

function Field() {
  const [isLeft, setIsLeft] = useState(false);
  return (
    <Controlled first={createValidity('0')} onChange={onChange}>
      {(value, change) => (
        <ValidityField
          value={value}
          error={isLeft ? explain(value) : null}
          onChange={change}
          onBlur={() => setIsLeft(true)}
        />
      )}
    </Controlled>
  );
}

testAccess(
  () => <Field />,
  async (user) => {
    await user.click(screen.getByRole('radio', { name: t('add.validity.own') }));
  },
);

test('the arrow keys choose, and a text says when the link expires', async () => {
  setSystemTime(new Date('2026-11-20T12:00:00Z'));
  const user = show(<Field />);
  screen.getByRole('radio', { name: 'No limit' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(onChange.mock.lastCall).toEqual([createValidity('1')]);
  expect(screen.getByText(/^Expires on November 21, 2026/)).toBeTruthy();
});

test('typed days are the validity', async () => {
  const user = show(<Field />);
  await user.click(screen.getByRole('radio', { name: 'Other' }));
  await user.type(screen.getByLabelText('Days'), '45');
  expect(onChange.mock.lastCall?.map(toExpiry)).toEqual([{ ttl_days: 45 }]);
});

test('a wrong number has an error that its fields refer to', async () => {
  const user = show(<Field />);
  await user.click(screen.getByRole('radio', { name: 'Other' }));
  await user.type(screen.getByLabelText('Days'), 'soon');
  await user.tab();
  const error = screen.getByText(/^Enter whole days up to 36500/);
  expect(screen.getByLabelText('Days').getAttribute('aria-invalid')).toBe('true');
  const fields = screen.getByRole('group', { name: 'Valid for' });
  expect(fields.getAttribute('aria-describedby')).toBe(error.id);
});

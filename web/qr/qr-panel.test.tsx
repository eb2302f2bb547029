import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { show, testAccess } from '../../tests/support/components/render.tsx';
import { readQrChoices } from './qr-choices.ts';
import { QrPanel } from './qr-panel.tsx';

testAccess(() => <QrPanel code="page" />);

/** Browsers open a picker for colors, which no user of a test can reach. */
function chooseColor(color: string) {
  fireEvent.change(screen.getByLabelText('Color'), { target: { value: color } });
}

test('the picture names its link, and the browser remembers the choices', async () => {
  const user = show(<QrPanel code="page" />);
  expect(screen.getByTitle('QR code of https://go.example/page')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('PNG size'), '2048');
  await user.click(screen.getByLabelText('Frame with the short link'));
  chooseColor('#7a1e0c');
  expect(readQrChoices()).toEqual({ color: '#7a1e0c', size: 2048, hasFrame: true, logo: null });
});

test('the frame names the domain in its letters, and the code leads to its ASCII name', async () => {
  const user = show(<QrPanel code="xn--mnchen-3ya.example/page" />);
  expect(screen.getByTitle('QR code of https://xn--mnchen-3ya.example/page')).toBeTruthy();
  await user.click(screen.getByLabelText('Frame with the short link'));
  const caption = Array.from(document.querySelectorAll('svg text'), (line) => line.textContent);
  expect(caption.join('')).toBe('münchen.example/page');
});

test('a color too light to scan has an error, and nothing can be saved', () => {
  show(<QrPanel code="page" />);
  chooseColor('#ffff00');
  expect(screen.getByText('Too light to scan. Choose a darker color.')).toBeTruthy();
  for (const name of ['Save PNG', 'Save SVG']) {
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
  }
  chooseColor('#000000');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save PNG' }).disabled).toBe(false);
});

test('a link too long for a logo says so', () => {
  show(<QrPanel code={'a'.repeat(1200)} />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add logo…' });
  expect(button.disabled).toBe(true);
  const help = document.getElementById(button.getAttribute('aria-describedby')!);
  expect(help?.textContent).toContain('too long for a QR code with a logo');
});

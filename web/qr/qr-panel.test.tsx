import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { show, testAccess } from '../../tests/support/components/render.tsx';
import { readQrChoices } from './qr-choices.ts';
import { QrPanel } from './qr-panel.tsx';

testAccess(() => <QrPanel code="page" />);

/** Browsers open a picker for colors, which no user of a test can reach. */
function chooseColor(color: string, label = 'Color') {
  fireEvent.change(screen.getByLabelText(label), { target: { value: color } });
}

test('the picture names its link, and the browser remembers the choices', async () => {
  const user = show(<QrPanel code="page" />);
  expect(screen.getByTitle('QR code of https://go.example/page')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('PNG size'), '2048');
  await user.click(screen.getByLabelText('Frame with the short link'));
  chooseColor('#7a1e0c');
  chooseColor('#fff4e0', 'Background');
  await user.click(screen.getByRole('radio', { name: 'Round dots' }));
  await user.click(screen.getByRole('radio', { name: 'Circle' }));
  await user.click(screen.getByLabelText('Transparent background'));
  expect(readQrChoices()).toEqual({
    color: '#7a1e0c',
    background: '#fff4e0',
    isTransparent: true,
    dots: 'dots',
    eyes: 'circle',
    size: 2048,
    hasFrame: true,
    logo: null,
    logoSize: 'medium',
  });
});

test('the frame names the domain in its letters, and the code leads to its ASCII name', async () => {
  // The page's font has no Chinese, so the caption is a text.
  const user = show(<QrPanel code="xn--fiqs8s.example/page" />);
  expect(screen.getByTitle('QR code of https://xn--fiqs8s.example/page')).toBeTruthy();
  await user.click(screen.getByLabelText('Frame with the short link'));
  const caption = Array.from(document.querySelectorAll('svg text'), (line) => line.textContent);
  expect(caption.join('')).toBe('中国.example/page');
});

const fault = /Cameras cannot tell these colors apart/;
const files = ['Save PNG', 'Save SVG', 'Save PDF'];

test.each([
  ['#ffff00', '#ffffff'],
  ['#000000', '#333333'],
  ['#ffffff', '#000000'],
])('%s on %s has an error, and nothing can be saved', (color, background) => {
  show(<QrPanel code="page" />);
  chooseColor(color);
  chooseColor(background, 'Background');
  expect(screen.getByText(fault)).toBeTruthy();
  for (const name of files) {
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
  }
  // They are not used again.
  expect(readQrChoices()).toMatchObject({ color: '#000000', background: '#ffffff' });
  chooseColor('#000000');
  chooseColor('#ffeecc', 'Background');
  expect(screen.queryByText(fault)).toBeNull();
  for (const name of files) {
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false);
  }
});

test('a link too long for a logo says so', () => {
  show(<QrPanel code={'a'.repeat(1200)} />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add logo…' });
  expect(button.disabled).toBe(true);
  const help = document.getElementById(button.getAttribute('aria-describedby')!);
  expect(help?.textContent).toContain('too long for a QR code with a logo');
});

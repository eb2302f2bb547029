import type { CDPSession, Page } from 'playwright-core';

/** How many times slower the page computes while keys are pressed fast. */
const SLOWNESS = 20;
const CONTROL = 2;

/** Keys that are named, with their Windows key code and the text that they put in. */
const named: Readonly<Record<string, readonly [keyCode: number, text?: string]>> = {
  Backspace: [8],
  Tab: [9],
  Enter: [13, '\r'],
  Escape: [27],
  Space: [32, ' '],
  Delete: [46],
};

/** Of letters and digits; what other characters are on a keyboard does not matter. */
function toKeyCode(character: string): number {
  return /^[a-z\d]$/i.test(character) ? character.toUpperCase().codePointAt(0)! : 0;
}

async function press(session: CDPSession, key: string, isControl: boolean): Promise<void> {
  const [keyCode, text] = named[key] ?? [toKeyCode(key), key];
  const event = {
    key: key === 'Space' ? ' ' : key,
    code: named[key] === undefined ? '' : key,
    windowsVirtualKeyCode: keyCode,
    modifiers: isControl ? CONTROL : 0,
  };
  const isTyped = text !== undefined && !isControl;
  await Promise.all([
    isTyped
      ? session.send('Input.dispatchKeyEvent', { ...event, type: 'keyDown', text })
      : session.send('Input.dispatchKeyEvent', { ...event, type: 'rawKeyDown' }),
    session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }),
  ]);
}

/**
 * Presses keys without waiting for what each of them does, on a page that computes slowly: what a
 * key opens must take the very next key. Each is the name of a key, `Control+` and a character, or
 * a text to type.
 */
export async function pressFast(page: Page, keys: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
  const pressed = keys.flatMap((key) => {
    if (named[key] !== undefined) return [press(session, key, false)];
    const [, shortcut] = /^Control\+(.)$/.exec(key) ?? [];
    if (shortcut !== undefined) return [press(session, shortcut, true)];
    return Array.from(key, (character) => press(session, character, false));
  });
  await Promise.all(pressed);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
}

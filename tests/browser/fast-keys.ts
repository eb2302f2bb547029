import type { CDPSession, Page } from 'playwright-core';

/** The slowdown of the page's processor while keys are pressed. */
const SLOWNESS = 20;
const CONTROL = 2;

/** Named keys, with their Windows key code and text. */
const named: Readonly<Record<string, readonly [keyCode: number, text?: string]>> = {
  Backspace: [8],
  Tab: [9],
  Enter: [13, '\r'],
  Escape: [27],
  Space: [32, ' '],
  Delete: [46],
};

/** The key code of a letter or digit; the place of other characters does not matter. */
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
 * Presses keys on a slow page without waiting for their effect: whatever a key opens must receive
 * the next key. A key is a name, `Control+` and a character, or a text to type.
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

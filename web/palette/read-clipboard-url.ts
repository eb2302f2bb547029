import { parseLongUrl } from '../../contracts/long-url.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';

/** The address in the clipboard; empty, with a word about it, when there is none to be had. */
export async function readClipboardUrl(): Promise<string> {
  const text = await readClipboard();
  if (text === null) {
    toast('warning', t('palette.clipboard.closed'));
    return '';
  }
  const url = parseLongUrl(text.trim());
  if (url === null) toast('warning', t('palette.clipboard.empty'));
  return url ?? '';
}

/** Null on plain http, where browsers hide the clipboard, and when the visitor says no. */
async function readClipboard(): Promise<string | null> {
  if (!window.isSecureContext) return null;
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}

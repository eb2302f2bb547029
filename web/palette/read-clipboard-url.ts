import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { completeUrl, findUrlFault } from '../urls/typed-url.ts';

/** The URL in the clipboard. If there is none, returns an empty text and shows a toast. */
export async function readClipboardUrl(): Promise<string> {
  const text = await readClipboard();
  if (text === null) {
    toast('warning', t('palette.clipboard.closed'));
    return '';
  }
  const url = completeUrl(text);
  const fault = findUrlFault(url);
  if (fault === null) return url;
  toast('warning', t(fault === 'url.several' ? fault : 'palette.clipboard.empty'));
  return '';
}

/** Null when the user refuses, and on plain http, where browsers hide the clipboard. */
async function readClipboard(): Promise<string | null> {
  if (!window.isSecureContext) return null;
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}

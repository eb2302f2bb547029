import { findFirstUrl } from './first-url.ts';
import { completeUrl, findUrlFault } from './typed-url.ts';

/** A page from another app or from the bookmarklet, as input for the Add dialog. */
export interface SharedPage {
  readonly url: string;
  readonly title: string;
}

/** Android puts the URL into the text, and the page's name into the title or before the URL. */
export function readSharedPage(shared: Readonly<Record<string, unknown>>): SharedPage {
  const [url, text, title] = ['url', 'text', 'title'].map((name) => readText(shared[name]));
  const address = [url!, text!, title!].map(findFirstUrl).find((each) => each !== null) ?? '';
  const named =
    [title!, text!].map((field) => field.replace(address, '').trim()).find(Boolean) ?? '';
  const complete = completeUrl(address);
  return { url: findUrlFault(complete) === null ? complete : '', title: named };
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

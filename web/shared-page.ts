const WEB_URL = /https?:\/\/\S+/i;

/** A page that another app or the bookmarklet has shared, as the Add dialog takes it. */
export interface SharedPage {
  readonly url: string;
  readonly title: string;
}

/**
 * Reads what was shared. Android puts the URL into the text, and the name of the page into the title
 * or before the URL.
 */
export function readSharedPage(shared: Readonly<Record<string, unknown>>): SharedPage {
  const [url, text, title] = ['url', 'text', 'title'].map((name) => readText(shared[name]));
  const found = [url!, text!, title!].map((field) => WEB_URL.exec(field)?.[0]).find(Boolean) ?? '';
  const named = [title!, text!].map((field) => field.replace(found, '').trim()).find(Boolean) ?? '';
  return { url: found, title: named };
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** The `name` of these elements would replace a property of `document`. */
const tagsWithoutName: ReadonlySet<string> = new Set(['embed', 'form', 'iframe', 'img', 'object']);
/** The page finds its own parts by these ids. */
const ownIds: ReadonlySet<string> = new Set(['root', 'content', 'site-header', 'site-footer']);

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Browsers know more spellings of an end tag than parsers do. After `<!--`, a `<script` would also
 * consume the real end tag.
 */
export function escapeRaw(text: string): string {
  const ended = text.replaceAll(/<\/(?=[a-z])/gi, '<\\/');
  return ended.includes('<!--') ? ended.replaceAll(/<(?=script)/gi, '<\\') : ended;
}

/** Drops attributes that the content security policy would block. */
export function writeAttributes(tag: string, attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .filter(([name, value]) => isAllowed(tag, name, value))
    .map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`)
    .join('');
}

function isAllowed(tag: string, name: string, value: string): boolean {
  if (!/^[a-z][\w:.-]*$/i.test(name)) return false;
  if (name === 'nonce' || name.startsWith('on')) return false;
  if (name === 'id') return !ownIds.has(value);
  if (name === 'name') return !tagsWithoutName.has(tag);
  return URL.parse(value)?.protocol !== 'javascript:';
}

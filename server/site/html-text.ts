/** Elements whose `name` would become a property of the document, in place of its own. */
const nameable: ReadonlySet<string> = new Set(['embed', 'form', 'iframe', 'img', 'object']);
/** The names by which the page finds its own parts. */
const ownIds: ReadonlySet<string> = new Set(['root', 'content', 'site-header', 'site-footer']);

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * The text of a script or style. No end tag may stand in it, since browsers know more spellings of
 * one than parsers do; and after `<!--` a `<script` would take the true end tag for its own.
 */
export function escapeRaw(text: string): string {
  const ended = text.replaceAll(/<\/(?=[a-z])/gi, '<\\/');
  return ended.includes('<!--') ? ended.replaceAll(/<(?=script)/gi, '<\\') : ended;
}

/** The attributes of a tag, without those that the policy of the page would keep from working. */
export function writeAttributes(tag: string, attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .filter(([name, value]) => isWelcome(tag, name, value))
    .map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`)
    .join('');
}

function isWelcome(tag: string, name: string, value: string): boolean {
  if (!/^[a-z][\w:.-]*$/i.test(name)) return false;
  if (name === 'nonce' || name.startsWith('on')) return false;
  if (name === 'id') return !ownIds.has(value);
  if (name === 'name') return !nameable.has(tag);
  return URL.parse(value)?.protocol !== 'javascript:';
}

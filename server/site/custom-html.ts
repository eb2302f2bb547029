import { Parser } from 'htmlparser2';
import type { Sources } from '../http/answer/security-headers.ts';
import { CustomSources } from './custom-sources.ts';

/** Custom HTML of the administrator, rewritten so that it cannot break the page around it. */
export interface CustomHtml {
  /** False for scripts, styles and other invisible elements alone. */
  readonly isVisible: boolean;
  readonly sources: Sources;
  /** Adds the nonce of the page to scripts and styles. */
  render(nonce: string): string;
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Tags that would change the page around them: only their content is written. */
const skippedTags = names('html head body base frameset frame isindex plaintext xmp listing');
const removedWithContent = names('title noembed noframes');
const rawText = names('script style');
/** An unclosed element of these would hide the rest of the page. */
const mustBeClosed = names('script style textarea');
const withNonce = names('script style link');
const voids = names('area br col embed hr img input link meta param source track wbr');
const visible = names('audio button embed hr iframe img input object svg video');
const hidden = names('script style noscript template');
/** The `name` of these would replace a property of `document`. */
const withoutName = names('embed form iframe img object');
/** The page finds its own parts by these ids. */
const ownIds = names('root content site-header site-footer');

/** Deeper than this, browsers move elements by rules of their own. */
const DEPTH_MAX = 100;
/** Placeholder of the nonce; no text can contain it. */
const NONCE = '\0';

interface OpenElement {
  readonly name: string;
  readonly start: number; // offset in the output
  readonly isWritten: boolean;
  readonly removesContent: boolean;
}

export function parseCustomHtml(html: string, hasScripts = true): CustomHtml {
  const writer = new Writer(hasScripts);
  const parser: Parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes, parser.isInForeignContext()),
    ontext: (text) => writer.write(text),
    onclosetag: (name, isImplied) => writer.close(name, isImplied),
  });
  parser.end(html.replaceAll(NONCE, ''));
  return writer.finish();
}

class Writer {
  #html = '';
  #isVisible = false;
  readonly #sources = new CustomSources();
  readonly #elements: OpenElement[] = [];
  readonly #hasScripts: boolean;

  constructor(hasScripts: boolean) {
    this.#hasScripts = hasScripts;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, isForeign: boolean): void {
    const isInRemoved = this.#elements.at(-1)?.removesContent ?? false;
    const isRemoved =
      isInRemoved ||
      removedWithContent.has(name) ||
      (isForeign && rawText.has(name)) ||
      (name === 'script' && !this.#hasScripts);
    const isWritten =
      !isRemoved &&
      !skippedTags.has(name) &&
      /^[a-z][a-z0-9-]*$/i.test(name) &&
      !(name === 'meta' && ('http-equiv' in attributes || 'charset' in attributes)) &&
      this.#elements.length < DEPTH_MAX;
    this.#elements.push({
      name,
      start: this.#html.length,
      isWritten,
      removesContent: isRemoved || name === 'iframe' || (rawText.has(name) && !isWritten),
    });
    if (!isWritten) return;
    this.#sources.add(name, attributes);
    if (visible.has(name)) this.#checkVisible();
    const nonce = withNonce.has(name) ? ` nonce="${NONCE}"` : '';
    this.#html += `<${name}${writeAttributes(name, attributes)}${nonce}>`;
  }

  write(text: string): void {
    const element = this.#elements.at(-1);
    if (element?.removesContent === true) return;
    if (text.trim() !== '') this.#checkVisible();
    this.#html += rawText.has(element?.name ?? '') ? escapeRaw(text) : escapeText(text);
  }

  /** `isImplied`: the HTML has no end tag for the element. */
  close(name: string, isImplied: boolean): void {
    const element = this.#elements.at(-1);
    // The parser also closes an incomplete tag that it never opened.
    if (element?.name !== name) return;
    this.#elements.pop();
    if (!element.isWritten || voids.has(name)) return;
    if (isImplied && mustBeClosed.has(name)) this.#html = this.#html.slice(0, element.start);
    else this.#html += `</${name}>`;
  }

  finish(): CustomHtml {
    const pieces = this.#html.trim().split(NONCE);
    return {
      isVisible: this.#isVisible,
      sources: this.#sources.all,
      render: (nonce) => pieces.join(nonce),
    };
  }

  #checkVisible(): void {
    this.#isVisible ||= this.#elements.every(({ name }) => !hidden.has(name));
  }
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Browsers know more spellings of an end tag than parsers do. After `<!--`, a `<script` would also
 * consume the real end tag.
 */
function escapeRaw(text: string): string {
  const ended = text.replaceAll(/<\/(?=[a-z])/gi, '<\\/');
  return ended.includes('<!--') ? ended.replaceAll(/<(?=script)/gi, '<\\') : ended;
}

/** Drops attributes that the content security policy would block. */
function writeAttributes(tag: string, attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .filter(([name, value]) => isAllowed(tag, name, value))
    .map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`)
    .join('');
}

function isAllowed(tag: string, name: string, value: string): boolean {
  if (!/^[a-z][\w:.-]*$/i.test(name)) return false;
  if (name === 'nonce' || name.startsWith('on')) return false;
  if (name === 'id') return !ownIds.has(value);
  if (name === 'name') return !withoutName.has(tag);
  return URL.parse(value)?.protocol !== 'javascript:';
}

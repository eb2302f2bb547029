import { Parser } from 'htmlparser2';
import type { Sources } from '../http/security-headers.ts';
import { CustomSources } from './custom-sources.ts';
import { escapeRaw, escapeText, writeAttributes } from './html-text.ts';

/** The administrator's own HTML, written so that it cannot break the page that it is put into. */
export interface CustomHtml {
  /** Whether there is anything to see, and not scripts, styles and the like alone. */
  readonly isVisible: boolean;
  readonly sources: Sources;
  /** The HTML, whose scripts and styles carry the nonce of the page; empty when there is none. */
  render(nonce: string): string;
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Tags that would reshape the page around them: only what stands in them is written. */
const unwrapped = names('html head body base frameset frame isindex plaintext xmp listing');
/** Elements that are left out with all that stands in them. */
const omitted = names('title noembed noframes');
/** Elements whose text is no markup. */
const raw = names('script style');
/** Elements that would swallow the page when nothing ends them. */
const swallowing = names('script style textarea');
const guarded = names('script style link');
const voids = names('area br col embed hr img input link meta param source track wbr');
const shown = names('audio button embed hr iframe img input object svg video');
const hidden = names('script style noscript template');

/** Deeper than this, browsers begin to place elements as they think best. */
const DEPTH_MAX = 100;
/** Stands where the nonce goes; no text can hold it. */
const NONCE = '\0';

interface OpenElement {
  readonly name: string;
  /** Where it begins in what is written. */
  readonly start: number;
  readonly isWritten: boolean;
  /** Whether what stands in it is left out. */
  readonly isMuting: boolean;
}

/** Reads HTML as browsers do, and writes it so that whatever is opened is closed again. */
export function parseCustomHtml(html: string): CustomHtml {
  const writer = new Writer();
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

  open(name: string, attributes: Readonly<Record<string, string>>, isForeign: boolean): void {
    const isMuted = this.#elements.at(-1)?.isMuting ?? false;
    const isLeftOut = isMuted || omitted.has(name) || (isForeign && raw.has(name));
    const isWritten =
      !isLeftOut &&
      !unwrapped.has(name) &&
      /^[a-z][a-z0-9-]*$/i.test(name) &&
      !(name === 'meta' && ('http-equiv' in attributes || 'charset' in attributes)) &&
      this.#elements.length < DEPTH_MAX;
    this.#elements.push({
      name,
      start: this.#html.length,
      isWritten,
      isMuting: isLeftOut || name === 'iframe' || (raw.has(name) && !isWritten),
    });
    if (!isWritten) return;
    this.#sources.add(name, attributes);
    if (shown.has(name)) this.#noteVisible();
    const nonce = guarded.has(name) ? ` nonce="${NONCE}"` : '';
    this.#html += `<${name}${writeAttributes(name, attributes)}${nonce}>`;
  }

  write(text: string): void {
    const element = this.#elements.at(-1);
    if (element?.isMuting === true) return;
    if (text.trim() !== '') this.#noteVisible();
    this.#html += raw.has(element?.name ?? '') ? escapeRaw(text) : escapeText(text);
  }

  /** `isImplied`: nothing in the HTML ended the element. */
  close(name: string, isImplied: boolean): void {
    const element = this.#elements.at(-1);
    // The parser closes a tag that broke off, too, though it never opened it.
    if (element?.name !== name) return;
    this.#elements.pop();
    if (!element.isWritten || voids.has(name)) return;
    if (isImplied && swallowing.has(name)) this.#html = this.#html.slice(0, element.start);
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

  #noteVisible(): void {
    this.#isVisible ||= this.#elements.every(({ name }) => !hidden.has(name));
  }
}

import { Parser } from 'htmlparser2';

/** htmlparser2 moves its whole stack on each open tag: 256 KB of `<b>` would cost seconds. */
const MAX_DEPTH = 256;
/** Each declared charset may be tried. */
const MAX_CHARSETS = 2;
const READ_META = new Set(['description', 'og:title', 'og:description']);
/** Titles in these elements do not belong to the page. */
const NOT_THE_PAGE = new Set(['svg', 'math', 'template']);

/** Finds titles, descriptions and declared charsets while a page arrives. */
export class TitleParser {
  /** By `title`, `description`, `og:title` and `og:description`. */
  readonly found = new Map<string, string>();
  /** As `<meta>` declares them, in order; they may be unknown. */
  readonly charsets: string[] = [];
  #depth = 0;
  #depthOutside = 0;
  #headEnded = false;
  #openTitle: string | undefined;
  readonly #parser: Parser;

  /** `isXhtml`: `<script/>` is a complete element, as in XML. */
  constructor(isXhtml: boolean) {
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#openTag(name, attributes),
        onclosetag: (name) => this.#closeTag(name),
        ontext: (text) => {
          if (this.#openTitle !== undefined) this.#openTitle += text;
        },
      },
      { recognizeSelfClosing: isXhtml },
    );
  }

  get isDone(): boolean {
    if (this.#depth > MAX_DEPTH) return true;
    return this.#headEnded && (this.found.has('title') || this.found.has('og:title'));
  }

  write(text: string): void {
    if (!this.isDone) this.#parser.write(text);
  }

  /** The page is complete: an open title ends here. */
  end(): void {
    this.#parser.end();
  }

  #openTag(name: string, attributes: Record<string, string>): void {
    this.#depth += 1;
    if (NOT_THE_PAGE.has(name)) this.#depthOutside += 1;
    if (name === 'body') this.#headEnded = true;
    if (this.#depthOutside === 0) {
      if (name === 'title' && !this.found.has('title')) this.#openTitle = '';
      if (name === 'meta') this.#readMeta(attributes);
    }
    if (this.isDone) this.#parser.pause();
  }

  #closeTag(name: string): void {
    this.#depth -= 1;
    if (NOT_THE_PAGE.has(name)) this.#depthOutside -= 1;
    if (name === 'head') this.#headEnded = true;
    if (name === 'title' && this.#openTitle !== undefined) {
      this.found.set('title', this.#openTitle);
      this.#openTitle = undefined;
    }
    if (this.isDone) this.#parser.pause();
  }

  #readMeta(attributes: Record<string, string>): void {
    const content = attributes['content'] ?? '';
    for (const attribute of [attributes['name'], attributes['property']]) {
      const name = attribute?.trim().toLowerCase() ?? '';
      if (READ_META.has(name) && !this.found.has(name)) this.found.set(name, content);
    }
    const isContentType = attributes['http-equiv']?.trim().toLowerCase() === 'content-type';
    const named = attributes['charset']?.trim();
    const charset = named ?? (isContentType ? readCharset(content) : undefined);
    if (charset !== undefined && this.charsets.length < MAX_CHARSETS) this.charsets.push(charset);
  }
}

export function readCharset(contentType: string): string | undefined {
  return /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1];
}

import { Parser } from 'htmlparser2';

export interface PageTitle {
  /** At most 256 characters (code points), '' when there is none. */
  readonly title: string;
  /** At most 512 characters (code points), '' when there is none. */
  readonly description: string;
}

const TITLE_CHARACTERS = 256;
const DESCRIPTION_CHARACTERS = 512;
const SNIFFED_BYTES = 4096;
/** htmlparser2 moves its whole stack on each open tag: 256 KB of `<b>` would cost seconds. */
const MAX_DEPTH = 256;
const READ_META = new Set(['description', 'og:title', 'og:description']);
/** A title in here names a drawing or a formula, or is no part of the page yet. */
const NOT_THE_PAGE = new Set(['svg', 'math', 'template']);

/**
 * Reads title and description from the bytes of an HTML page as they arrive: `write` until it
 * answers true or the page ends, `end` when it ended as it should, then `read`.
 */
export class HtmlTitleReader {
  readonly #contentType: string;
  readonly #parser: Parser;
  #start: Buffer | undefined = Buffer.alloc(0);
  #decoder = new TextDecoder();
  #depth = 0;
  #depthOutside = 0;
  #headEnded = false;
  #openTitle: string | undefined;
  readonly #found = new Map<string, string>();

  /** `contentType`: the value of the header, for its charset. */
  constructor(contentType: string) {
    this.#contentType = contentType;
    this.#parser = new Parser({
      onopentag: (name, attributes) => this.#openTag(name, attributes),
      onclosetag: (name) => this.#closeTag(name),
      ontext: (text) => {
        if (this.#openTitle !== undefined) this.#openTitle += text;
      },
    });
  }

  /** Takes the next bytes; true when what follows can change nothing. */
  write(bytes: Uint8Array): boolean {
    if (this.#start === undefined) {
      this.#parse(this.#decoder.decode(bytes, { stream: true }));
    } else {
      this.#start = Buffer.concat([this.#start, bytes]);
      if (this.#start.length >= SNIFFED_BYTES) this.#decodeStart(this.#start);
    }
    return this.#isDone();
  }

  /** The page is over; `broken` when it broke off, so that half a title is not taken for one. */
  end(broken: boolean): void {
    if (this.#start !== undefined) this.#decodeStart(this.#start);
    if (broken) return;
    this.#parse(this.#decoder.decode());
    this.#parser.end();
  }

  read(): PageTitle {
    const pick = (characters: number, ...names: string[]): string => {
      const texts = names.map((name) => cleanText(this.#found.get(name) ?? '', characters));
      return texts.find((text) => text !== '') ?? '';
    };
    return {
      title: pick(TITLE_CHARACTERS, 'title', 'og:title'),
      description: pick(DESCRIPTION_CHARACTERS, 'description', 'og:description'),
    };
  }

  #decodeStart(start: Buffer): void {
    this.#start = undefined;
    this.#decoder = chooseDecoder(start, this.#contentType);
    this.#parse(this.#decoder.decode(start, { stream: true }));
  }

  #parse(text: string): void {
    if (!this.#isDone()) this.#parser.write(text);
  }

  #isDone(): boolean {
    if (this.#depth > MAX_DEPTH) return true;
    return this.#headEnded && (this.#found.has('title') || this.#found.has('og:title'));
  }

  #openTag(name: string, attributes: Record<string, string>): void {
    this.#depth += 1;
    if (NOT_THE_PAGE.has(name)) this.#depthOutside += 1;
    if (name === 'body') this.#headEnded = true;
    if (this.#depthOutside === 0) {
      if (name === 'title' && !this.#found.has('title')) this.#openTitle = '';
      if (name === 'meta') this.#readMeta(attributes);
    }
    if (this.#isDone()) this.#parser.pause();
  }

  #closeTag(name: string): void {
    this.#depth -= 1;
    if (NOT_THE_PAGE.has(name)) this.#depthOutside -= 1;
    if (name === 'head') this.#headEnded = true;
    if (name === 'title' && this.#openTitle !== undefined) {
      this.#found.set('title', this.#openTitle);
      this.#openTitle = undefined;
    }
    if (this.#isDone()) this.#parser.pause();
  }

  #readMeta(attributes: Record<string, string>): void {
    const content = attributes['content'] ?? '';
    for (const attribute of [attributes['name'], attributes['property']]) {
      const name = attribute?.trim().toLowerCase() ?? '';
      if (READ_META.has(name) && !this.#found.has(name)) this.#found.set(name, content);
    }
  }
}

/** BOM, header, `<meta>`, else UTF-8 (as in the HTML standard, §13.2.3.2, without its guessing). */
function chooseDecoder(start: Buffer, contentType: string): TextDecoder {
  return (
    openDecoder(readByteOrderMark(start)) ??
    openDecoder(readCharset(contentType)) ??
    openDecoder(sniffMetaCharset(start)) ??
    new TextDecoder()
  );
}

function openDecoder(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label as Bun.Encoding);
  } catch {
    return undefined;
  }
}

function readByteOrderMark(start: Buffer): string | undefined {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return undefined;
}

function readCharset(contentType: string): string | undefined {
  return /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1];
}

function sniffMetaCharset(start: Buffer): string | undefined {
  let charset: string | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name !== 'meta') return;
      const isContentType = attributes['http-equiv']?.trim().toLowerCase() === 'content-type';
      charset ??= attributes['charset']?.trim();
      if (isContentType) charset ??= readCharset(attributes['content'] ?? '');
      if (charset !== undefined) parser.pause();
    },
  });
  parser.write(start.toString('latin1', 0, SNIFFED_BYTES));
  // Who can be read as ASCII up to here is not UTF-16, whatever it says (HTML standard, §13.2.3.2).
  return charset?.toLowerCase().startsWith('utf-16') === true ? 'utf-8' : charset;
}

/** One line without control characters and without what turns the direction of the text around it. */
function cleanText(text: string, characters: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\s]|[\u202A-\u202E\u2066-\u2069]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, characters).join('').trimEnd();
}

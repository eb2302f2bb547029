import { findOuterCharset, listCharsets } from './page-charsets.ts';
import { TitleParser } from './title-parser.ts';

export interface PageTitle {
  /** At most 256 code points, or ''. */
  readonly title: string;
  /** At most 512 code points, or ''. */
  readonly description: string;
}

const TITLE_CHARACTERS = 256;
const DESCRIPTION_CHARACTERS = 512;
/** This many bytes above 0x7F show the charset of a page that declares none. */
const ENOUGH_HIGH_BYTES = 1024;

/**
 * Reads an HTML page as it arrives: `write` until it returns true, then `read`. While the page
 * arrives, each byte is one character: tags and declarations are ASCII in almost every
 * charset. The page is decoded at the end, when its charset is known.
 */
export class HtmlTitleReader {
  readonly #contentType: string;
  readonly #isXhtml: boolean;
  readonly #watching: TitleParser;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  readonly #received: Uint8Array[] = [];
  #isUtf8 = true;
  #highBytes = 0;

  /** `contentType` is the header's value. */
  constructor(contentType: string) {
    this.#contentType = contentType;
    this.#isXhtml = /xhtml/i.test(contentType);
    this.#watching = new TitleParser(this.#isXhtml);
  }

  /** Returns true when further bytes change nothing. */
  write(bytes: Uint8Array): boolean {
    this.#received.push(bytes);
    this.#watching.write(Buffer.from(bytes).toString('latin1'));
    this.#watchUtf8(bytes);
    return this.#watching.isDone && this.#isCharsetSure();
  }

  /**
   * Uses the first charset that gives a title without broken characters. `isCut`: the page broke
   * off, so an open title does not count.
   */
  read(isCut: boolean): PageTitle {
    const page = Buffer.concat(this.#received);
    const tried = new Map<string, PageTitle>();
    for (const label of listCharsets(page, this.#contentType, this.#watching.charsets)) {
      if (tried.has(label)) continue;
      const found = this.#readAs(label, page, isCut);
      const read = toPageTitle(found);
      // ASCII that is read as UTF-16 has no tags.
      const hasNoTags = label.startsWith('utf-16') && found.size === 0;
      if (!hasNoTags && (read.title !== '' || !isBroken(found.get('title')))) return read;
      tried.set(label, read);
    }
    const [first] = tried.values();
    return first!;
  }

  #watchUtf8(bytes: Uint8Array): void {
    for (const byte of bytes) if (byte >= 0x80) this.#highBytes += 1;
    if (!this.#isUtf8) return;
    try {
      this.#utf8.decode(bytes, { stream: true });
    } catch {
      this.#isUtf8 = false;
    }
  }

  #isCharsetSure(): boolean {
    if (this.#isUtf8 || this.#watching.charsets.length > 0) return true;
    if (this.#highBytes >= ENOUGH_HIGH_BYTES) return true;
    return findOuterCharset(Buffer.from(this.#received[0]!), this.#contentType) !== null;
  }

  #readAs(label: string, page: Buffer, isCut: boolean): ReadonlyMap<string, string> {
    const parser = new TitleParser(this.#isXhtml);
    const decoder = new TextDecoder(label as Bun.Encoding);
    parser.write(decoder.decode(page, { stream: isCut }));
    if (!isCut) parser.end();
    return parser.found;
  }
}

function toPageTitle(found: ReadonlyMap<string, string>): PageTitle {
  const pick = (characters: number, ...names: string[]): string => {
    const texts = names.map((name) => cleanText(found.get(name) ?? '', characters));
    return texts.find((text) => text !== '') ?? '';
  };
  return {
    title: pick(TITLE_CHARACTERS, 'title', 'og:title'),
    description: pick(DESCRIPTION_CHARACTERS, 'description', 'og:description'),
  };
}

function isBroken(text: string | undefined): boolean {
  return text?.includes('\uFFFD') === true;
}

/** One line without control characters and direction marks; '' when a character is broken. */
function cleanText(text: string, characters: number): string {
  if (isBroken(text) || !text.isWellFormed()) return '';
  const line = text
    .replaceAll(/[^\P{Cc}\s]|[\u202A-\u202E\u2066-\u2069]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, characters).join('').trimEnd();
}

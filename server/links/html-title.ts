import { findOuterCharset, listCharsets } from './page-charsets.ts';
import { TitleParser } from './title-parser.ts';

export interface PageTitle {
  /** At most 256 characters (code points), '' when there is none. */
  readonly title: string;
  /** At most 512 characters (code points), '' when there is none. */
  readonly description: string;
}

const TITLE_CHARACTERS = 256;
const DESCRIPTION_CHARACTERS = 512;
/** How many bytes above 0x7F show the charset of a page that declares none. */
const ENOUGH_HIGH_BYTES = 1024;

/**
 * Reads title and description from the bytes of an HTML page as they arrive: `write` until it
 * answers true or the page ends, `end` when it ended as it should, then `read`.
 *
 * The parser that watches the bytes takes each for a character: tags and declarations are ASCII in
 * almost every charset. The page is decoded at the end, when all evidence of its charset is there.
 */
export class HtmlTitleReader {
  readonly #contentType: string;
  readonly #isXhtml: boolean;
  readonly #watching: TitleParser;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  readonly #received: Uint8Array[] = [];
  #isUtf8 = true;
  #highBytes = 0;
  #isBroken = false;

  /** `contentType`: the value of the header, for its charset. */
  constructor(contentType: string) {
    this.#contentType = contentType;
    this.#isXhtml = /xhtml/i.test(contentType);
    this.#watching = new TitleParser(this.#isXhtml);
  }

  /** Takes the next bytes; true when what follows can change nothing. */
  write(bytes: Uint8Array): boolean {
    this.#received.push(bytes);
    this.#watching.write(Buffer.from(bytes).toString('latin1'));
    this.#watchUtf8(bytes);
    return this.#watching.isDone && this.#isCharsetSure();
  }

  /** The page is over; `broken` when it broke off, so that half a title is not taken for one. */
  end(broken: boolean): void {
    this.#isBroken = broken;
  }

  /** Reads the page in the first charset in which its title has no broken characters. */
  read(): PageTitle {
    const page = Buffer.concat(this.#received);
    const tried = new Map<string, PageTitle>();
    for (const label of listCharsets(page, this.#contentType, this.#watching.charsets)) {
      if (tried.has(label)) continue;
      const found = this.#readAs(label, page);
      const read = toPageTitle(found);
      // Where ASCII is read as UTF-16 there are no tags.
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

  #readAs(label: string, page: Buffer): ReadonlyMap<string, string> {
    const parser = new TitleParser(this.#isXhtml);
    const decoder = new TextDecoder(label as Bun.Encoding);
    parser.write(decoder.decode(page, { stream: this.#isBroken }));
    if (!this.#isBroken) parser.end();
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

/**
 * One line without control characters and without what turns the direction of the text around it;
 * '' where a character is broken.
 */
function cleanText(text: string, characters: number): string {
  if (isBroken(text) || !text.isWellFormed()) return '';
  const line = text
    .replaceAll(/[^\P{Cc}\s]|[\u202A-\u202E\u2066-\u2069]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, characters).join('').trimEnd();
}

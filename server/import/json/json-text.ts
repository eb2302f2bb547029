import type { Problem } from '../../http/problem.ts';
import { unreadableFile } from '../refused-file.ts';

/** Characters of a value that is read as a whole, such as a link. */
export const VALUE_MAX = 1_048_576;
/** Levels of lists and objects; all known formats are much flatter. */
export const DEPTH_MAX = 100;

/** A walk yields this when it needs the next piece of the text. */
export const MORE = Symbol('more');
export type Walk<Item, Result> = Generator<Item | typeof MORE, Result>;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The part of a JSON text that is being read. It drops what was read, but not the values below. */
export class JsonText {
  text = '';
  at = 0;
  /** Whether the text ends here. */
  isWhole = false;
  /** Where the value begins that is being taken; -1: none. */
  #start = -1;
  /** Where an object begins that may be a row; -1: none, or it is too long for a row. */
  #object = -1;

  push(piece: string): void {
    if (this.#object >= 0 && this.text.length - this.#object > VALUE_MAX) this.#object = -1;
    const from = [this.#object, this.#start, this.at].find((index) => index >= 0)!;
    this.text = this.text.slice(from) + piece;
    this.at -= from;
    if (this.#start >= 0) this.#start -= from;
    if (this.#object >= 0) this.#object -= from;
  }

  /** Returns the code of the next sign, which is no white space; -1 at the end. */
  *peek(): Walk<never, number> {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) this.at += 1;
      else if (!Number.isNaN(code)) return code;
      else if (this.isWhole) return -1;
      else yield MORE;
    }
  }

  /** Reads up to `length` characters ahead, if the text has them. */
  *look(length: number): Walk<never, void> {
    while (!this.isWhole && this.text.length - this.at < length) yield MORE;
  }

  /** Returns the text of the next value, of which `depth` levels are around. */
  *take(depth: number): Walk<never, string> {
    this.#start = this.at;
    yield* this.#skip(depth);
    const text = this.text.slice(this.#start, this.at);
    this.#start = -1;
    if (text.length > VALUE_MAX) throw tooLong();
    return text;
  }

  /** The object that begins here stays until `takeObject`, unless it is too long for a row. */
  keepObject(): void {
    this.#object = this.at;
  }

  takeObject(): string | null {
    const isKept = this.#object >= 0 && this.at - this.#object <= VALUE_MAX;
    const text = isKept ? this.text.slice(this.#object, this.at) : null;
    this.#object = -1;
    return text;
  }

  *#skip(depth: number): Walk<never, void> {
    const place = { at: this.at, level: depth, isInString: false };
    for (;;) {
      const isEnd = skipPart(this.text, place, depth);
      this.at = place.at;
      if (isEnd) return;
      if (this.isWhole) {
        if (place.at >= this.text.length && place.level === depth && !place.isInString) return;
        throw incomplete();
      }
      if (this.at - this.#start > VALUE_MAX) throw tooLong();
      yield MORE;
      place.at = this.at;
    }
  }
}

interface Place {
  at: number;
  level: number;
  isInString: boolean;
}

/** Moves to the end of a value, or to the end of the text. Returns whether the value ends. */
function skipPart(text: string, place: Place, depth: number): boolean {
  let { at, level, isInString } = place;
  let isEnd = false;
  for (; at < text.length && !isEnd; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) {
        // The sign behind it may come with the next piece.
        if (at + 1 === text.length) break;
        at += 1;
      } else if (code === QUOTE) {
        isInString = false;
        isEnd = level === depth;
      }
    } else if (code === QUOTE) isInString = true;
    else if (code === 0x5b /* [ */ || code === 0x7b /* { */) {
      level += 1;
      if (level > DEPTH_MAX) throw unreadableFile('The file is nested too deeply');
    } else if (code === 0x5d /* ] */ || code === 0x7d /* } */) {
      // The bracket around a number ends it.
      if (level === depth) return finish(place, at);
      level -= 1;
      isEnd = level === depth;
    } else if (level === depth && (code === 0x2c /* , */ || code <= 0x20)) return finish(place, at);
  }
  Object.assign(place, { at, level, isInString });
  return isEnd;
}

function finish(place: Place, at: number): true {
  place.at = at;
  return true;
}

export function incomplete(): Problem {
  return unreadableFile('The file is not JSON, or is incomplete');
}

function tooLong(): Problem {
  return unreadableFile(`A value is longer than ${VALUE_MAX} characters`);
}

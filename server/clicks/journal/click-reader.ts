import type { RecordedVisit } from '../../stats/ingest/visit-reader.ts';
import {
  EMBEDDED,
  HAS_DOMAIN,
  HAS_TARGET,
  hasFlag,
  HEAD_BYTES,
  NOT_TRACKED,
  readLinkId,
  readTime,
  startOfAddress,
} from './record.ts';

type TextReader<Text> = (bytes: Buffer, from: number, to: number) => Text;

function readNewText(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to);
}

export function readClick(bytes: Buffer, start: number): RecordedVisit {
  return new ClickReader(readNewText, readNewText).read(bytes, start);
}

/** Reads into one object: an object per click would keep the garbage collector busy. */
export class ClickReader<Text, Address> implements RecordedVisit<Text, Address> {
  linkId = 0;
  time = 0;
  asksNotToBeTracked = false;
  isEmbedded = false;
  address!: Address;
  referrer!: Text;
  userAgent!: Text;
  language!: Text;
  query!: Text;
  country!: Text;
  target!: Text;
  domain!: Text;
  readonly #readText: TextReader<Text>;
  readonly #readAddress: TextReader<Address>;
  #end = 0;

  constructor(readText: TextReader<Text>, readAddress: TextReader<Address>) {
    this.#readText = readText;
    this.#readAddress = readAddress;
  }

  read(bytes: Buffer, start: number): this {
    const isFirstVersion = bytes[start + HEAD_BYTES] === 1;
    this.linkId = readLinkId(bytes, start);
    this.time = readTime(bytes, start);
    this.asksNotToBeTracked = hasFlag(bytes, start, NOT_TRACKED);
    this.isEmbedded = hasFlag(bytes, start, EMBEDDED);
    const from = startOfAddress(bytes, start) + 2;
    this.#end = endOfText(bytes, from);
    this.address = this.#readAddress(bytes, from, bytes[from] === 0 ? from : this.#end);
    this.referrer = this.#readNext(bytes);
    this.userAgent = this.#readNext(bytes);
    this.language = this.#readNext(bytes);
    this.query = this.#readIf(bytes, !isFirstVersion);
    this.country = this.#readIf(bytes, !isFirstVersion);
    this.target = this.#readIf(bytes, hasFlag(bytes, start, HAS_TARGET));
    this.domain = this.#readIf(bytes, hasFlag(bytes, start, HAS_DOMAIN));
    return this;
  }

  #readNext(bytes: Buffer): Text {
    const from = this.#end + 2;
    this.#end = endOfText(bytes, from);
    return this.#readText(bytes, from, this.#end);
  }

  #readIf(bytes: Buffer, isThere: boolean): Text {
    return isThere ? this.#readNext(bytes) : this.#readText(bytes, this.#end, this.#end);
  }
}

function endOfText(bytes: Buffer, start: number): number {
  return start + bytes[start - 2]! + bytes[start - 1]! * 256;
}

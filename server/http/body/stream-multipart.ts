import { open, rm, type FileHandle } from 'node:fs/promises';
import { StoredFile } from '../../../contracts/fields.ts';
import { InvalidRequest } from '../invalid-request.ts';
import { decode, HEAD_MAX, readBoundary, readPartHead } from './multipart.ts';
import { RateCheck, throwBroken } from './read-bytes.ts';
import { Problem, type ProblemName } from '../problem.ts';

interface StreamOptions {
  readonly bytesMax: number;
  readonly tooLarge: { readonly problem: ProblemName; readonly reason: string };
  readonly fieldMax: number;
  readonly fieldsMax: number;
  readonly nameFile: () => string;
}

const FILE_MODE = 0o600;
const DASHES = Buffer.from('--');
const LINE_END = 2; // bytes
/** How often the content may contain the boundary. */
const FALSE_DELIMITERS_MAX = 10_000;

/**
 * Reads a form whose first file goes to the disk as it arrives. No file stays when this throws:
 * InvalidRequest, `call.too-slow`, `call.broken-body`, and what `options` say for a large body.
 */
export async function streamMultipart(
  request: Request,
  options: StreamOptions,
): Promise<Record<string, unknown>> {
  const { bytesMax, tooLarge } = options;
  const refuseSize = (): Problem =>
    new Problem(tooLarge.problem, { field: 'file', reason: tooLarge.reason });
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw refuseSize();
  const form = new FormReader(readType(request), options);
  if (request.body === null) throw refuse('it is empty');
  const reader = request.body.getReader();
  const pace = new RateCheck(() => void reader.cancel().catch(() => undefined));
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(throwBroken);
      if (pace.isTooSlow) throw new Problem('call.too-slow');
      if (done) break;
      length += value.length;
      if (length > bytesMax) throw refuseSize();
      pace.note(value.length);
      await form.add(value);
    }
    return await form.end();
  } catch (error) {
    await form.discard();
    throw error;
  } finally {
    pace.stop();
    void reader.cancel().catch(() => undefined);
  }
}

function readType(request: Request): string {
  const type = request.headers.get('content-type') ?? '';
  if (type.split(';', 1)[0]!.trim().toLowerCase() === 'multipart/form-data') return type;
  throw refuse('send multipart/form-data');
}

function refuse(fault: string): InvalidRequest {
  const reason = `The body is not multipart/form-data: ${fault}`;
  return new InvalidRequest([{ field: '', key: 'bad.request', reason }]);
}

/** Holds back only as many bytes as a delimiter or a head may have. */
class FormReader {
  readonly #options: StreamOptions;
  readonly #delimiter: Buffer;
  readonly #fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  #parts = 0;
  /** As if a line had ended before the body: its first delimiter may be at the start. */
  #held: Buffer = Buffer.from('\r\n');
  #place: 'content' | 'head' | 'end' = 'content';
  #isFirstLine = false;
  #falseDelimiters = 0;
  #part: { readonly name: string; content: Buffer[]; size: number } | null = null;
  #file: FileHandle | null = null;
  #stored: StoredFile | null = null;

  constructor(contentType: string, options: StreamOptions) {
    this.#options = options;
    try {
      this.#delimiter = Buffer.from(`\r\n--${readBoundary(contentType)}`);
    } catch (error) {
      throw refuse((error as Error).message);
    }
  }

  async add(chunk: Uint8Array): Promise<void> {
    if (this.#place === 'end') return;
    this.#held = this.#held.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#held, chunk]);
    while (this.#place === 'head' ? await this.#readHead() : await this.#readContent());
  }

  async end(): Promise<Record<string, unknown>> {
    if (this.#place !== 'end') throw refuse('it is incomplete');
    return this.#fields;
  }

  async discard(): Promise<void> {
    await this.#file?.close().catch(() => undefined);
    this.#file = null;
    if (this.#stored !== null) await rm(this.#stored.path, { force: true });
  }

  async #readHead(): Promise<boolean> {
    const end = this.#held.indexOf('\r\n\r\n');
    if (end === -1 || end > HEAD_MAX) {
      if (this.#held.length > HEAD_MAX) throw refuse('the head of a part is too long');
      return false;
    }
    const { name, fileName } = this.#parseHead(this.#held.subarray(0, end));
    if (++this.#parts > this.#options.fieldsMax) throw refuse('it has too many parts');
    if (name in this.#fields) throw refuse('a field is repeated');
    this.#part = { name, content: [], size: 0 };
    if (fileName !== null) await this.#openFile(name, fileName);
    // A part without content may end with the line that ends its head.
    this.#held = this.#held.subarray(end + 2);
    this.#place = 'content';
    this.#isFirstLine = true;
    return true;
  }

  #parseHead(head: Buffer) {
    try {
      return readPartHead(decode(head));
    } catch (error) {
      throw refuse((error as Error).message);
    }
  }

  async #openFile(name: string, fileName: string): Promise<void> {
    if (this.#stored !== null) throw refuse('it has several files');
    const path = this.#options.nameFile();
    this.#file = await open(path, 'wx', FILE_MODE);
    this.#stored = new StoredFile(fileName, path);
    this.#fields[name] = this.#stored;
  }

  async #readContent(): Promise<boolean> {
    const at = this.#held.indexOf(this.#delimiter);
    const after = at + this.#delimiter.length;
    if (at === -1 || this.#held.length < after + 2) {
      // The delimiter may begin here.
      const safe = at === -1 ? this.#held.length - this.#delimiter.length : at;
      if (safe > LINE_END) await this.#takeContent(safe);
      return false;
    }
    const mark = this.#held.subarray(after, after + 2);
    const isLast = mark.equals(DASHES);
    if (!isLast && mark.toString('latin1') !== '\r\n') {
      this.#falseDelimiters += 1;
      if (this.#falseDelimiters > FALSE_DELIMITERS_MAX) {
        throw refuse('the boundary occurs in its content');
      }
      await this.#takeContent(after);
      return true;
    }
    await this.#takeContent(at);
    await this.#endPart();
    this.#held = this.#held.subarray(after - at + 2);
    this.#place = isLast ? 'end' : 'head';
    return !isLast;
  }

  async #takeContent(length: number): Promise<void> {
    if (length === 0) return;
    let bytes = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    if (this.#isFirstLine) {
      bytes = bytes.subarray(LINE_END);
      this.#isFirstLine = false;
    }
    if (this.#part === null || bytes.length === 0) return;
    if (this.#file !== null) {
      await this.#file.writeFile(bytes);
      return;
    }
    this.#part.size += bytes.length;
    if (this.#part.size > this.#options.fieldMax) throw new Problem('call.too-large');
    this.#part.content.push(Buffer.from(bytes));
  }

  async #endPart(): Promise<void> {
    if (this.#part === null) return;
    if (this.#file === null) {
      try {
        this.#fields[this.#part.name] = decode(Buffer.concat(this.#part.content));
      } catch {
        throw refuse('a field is not UTF-8');
      }
    } else {
      await this.#file.sync();
      await this.#file.close();
      this.#file = null;
    }
    this.#part = null;
  }
}

import { Secret, TOTP } from 'otpauth';
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

interface AuthenticatorOptions {
  readonly rpId: string;
  readonly origin: string;
}

const UP = 0x01;
const UV = 0x04;
const ATTESTED = 0x40;

function sha256(bytes: Uint8Array | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function url64(bytes: Uint8Array | string): string {
  return Buffer.from(bytes).toString('base64url');
}

/** CBOR of the few shapes that WebAuthn needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  const parts = entries.flatMap(([name, part]) => [cbor(name), cbor(part)]);
  return Buffer.concat([head(5, entries.length), ...parts]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}

/** A passkey in memory, as a browser would answer for it. Each part can be made wrong. */
export class Authenticator {
  rpId: string;
  origin: string;
  flags = UP | UV;
  counter = 0;
  readonly id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #point: { readonly x: Buffer; readonly y: Buffer };
  #handle = '';

  constructor({ rpId, origin }: AuthenticatorOptions) {
    this.rpId = rpId;
    this.origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#point = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
  }

  create(options: {
    readonly challenge?: string;
    readonly user?: { readonly id: string };
  }): object {
    this.#handle = options.user?.id ?? '';
    const { x, y } = this.#point;
    const key = cbor(
      new Map<unknown, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, x],
        [-3, y],
      ]),
    );
    const credential = [Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key];
    const authData = Buffer.concat([this.#describe(ATTESTED), ...credential]);
    const object = new Map<unknown, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: url64(this.#clientData('webauthn.create', options.challenge)),
      attestationObject: url64(cbor(object)),
      transports: ['internal'],
    });
  }

  get(options: { readonly challenge?: string }): object {
    this.counter = this.counter === 0 ? 0 : this.counter + 1;
    const authData = this.#describe(0);
    const clientData = this.#clientData('webauthn.get', options.challenge);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#key);
    return this.#answer({
      clientDataJSON: url64(clientData),
      authenticatorData: url64(authData),
      signature: url64(signature),
      userHandle: this.#handle,
    });
  }

  #describe(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.rpId), Buffer.from([this.flags | flags]), counter]);
  }

  #clientData(type: string, challenge = ''): string {
    return JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false });
  }

  #answer(response: object): object {
    const id = url64(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

/**
 * What an authenticator app shows now, or so many steps of 30 seconds later. The server takes the step
 * before and the one after, too, so these codes hold when a step ends before they are checked.
 */
export function codeOf(secret: string, steps: 0 | 1 = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp,
  });
}

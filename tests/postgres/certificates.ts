import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** A private certificate authority in a temporary directory. */
export class CertificateAuthority implements Disposable {
  readonly #directory = mkdtempSync(join(tmpdir(), 'brisk-certificates-'));
  readonly #root: Certificate;
  #signed = 0;

  constructor() {
    this.#root = this.#pathsOf('root');
    issue('Authority of a test', this.#root, []);
  }

  get certificateFile(): string {
    return this.#root.certificateFile;
  }

  /** Signs a certificate for a user or for hosts like `DNS:db.test` or `IP:127.0.0.1`. */
  sign(commonName: string, hosts: readonly string[] = []): Certificate {
    this.#signed += 1;
    const paths = this.#pathsOf(`signed-${this.#signed}`);
    const names = hosts.length === 0 ? [] : ['-addext', `subjectAltName=${hosts.join(',')}`];
    const { certificateFile, keyFile } = this.#root;
    issue(commonName, paths, ['-CA', certificateFile, '-CAkey', keyFile, ...names]);
    return paths;
  }

  [Symbol.dispose](): void {
    rmSync(this.#directory, { recursive: true });
  }

  #pathsOf(name: string): Certificate {
    const path = join(this.#directory, name);
    return { certificateFile: `${path}.crt`, keyFile: `${path}.key` };
  }
}

/** Makes a certificate with a new key. It signs itself without `-CA` in the arguments. */
function issue(commonName: string, paths: Certificate, words: readonly string[]): void {
  const { success, stderr } = Bun.spawnSync([
    'openssl',
    'req',
    '-x509',
    '-days',
    '2',
    '-nodes',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-subj',
    `/CN=${commonName}`,
    '-keyout',
    paths.keyFile,
    '-out',
    paths.certificateFile,
    ...words,
  ]);
  if (!success) throw new Error(`openssl failed:\n${stderr.toString()}`);
}

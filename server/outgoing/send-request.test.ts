import { expect, test } from 'bun:test';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { CertificateAuthority } from '../../tests/postgres/certificates.ts';

/** Prints the body or the error of its last argument, a URL whose address counts as public. */
const REQUEST = `
  const { sendRequest } = await import('${import.meta.dirname}/send-request.ts');
  const { ByteBudget } = await import('${import.meta.dirname}/counted-connection.ts');
  const guard = { isPublic: () => true, resolve: async () => ['127.0.0.1'] };
  const limits = { guard, budget: new ByteBudget(65536), signal: AbortSignal.timeout(10000) };
  const request = { method: 'POST', headers: {}, body: 'a secret' };
  try {
    const exchange = await sendRequest(new URL(process.argv.at(-1)), request, limits);
    for await (const chunk of exchange.body) process.stdout.write(chunk);
  } catch (error) {
    process.stdout.write(error.code ?? error.message);
  }`;

test('TLS trusts a certificate of the requested host only', async () => {
  using authority = new CertificateAuthority();
  const { certificateFile, keyFile } = authority.sign('page.test', [
    'DNS:page.test',
    'IP:127.0.0.1',
  ]);
  const received: string[] = [];
  const server = https.createServer(
    { cert: readFileSync(certificateFile), key: readFileSync(keyFile) },
    (request, response) => {
      received.push(`${request.headers.host}`);
      request.pipe(response);
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // A process reads its trusted certificates at its start.
  const request = async (host: string, env: Record<string, string>): Promise<string> => {
    const command = [process.execPath, '-e', REQUEST, `https://${host}:${port}/`];
    const child = Bun.spawn(command, { env, stdout: 'pipe', stderr: 'inherit' });
    return new Response(child.stdout).text();
  };
  const trusting = { NODE_EXTRA_CA_CERTS: authority.certificateFile };
  for (const host of ['page.test', 'page.test.', '127.0.0.1']) {
    expect([host, await request(host, trusting)]).toEqual([host, 'a secret']);
  }
  expect(await request('other.test', trusting)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(await request('page.test', {})).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  const unchecked = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  expect(await request('page.test', unchecked)).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  expect(received).toEqual(
    ['page.test', 'page.test.', '127.0.0.1'].map((host) => `${host}:${port}`),
  );
  server.close();
});

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyAnswer } from '../../../contracts/people/factors.ts';
import type { Call } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import type { FactorRow } from './factors.store.ts';

/** EdDSA, ES256 and RS256, as COSE numbers them. */
const ALGORITHMS = [-8, -7, -257];

/** Where passkeys work: at exactly one host. */
export interface PasskeySite {
  readonly rpId: string;
  readonly origin: string;
}

/**
 * Browsers refuse IP addresses, and plain http but for localhost. Without the address of the site
 * in its settings only localhost is sure: the header `Host` is what the caller says.
 */
export function findPasskeySite(baseUrl: URL | null, requested: URL): PasskeySite | null {
  const { hostname, origin, protocol } = baseUrl ?? requested;
  const isLocal = hostname === 'localhost';
  if (baseUrl === null && !isLocal) return null;
  const isAddress = /^\[|^[\d.]+$/.test(hostname);
  return isLocal || (protocol === 'https:' && !isAddress) ? { rpId: hostname, origin } : null;
}

export function passkeySiteOf(baseUrl: URL | null, { site }: Pick<Call, 'site'>): PasskeySite {
  const found = findPasskeySite(baseUrl, site);
  if (found === null) throw new Problem('account.passkey-unavailable');
  return found;
}

/** 16 MB, so only when someone uses a passkey. */
async function load() {
  // In the executable the library does not find this one by itself.
  await import('reflect-metadata');
  return import('@simplewebauthn/server');
}

interface Registered {
  readonly name: string;
  readonly username: string;
  readonly account: number;
  readonly present: readonly Pick<FactorRow, 'credential_id' | 'transports'>[];
}

export async function askForNewPasskey(
  { rpId }: PasskeySite,
  { name, username, account, present }: Registered,
) {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: name,
    rpID: rpId,
    userName: username,
    userID: toUserId(account),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: present.map(({ credential_id: id, transports }) => ({
      id,
      transports: transports === '' ? [] : transports.split(' '),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Throws `account.passkey-wrong`. */
export async function readNewPasskey(
  { rpId, origin }: PasskeySite,
  answer: PasskeyAnswer,
  challenge: string,
) {
  const { verifyRegistrationResponse } = await load();
  const { verified, registrationInfo: info } = await verifyRegistrationResponse({
    response: answer as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refuse);
  if (!verified) throw new Problem('account.passkey-wrong');
  const { credential, credentialBackedUp } = info;
  return {
    credential_id: credential.id,
    secret: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: (credential.transports ?? []).join(' '),
    rp_id: rpId,
    is_backed_up: Number(credentialBackedUp),
  };
}

export async function askForPasskey({ rpId }: PasskeySite) {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' });
}

/** Returns the new counter; 0 = the passkey does not count. Throws `account.passkey-wrong`. */
export async function checkPasskey(
  { rpId, origin }: PasskeySite,
  answer: PasskeyAnswer,
  { challenge, passkey }: { readonly challenge: string; readonly passkey: FactorRow },
): Promise<number> {
  const handle = answer.response['userHandle'];
  // A discoverable passkey says whose it is.
  const ownHandle = Buffer.from(toUserId(passkey.account_id)).toString('base64url');
  if (handle !== undefined && handle !== ownHandle) throw new Problem('account.passkey-wrong');
  const { verifyAuthenticationResponse } = await load();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: Uint8Array.from(Buffer.from(passkey.secret, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(refuse);
  // The library also returns a new counter when the signature is wrong.
  if (!verified) throw new Problem('account.passkey-wrong');
  return authenticationInfo.newCounter;
}

/** What is wrong with the answer is of no use to who sent it. */
function refuse(): never {
  throw new Problem('account.passkey-wrong');
}

function toUserId(account: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`account ${account}`);
}

import { InvalidRequest } from '../http/invalid-request.ts';
import { choosePublicAddress, PrivateAddressError } from '../outgoing/address-guard.ts';
import type { AddressGuard } from '../outgoing/address-guard.ts';

const RESOLVE_MS = 2000; // the administrator waits

/**
 * Throws InvalidRequest for a refused host. A name that does not resolve passes, because each
 * delivery checks again.
 */
export async function checkWebhookHost(webhook: string, guard: AddressGuard): Promise<void> {
  if (webhook === '') return;
  const choice = choosePublicAddress(new URL(webhook), guard).catch((error: unknown) => error);
  const outcome = await Promise.race([choice, Bun.sleep(RESOLVE_MS)]);
  if (!(outcome instanceof PrivateAddressError)) return;
  const reason = 'This host is on a private network. WEBHOOK_PRIVATE_HOSTS=1 allows it';
  throw new InvalidRequest([{ field: 'value.webhook', key: 'webhook.private', reason }]);
}

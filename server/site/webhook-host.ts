import { InvalidRequest } from '../http/invalid-request.ts';
import { choosePublicAddress, PrivateAddressError } from '../outgoing/address-guard.ts';
import type { AddressGuard } from '../outgoing/address-guard.ts';

/** How long a name may take to resolve while the administrator waits. */
const RESOLVE_MS = 2000;

/**
 * Throws InvalidRequest where the host of the webhook is refused by the guard, by its address or by
 * what its name resolves to. A name that does not resolve now passes: each delivery checks again.
 */
export async function checkWebhookHost(webhook: string, guard: AddressGuard): Promise<void> {
  if (webhook === '') return;
  const choice = choosePublicAddress(new URL(webhook), guard).catch((error: unknown) => error);
  const outcome = await Promise.race([choice, Bun.sleep(RESOLVE_MS)]);
  if (!(outcome instanceof PrivateAddressError)) return;
  const reason = 'This host is on a private network, which WEBHOOK_PRIVATE_HOSTS=1 allows';
  throw new InvalidRequest([{ field: 'value.webhook', key: 'webhook.private', reason }]);
}

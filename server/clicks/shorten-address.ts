/** Shortens an address to a network of many households: /24 of IPv4, /48 of IPv6. */
export function shortenAddress(address: string): string {
  const lastDot = address.lastIndexOf('.');
  if (lastDot !== -1) return address.slice(address.lastIndexOf(':') + 1, lastDot);
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
    for (let index = 0; index < missing; index += 1) groups.push('0');
    if (tail !== '') groups.push(...tail.split(':'));
  }
  return `${groups.slice(0, 3).join(':')}::`;
}

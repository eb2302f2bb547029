/** The router target of a link's statistics. */
export function toStats(code: string) {
  return toPage(code, undefined);
}

export function toSettings(code: string) {
  return toPage(code, 'settings');
}

export function toHistory(code: string) {
  return toPage(code, 'history');
}

function toPage(code: string, page: string | undefined) {
  // Without `page`, the router would keep the page of the present address.
  return { to: '/admin/links/$code/{-$page}', params: { code, page }, search: {} } as const;
}

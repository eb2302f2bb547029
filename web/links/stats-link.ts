/** The router target of a link's statistics. */
export function toStats(code: string) {
  return toPage(code, undefined);
}

export function toSettings(code: string) {
  return toPage(code, 'settings');
}

/** The router target of the statistics of several links. */
export function toStatsOf(codes: readonly string[]) {
  // Codes may hold commas.
  const links = codes.map(encodeURIComponent).join();
  return { to: '/admin/stats', search: { links } } as const;
}

function toPage(code: string, page: string | undefined) {
  // Without `page`, the router would keep the page of the present address.
  return { to: '/admin/links/$code/{-$page}', params: { code, page }, search: {} } as const;
}

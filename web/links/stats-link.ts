/** Where the statistics of a link stand, for a router's link. */
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
  // A page that is not named at all would be that of the present address.
  return { to: '/admin/links/$code/{-$page}', params: { code, page }, search: {} } as const;
}

/** Where the statistics of a link stand, for a router's link. */
export function toStats(code: string) {
  return { to: '/admin/stats/$code', params: { code }, search: {} } as const;
}

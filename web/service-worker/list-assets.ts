const ASSET = /"(\/assets\/[^"]+)"/g;

/** The paths of a page's scripts and styles. */
export function listAssets(html: string): string[] {
  return [...html.matchAll(ASSET)].map(([, path]) => path!);
}

const ASSET = /"(\/assets\/[^"]+)"/g;

/** The paths of the scripts and styles that a page names. */
export function listAssets(html: string): string[] {
  return [...html.matchAll(ASSET)].map(([, path]) => path!);
}

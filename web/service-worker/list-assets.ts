const ASSET = /"(\/assets\/[^"]+)"/g;

export function listAssets(html: string): string[] {
  return [...html.matchAll(ASSET)].map(([, path]) => path!);
}

import { readTopLinks, type TopLink } from '../server/stats/top-links.ts';

/** The links of a settled day as they are stored. */
export function decodeTopLinks(body: Uint8Array): TopLink[] {
  const links: TopLink[] = [];
  readTopLinks(body, (linkId, people) => links.push({ linkId, people }));
  return links;
}

import type { Generated } from 'kysely';

/** Search indexes of segments of link ids (`search/search-build.ts`). */
export interface SearchBuildTable {
  id: Generated<number>;
  segment: number;
  state: 'growing' | 'ready' | 'dead';
}

/** The links of a segment that hold a trigram or word. */
export interface SearchPostingTable {
  build: number;
  field: number;
  /** A trigram, or the negative id of a word. */
  gram: number;
  ids: Uint8Array;
}

export interface SearchWordTable {
  id: Generated<number>;
  field: number;
  word: string;
}

/** Links that changed after their segment was indexed. */
export interface SearchStaleTable {
  link_id: number;
}

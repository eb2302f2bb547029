import type { Generated } from 'kysely';

export interface SearchBuildTable {
  id: Generated<number>;
  segment: number;
  state: 'growing' | 'ready' | 'dead';
}

export interface SearchPostingTable {
  build: number;
  field: number;
  gram: number;
  ids: Uint8Array;
}

export interface SearchWordTable {
  id: Generated<number>;
  field: number;
  word: string;
}

export interface SearchStaleTable {
  link_id: number;
}

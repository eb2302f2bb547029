import type { LinkValues } from './link-values.ts';

/** Unsaved input from the dialog of a link. */
export interface LinkDraft {
  readonly values: LinkValues;
  /** The automatic title, and the long URL that it belongs to. */
  readonly filled: { readonly url: string; readonly title: string };
}

const drafts = new Map<string, LinkDraft>();

/** Drafts live in memory, until the document unloads. */
export function readDraft(name: string): LinkDraft | null {
  return drafts.get(name) ?? null;
}

export function storeDraft(name: string, draft: LinkDraft) {
  drafts.set(name, draft);
}

export function removeDraft(name: string) {
  drafts.delete(name);
}

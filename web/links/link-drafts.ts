import type { LinkValues } from './link-values.ts';

/** What was typed into the dialog of a link and not saved. */
export interface LinkDraft {
  readonly values: LinkValues;
  /** The title that was filled in, and for which long URL. */
  readonly filled: { readonly url: string; readonly title: string };
}

const drafts = new Map<string, LinkDraft>();

/** The drafts of a document, by the name of what they are for. */
export function readDraft(name: string): LinkDraft | null {
  return drafts.get(name) ?? null;
}

export function keepDraft(name: string, draft: LinkDraft) {
  drafts.set(name, draft);
}

export function dropDraft(name: string) {
  drafts.delete(name);
}

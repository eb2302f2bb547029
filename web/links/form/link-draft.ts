import { deepEqual } from '@tanstack/react-router';
import type { HistoryField } from '../../../contracts/links/link-fields.constants.ts';
import type { Link } from '../links.api.ts';
import { rootOf, type Faults } from './faults.ts';
import {
  linkFields,
  type Field,
  type Fields,
  type FormSubject,
  type LinkEdit,
} from './link-fields.ts';

/** The unsaved input in the form of a link. */
export interface LinkDraft<Values> {
  readonly values: Partial<Values>;
  /** The paths of fields that the user has left. The form shows no errors at the others yet. */
  readonly left: readonly string[];
  /** The errors from the server or from an attempt to save. */
  readonly refused: Faults;
  /** How often the form was refused: each time, closed parts with errors open. */
  readonly refusals: number;
  /** What the form has sent in the last save. */
  readonly sent: Partial<Values>;
  /** The last save. The page gets the link a moment after the form. */
  readonly saved: Saved | null;
}

interface Saved {
  readonly before: Link;
  readonly after: Link;
}

export const emptyDraft = {
  values: {},
  left: [],
  refused: {},
  refusals: 0,
  sent: {},
  saved: null,
} as const satisfies LinkDraft<object>;

function listFields<Values>(fields: Fields<Values>) {
  return Object.entries(fields) as [keyof Values, Field<Values, unknown>][];
}

/** The values of a link; null: the empty ones. */
export function readValues<Values>(
  fields: Fields<Values>,
  link: Link | null,
  sent: Partial<Values> = {},
): Values {
  const entries = listFields(fields).map(([name, { empty, read }]) => {
    if (link === null) return [name, empty];
    return [name, read === undefined ? link[name as keyof Link] : read(link, sent[name])];
  });
  return Object.fromEntries(entries) as Values;
}

interface FormOf<Values> extends FormSubject {
  readonly fields: Fields<Values>;
  /** The first values of a new link. */
  readonly first?: Partial<Values> | undefined;
}

/** Applies a draft to a link. Returns the values, the changes and the errors. */
export function readDraft<Values>(
  { fields, first, ...subject }: FormOf<Values>,
  draft: LinkDraft<Values>,
) {
  const { saved } = draft;
  const link = subject.link === saved?.before ? saved.after : subject.link;
  const before: Values = { ...readValues(fields, link, draft.sent), ...first };
  const values: Values = { ...before, ...draft.values };
  const all = listFields(fields);
  const changed = all.filter(([name, { toComparable }]) => {
    const [first, last] = [before, values].map(
      (read) => toComparable?.(read, before) ?? read[name],
    );
    return !deepEqual(first, last);
  });
  // The rules may be newer than a stored value.
  const judged = link === null ? all : changed;
  const explained = judged.map(([name, { explain }]) => {
    const fault = explain?.(values, { ...subject, link }) ?? {};
    return typeof fault === 'string' ? { [name]: fault } : fault;
  });
  const faults = Object.assign({}, ...explained) as Faults;
  const shown = draft.left.filter((path) => path in faults);
  const errors: Faults = {
    ...Object.fromEntries(shown.map((path) => [path, faults[path]])),
    ...draft.refused,
  };
  const names = changed.map(([name]) => name as HistoryField);
  return { before, values, changed: names, faults, errors };
}

/** The request for an edit of these fields. The server keeps the fields that it leaves out. */
export function toEdit<Values>(
  fields: Fields<Values>,
  { values, before }: { readonly values: Values; readonly before: Values },
  names: readonly string[] = Object.keys(fields),
): LinkEdit {
  const edits = listFields(fields)
    .filter(([name]) => names.includes(name as string))
    .map(([name, field]) => field.toEdit?.(values, before) ?? { [name]: values[name] });
  return Object.assign({}, ...edits) as LinkEdit;
}

/** Changes values of a draft and removes the refusals of these fields. */
export function withValues<Values>(
  draft: LinkDraft<Values>,
  change: Partial<Values>,
): LinkDraft<Values> {
  const refused = Object.entries(draft.refused).filter(([path]) => !(rootOf(path) in change));
  return {
    ...draft,
    values: { ...draft.values, ...change },
    refused: Object.fromEntries(refused),
  };
}

export function withRefusal<Values>(draft: LinkDraft<Values>, refused: Faults): LinkDraft<Values> {
  // A rule that is added later shows no errors at once.
  const left = [...draft.left, ...Object.keys(linkFields), ...Object.keys(refused)];
  return { ...draft, left, refused, refusals: draft.refusals + 1 };
}

/** The part of a draft that the user typed after the save began. */
export function withoutSaved<Values>(
  now: LinkDraft<Values>,
  sent: LinkDraft<Values>,
  saved: Saved,
): LinkDraft<Values> {
  const later = Object.entries(now.values).filter(
    ([name, value]) => value !== sent.values[name as keyof Values],
  );
  return {
    ...emptyDraft,
    saved,
    sent: { ...sent.sent, ...sent.values },
    values: Object.fromEntries(later) as Partial<Values>,
  };
}

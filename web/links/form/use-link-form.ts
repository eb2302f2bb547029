import { useState, type ChangeEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../api.ts';
import { explainFailure } from '../../failure.ts';
import { toast } from '../../toast.tsx';
import type { Link } from '../links.api.ts';
import { findRefusedField, rootOf, type Faults } from './faults.ts';
import {
  emptyDraft,
  readDraft,
  withoutSaved,
  withRefusal,
  withValues,
  type LinkDraft,
} from './link-draft.ts';
import type { Fields, FormSubject, LinkValues } from './link-fields.ts';

type FormState<Values> = ReturnType<typeof readDraft<Values>>;
type Save<Values> = (form: FormState<Values>) => Promise<Link | null>;

interface LinkFormOptions<Values> extends FormSubject {
  readonly root: RefObject<HTMLFormElement | null>;
  readonly fields: Fields<Values>;
  /** The first values of a new link. */
  readonly first?: Partial<Values>;
  /** The values of an earlier draft. */
  readonly restored?: Partial<Values> | undefined;
  /**
   * True: a toast repeats each refusal, and an error hides while the user types. Otherwise an
   * error follows the input.
   */
  readonly isDialog: boolean;
  /** Sends the input. The form shows its errors. Returns the saved link; null: the form closes. */
  readonly save: Save<Values>;
  readonly onFailed?: (error: unknown, form: FormState<Values>) => void;
}

/**
 * The state of a form of a link: the stored values and the user's input over them. An untouched
 * field follows the stored value, even after a change in another window. The form does not save it.
 */
export function useLinkForm<Values extends LinkValues>(options: LinkFormOptions<Values>) {
  const { root, fields, link, restored, isDialog } = options;
  const [draft, setDraft] = useState<LinkDraft<Values>>({ ...emptyDraft, values: restored ?? {} });
  const state = readDraft(options, draft);
  const { values, faults, changed } = state;

  const refuse = (refused: Faults) => {
    // Closed sections open, so that the field can have the focus.
    flushSync(() => setDraft((now) => withRefusal(now, refused)));
    focusFirst(root.current, refused, Object.keys(fields));
  };

  const handleFailure = (error: unknown) => {
    const path = findPath(error, fields, values);
    const text = explainFailure(error, link === null ? 'add.failed' : 'edit.failed');
    if (isDialog || path === null) toast('error', text);
    if (path === null) return;
    if (isDialog) setDraft((now) => withRefusal(now, { [path]: text }));
    else refuse({ [path]: text });
  };

  const { isSaving, send } = useSaving(async (save: Save<Values> = options.save) => {
    try {
      const after = await save(state);
      if (after !== null) setDraft((now) => withoutSaved(now, draft, { before: link!, after }));
    } catch (error) {
      handleFailure(error);
      options.onFailed?.(error, state);
    }
  });

  const set = (change: Partial<Values>) =>
    setDraft((now) => {
      const left = isDialog ? now.left.filter((path) => !(rootOf(path) in change)) : now.left;
      return withValues({ ...now, left }, change);
    });
  const leave = (path: string) => setDraft((now) => ({ ...now, left: [...now.left, path] }));

  return {
    ...state,
    link,
    isDialog,
    isSaving,
    typed: draft.values,
    refusals: draft.refusals,
    set,
    leave,
    refuse,
    reset: () => setDraft(({ sent, saved }) => ({ ...emptyDraft, sent, saved })),
    restore: (kept: Partial<Values>) => setDraft({ ...emptyDraft, values: kept }),
    send,
    submit: () => {
      if (isSaving || (!isDialog && changed.length === 0)) return;
      if (Object.keys(faults).length > 0) refuse(faults);
      else send();
    },
  };
}

type TextEvent = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

function useSaving<Arguments extends unknown[]>(save: (...args: Arguments) => Promise<void>) {
  const [isSaving, setIsSaving] = useState(false);
  const send = (...args: Arguments) => {
    setIsSaving(true);
    void save(...args).finally(() => setIsSaving(false));
  };
  return { isSaving, send };
}

type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name & string : never;
}[keyof Values];

export type LinkForm<Values extends LinkValues = LinkValues> = ReturnType<
  typeof useLinkForm<Values>
>;

/** The props of a text field. */
export function toTextProps<Values extends LinkValues>(
  form: LinkForm<Values>,
  name: TextName<Values>,
) {
  const put = (value: string) => form.set({ [name]: value } as Partial<Values>);
  return toInputProps(form, name, form.values[name] as string, put);
}

/** The props of a text field at a path. When the user leaves it, its text becomes a complete one. */
export function toInputProps(
  { errors, leave }: Pick<LinkForm, 'errors' | 'leave'>,
  path: string,
  value: string,
  put: (value: string) => void,
  complete: (value: string) => string = String,
) {
  return {
    name: path,
    value,
    error: errors[path],
    autoComplete: 'off',
    onChange: ({ currentTarget }: TextEvent) => put(currentTarget.value),
    onBlur: () => {
      if (complete(value) !== value) put(complete(value));
      leave(path);
    },
  };
}

function findPath<Values>(error: unknown, fields: Fields<Values>, values: Values): string | null {
  const [issue] = error instanceof ApiError ? error.issues : [];
  const name = rootOf(issue?.field ?? '');
  if (issue === undefined || !(name in fields)) return findRefusedField(error);
  return fields[name as keyof Values].toPath?.(issue.field, values) ?? issue.field;
}

/** Focuses the first of the refused fields, in the order of the form. */
function focusFirst(form: HTMLElement | null, refused: Faults, names: readonly string[]) {
  const paths = Object.keys(refused);
  const places = paths.map((path) => names.indexOf(rootOf(path)));
  const first = paths[places.indexOf(Math.min(...places))];
  if (first !== undefined) findField(form, first)?.focus();
}

function findField(form: HTMLElement | null, path: string): HTMLElement | null {
  const places = [
    `[name="${path}"]`,
    `[data-path="${path}"]`,
    `[data-field="${path}"] input[type=text]`,
  ];
  return form?.querySelector<HTMLElement>(places.join()) ?? null;
}

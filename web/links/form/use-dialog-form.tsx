import { useState, type RefObject, useEffect, useRef } from 'react';
import { findRestorableUntil } from '../../failure.ts';
import { noteUnsaved } from '../../form/unsaved.ts';
import { t } from '../../language.ts';
import { toStoredCode } from '../../urls/short-link.ts';
import { toast } from '../../toast.tsx';
import { useCreateLink, useUpdateLink, type CreatedLink, type Link } from '../links.api.ts';
import { readValues, toEdit } from './link-draft.ts';
import { linkFields, type LinkValues } from './link-fields.ts';
import type { LinkTask } from './link-task.ts';
import { useLinkForm } from './use-link-form.ts';
import { useTitleFill, type FilledTitle } from './use-title-fill.ts';
import { newLinkFields, type NewLinkForm, type NewLinkValues } from './visitor-fields.ts';

interface DialogOptions extends DialogEvents {
  readonly task: LinkTask;
  readonly root: RefObject<HTMLFormElement | null>;
}

export interface DialogEvents {
  /** Receives the new link, and a sentence about it. */
  readonly onAdded: (link: CreatedLink, about: string) => void;
  readonly onSaved: () => void;
}

interface Input {
  readonly values: NewLinkValues;
  readonly before: NewLinkValues;
  readonly changed: readonly string[];
}

/** The state of the dialog: adds or edits a link, and keeps unsaved input as a draft. */
export function useDialogForm({ task, root, ...events }: DialogOptions) {
  const [{ draftName, draft, first, link, original }] = useState(() => readTask(task));
  const [isRestored, setIsRestored] = useState(draft !== null);
  /** The input whose code belongs to a deleted link. */
  const [binned, setBinned] = useState<ReturnType<typeof toWanted> | null>(null);

  const { add, edit } = useDialogSaving(draftName, events);
  const form = useLinkForm<NewLinkValues>({
    root,
    fields: newLinkFields,
    link,
    original,
    first,
    restored: draft?.values,
    isDialog: true,
    save: (input) => (link === null ? add(input, false) : edit(link, input, input.changed)),
    onFailed: (error, input) =>
      setBinned(findRestorableUntil(error) === undefined ? null : toWanted(input)),
  });
  const noTitle = { url: form.before.long_url, title: '' };
  const titles = useTitleFill(form, draft?.filled ?? noTitle);
  useDialogDraft({ name: draftName, form, isRestored, filled: titles.filled });

  const wanted = toWanted(form);
  const isStill = JSON.stringify(wanted) === JSON.stringify(binned);
  return {
    form,
    titles,
    isRestored,
    /** The input that a deleted link may have; null: none. */
    wanted: link === null && isStill ? wanted : null,
    restore: () => form.send((input) => add(input, true)),
    startOver: () => {
      titles.noteFilled(noTitle);
      form.reset();
      setIsRestored(false);
      root.current?.querySelector<HTMLElement>('[name=long_url]')?.focus();
    },
  };
}

function useDialogSaving(draftName: string, { onAdded, onSaved }: DialogEvents) {
  const creation = useCreateLink();
  const update = useUpdateLink();

  const add = async (input: Input, restores: boolean) => {
    // A field that is not sent gets its default, so parts that stayed folded are left out.
    const names = [...Object.keys(linkFields), ...input.changed];
    const { long_url: url = '', ...edit } = toEdit(newLinkFields, input, names);
    const request = { ...edit, long_url: url, ...(restores && { restore: 1 }) };
    const added = await creation.mutateAsync(request);
    removeDialogDraft(draftName);
    onAdded(added, explainAdded(added));
    return null;
  };

  const edit = async ({ id }: Link, input: Input, changed: readonly string[]) => {
    // An untouched expiry keeps its seconds.
    const names = Object.keys(linkFields).filter(
      (name) => name !== 'expires_at' || changed.includes(name),
    );
    await update.mutateAsync({ id, ...toEdit(linkFields, input, names) });
    removeDialogDraft(draftName);
    toast('success', t('edit.done'));
    onSaved();
    return null;
  };

  return { add, edit };
}

function readTask(task: LinkTask) {
  if (task.kind === 'edit') {
    const { link } = task;
    // When another window changes the link, its draft no longer applies.
    const draftName = `edit ${link.id} ${link.updated_at}`;
    return { draftName, draft: readDialogDraft(draftName), first: {}, link, original: undefined };
  }
  const { url, code, title, domain, original } = task;
  const prefill = { long_url: url, title, domain, short_url: code };
  const draftName = original === undefined ? 'add' : `copy ${original.id} ${original.updated_at}`;
  const isFree = original !== undefined || url + code + title === '';
  return {
    draftName,
    draft: isFree ? readDialogDraft(draftName) : null,
    first: original === undefined ? prefill : { ...toCopy(original), ...prefill },
    link: null,
    original,
  };
}

/** The values of a link for a copy, without a past expiry. */
function toCopy(link: Link): Partial<LinkValues> {
  const { expires_at: validity, ...values } = readValues(linkFields, link);
  const isOver = link.expires_at * 1000 <= Date.now();
  return isOver ? values : { ...values, expires_at: validity };
}

/** What a link in the bin must have to come back in place of a new one. */
function toWanted(input: Input) {
  const { long_url: url = '', short_url: code = '', domain = '' } = toEdit(linkFields, input);
  return { long_url: url, short_url: code, domain };
}

function explainAdded(added: CreatedLink) {
  if (added.is_restored === true) return t('add.binned.done');
  return added.is_new ? t('add.done') : t('add.there', { code: toStoredCode(added) });
}

/** Unsaved input from the dialog of a link. */
interface DialogDraft {
  readonly values: Partial<NewLinkValues>;
  readonly filled: FilledTitle;
}

const drafts = new Map<string, DialogDraft>();

/** Drafts live in memory, until the document unloads. */
function readDialogDraft(name: string): DialogDraft | null {
  return drafts.get(name) ?? null;
}

export function removeDialogDraft(name: string) {
  drafts.delete(name);
  noteUnsaved(toForm(name), false);
}

function toForm(draft: string): string {
  return `draft ${draft}`;
}

interface DraftOptions {
  readonly name: string;
  readonly form: NewLinkForm;
  readonly isRestored: boolean;
  readonly filled: { readonly current: FilledTitle };
}

/** Keeps changed values as a draft until they are saved. */
function useDialogDraft({ name, form, isRestored, filled }: DraftOptions) {
  const { typed, values } = form;
  const { domain } = values;
  const isChanged = form.changed.length > 0;
  /** True: this form wrote the draft. It must not delete a draft of another form. */
  const isWriter = useRef(isRestored);
  useEffect(() => {
    if (isChanged) {
      isWriter.current = true;
      const { password: _, ...kept } = typed;
      drafts.set(name, { values: { domain, ...kept }, filled: filled.current });
      noteUnsaved(toForm(name), true);
    } else if (isWriter.current) {
      removeDialogDraft(name);
    }
  }, [name, typed, domain, filled, isChanged]);
}

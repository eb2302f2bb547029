import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { t } from '../../language.ts';
import type { SettingsState } from '../use-link-settings.ts';
import { createId } from './create-id.ts';
import type { RuleDraft } from './rule-draft.ts';

/** Actions on the rules of a link. Each says what it did and keeps the focus near. */
export function useRules(
  { values: { rules }, set }: SettingsState,
  list: RefObject<HTMLElement | null>,
  open: (id: string, isOpen: boolean) => void,
) {
  const [announcement, setAnnouncement] = useState('');
  /** What gets the focus after the next rendering. */
  const next = useRef<(() => HTMLElement | null) | null>(null);
  useLayoutEffect(() => {
    next.current?.()?.focus();
    next.current = null;
  });

  const focusCard = (id: string, part: string) => {
    next.current = () =>
      list.current?.querySelector<HTMLElement>(`[data-rule="${id}"] ${part}`) ?? null;
  };

  const add = () => {
    const rule: RuleDraft = { id: createId(), when: {}, shares: [{ target: '', weight: '1' }] };
    set({ rules: [...rules, rule] });
    open(rule.id, true);
    setAnnouncement(t('rule.added', { number: rules.length + 1 }));
    // The list appears with its first rule.
    next.current = () =>
      document.querySelector<HTMLElement>(`[data-rule="${rule.id}"] .rule-condition-add`);
  };

  const change = (index: number, rule: RuleDraft) => {
    set({ rules: rules.with(index, rule) });
  };

  const move = (from: number, to: number) => {
    const count = rules.length;
    if (to < 0 || to >= count) {
      setAnnouncement(t(to < 0 ? 'rule.is.first' : 'rule.is.last', { number: from + 1 }));
      return;
    }
    const moved = rules[from]!;
    const others = rules.toSpliced(from, 1);
    set({ rules: others.toSpliced(to, 0, moved) });
    setAnnouncement(t('rule.moved', { number: from + 1, place: to + 1, count }));
    // A moved element loses the focus.
    const { activeElement: focused } = document;
    if (focused instanceof HTMLElement && list.current?.contains(focused) === true) {
      next.current = () => focused;
    }
  };

  const remove = (index: number) => {
    const left = rules.toSpliced(index, 1);
    set({ rules: left });
    setAnnouncement(t('rule.removed', { number: index + 1 }));
    const neighbor = left[Math.min(index, left.length - 1)];
    if (neighbor !== undefined) focusCard(neighbor.id, '.rule-toggle');
    else next.current = () => document.querySelector<HTMLElement>('.rules-add');
  };

  return { announcement, add, change, move, remove };
}

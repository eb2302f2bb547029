import { Button, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useLayoutEffect, useState, type RefObject } from 'react';
import { RULES_MAX } from '../../../contracts/links/routing.constants.ts';
import { t } from '../../language.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import { toReadableAddress } from '../../ui/text/readable-url.ts';
import { useOpenParts } from '../form/use-open-parts.ts';
import type { RoutingForm, SectionProps } from './routing-fields.ts';
import { RuleCard } from './rule-card.tsx';
import { createId, hasRuleFault, noShare, type RuleDraft } from './rule-draft.ts';
import { useRuleDrag } from './use-rule-drag.ts';
import './rules.css';

/** The rules of a link in their order. The long URL comes last. */
export function RuleList({ form, tried }: SectionProps) {
  const list = useRef<HTMLOListElement>(null);
  const { values, errors, refusals } = form;
  const { rules } = values;
  const parts = useOpenParts(
    rules.filter(({ id }) => hasRuleFault(errors, id)).map(({ id }) => id),
    refusals,
  );
  const { announcement, add, put, move, remove } = useRules(form, list, parts.toggle);
  const drag = useRuleDrag(list, move);
  return (
    <div className="rules">
      <p className="routing-note">{t(rules.length === 0 ? 'where.help.none' : 'where.help')}</p>
      {rules.length > 0 && (
        <ol ref={list} className="rules-list" data-dragging={drag.isDragging || undefined}>
          {rules.map((rule, index) => (
            <RuleCard
              key={rule.id}
              rule={rule}
              index={index}
              form={form}
              isOpen={parts.isOpen(rule.id)}
              isFitting={tried !== null && tried.ruleId === rule.id}
              drag={drag.toProps(index)}
              onGrip={(event) => drag.start(index, event)}
              onToggle={() => parts.toggle(rule.id)}
              onChange={(change) => put(index, change)}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      {rules.length > 0 && (
        <p className="rules-otherwise" data-fits={tried?.isLongUrl || undefined}>
          <span>{t('where.otherwise')}</span>
          <span className="mono">{toReadableAddress(completeUrl(values.long_url))}</span>
          {tried?.isLongUrl === true && <span className="rule-fits">{t('rule.fits')}</span>}
        </p>
      )}
      <Button
        className="rules-add"
        variant="default"
        size="sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={rules.length >= RULES_MAX}
        onClick={add}
      >
        {t('rule.add')}
      </Button>
      {rules.length >= RULES_MAX && (
        <p className="routing-note">{t('rule.full', { max: RULES_MAX })}</p>
      )}
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
    </div>
  );
}

/** Actions on the rules of a link. Each says what it did and keeps the focus near. */
function useRules(
  { values: { rules }, set }: RoutingForm,
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
    const rule: RuleDraft = { id: createId(), when: {}, shares: [noShare] };
    set({ rules: [...rules, rule] });
    open(rule.id, true);
    setAnnouncement(t('rule.added', { number: rules.length + 1 }));
    // The list appears with its first rule.
    next.current = () =>
      document.querySelector<HTMLElement>(`[data-rule="${rule.id}"] .rule-condition-add`);
  };

  const put = (index: number, change: Partial<RuleDraft>) =>
    set({ rules: rules.with(index, { ...rules[index]!, ...change }) });

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

  return { announcement, add, put, move, remove };
}

import { Button, Group, Stack, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useLayoutEffect, useState, type RefObject } from 'react';
import { RULES_MAX } from '../../../contracts/links/routing.constants.ts';
import { t } from '../../language.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import { toReadableAddress } from '../../ui/text/readable-url.ts';
import { useOpenParts } from '../form/use-open-parts.ts';
import type { RoutingForm, SectionProps } from './routing-fields.ts';
import { ChoiceButtons } from './choice-buttons.tsx';
import { RuleCard } from './rule-card.tsx';
import { createId, noShare, rulePath, type RuleDraft } from './rule-draft.ts';
import { createPreset, presetNames, type PresetName } from './rule-presets.ts';
import { useRuleDrag } from './use-rule-drag.ts';
import './rules.css';

/** The rules of a link in their order. The long URL comes last. */
export function RuleList({ form, tried }: SectionProps) {
  const list = useRef<HTMLOListElement>(null);
  const { rules, long_url: url } = form.values;
  const wrong = Object.keys(form.errors);
  const failing = rules.filter(({ id }) => wrong.some((path) => path.startsWith(rulePath(id, ''))));
  const parts = useOpenParts(
    failing.map(({ id }) => id),
    form.refusals,
  );
  const { announcement, add, addPreset, put, move, remove } = useRules(form, list, parts.toggle);
  const drag = useRuleDrag(list, move);
  const isEmpty = rules.length === 0;
  const isFull = rules.length >= RULES_MAX;
  return (
    <Stack className="rules" gap="0.75rem" mb="0.75rem">
      <p className="routing-help note">{t(isEmpty ? 'where.help.none' : 'where.help')}</p>
      {isEmpty && (
        <ChoiceButtons
          legend={t('preset.label')}
          names={presetNames}
          format={(name) => t(`preset.${name}`)}
          onChoose={addPreset}
        />
      )}
      {!isEmpty && (
        <ol ref={list} className="rules-list" data-dragging={drag.isDragging || undefined}>
          {rules.map((rule, index) => (
            <RuleCard
              key={rule.id}
              rule={rule}
              index={index}
              form={form}
              isOpen={parts.isOpen(rule.id)}
              isFitting={tried?.ruleId === rule.id}
              drag={drag}
              onToggle={() => parts.toggle(rule.id)}
              onChange={(change) => put(index, change)}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      {!isEmpty && <Otherwise url={url} isFitting={tried?.isLongUrl === true} />}
      <Button
        className="rules-add"
        me="auto"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={isFull}
        onClick={add}
      >
        {t('rule.add')}
      </Button>
      {isFull && <p className="note">{t('rule.full', { max: RULES_MAX })}</p>}
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
    </Stack>
  );
}

interface OtherwiseProps {
  readonly url: string;
  readonly isFitting: boolean;
}

function Otherwise({ url, isFitting }: OtherwiseProps) {
  return (
    <Group
      component="p"
      className="anywhere note"
      gap="0 0.75rem"
      align="baseline"
      pl="2.25rem"
      pr="0.75rem"
    >
      <span>{t('where.otherwise')}</span>
      <span className="mono">{toReadableAddress(completeUrl(url))}</span>
      {isFitting && <span className="rule-fits">{t('rule.fits')}</span>}
    </Group>
  );
}

/** Actions on the rules of a link. Each says what it did and keeps the focus near. */
function useRules(
  { values: { rules, long_url: url }, set }: RoutingForm,
  list: RefObject<HTMLElement | null>,
  open: (id: string, isOpen: boolean) => void,
) {
  const [announcement, setAnnouncement] = useState('');
  /** What gets the focus after the next rendering: an element or a selector. */
  const next = useRef<HTMLElement | string | null>(null);
  useLayoutEffect(() => {
    const { current: found } = next;
    (typeof found === 'string' ? document.querySelector<HTMLElement>(found) : found)?.focus();
    next.current = null;
  });

  const addRules = (added: readonly RuleDraft[], focusedSelector: string) => {
    set({ rules: [...rules, ...added] });
    for (const { id } of added) open(id, true);
    setAnnouncement(t('rule.added', { number: rules.length + added.length }));
    next.current = focusedSelector;
  };

  const add = () => {
    const id = createId();
    addRules([{ id, when: {}, shares: [noShare] }], `[data-rule="${id}"] .rule-condition-add`);
  };

  /** Begins the rules of a usual case. */
  const addPreset = (name: PresetName) => {
    const { rules: added, first } = createPreset(name, url);
    addRules(added, `[name="${first}"], [data-path="${first}"]`);
  };

  const put = (index: number, change: Partial<RuleDraft>) =>
    set({ rules: rules.with(index, { ...rules[index]!, ...change }) });

  const move = (from: number, to: number) => {
    const count = rules.length;
    if (to < 0 || to >= count) {
      setAnnouncement(t(to < 0 ? 'rule.is.first' : 'rule.is.last', { number: from + 1 }));
      return;
    }
    set({ rules: rules.toSpliced(from, 1).toSpliced(to, 0, rules[from]!) });
    setAnnouncement(t('rule.moved', { number: from + 1, place: to + 1, count }));
    // A moved element loses the focus.
    const { activeElement: focused } = document;
    if (focused instanceof HTMLElement && list.current?.contains(focused) === true) {
      next.current = focused;
    }
  };

  const remove = (index: number) => {
    const left = rules.toSpliced(index, 1);
    set({ rules: left });
    setAnnouncement(t('rule.removed', { number: index + 1 }));
    const neighbor = left[index] ?? left.at(-1);
    next.current = neighbor ? `[data-rule="${neighbor.id}"] .rule-toggle` : '.rules-add';
  };

  return { announcement, add, addPreset, put, move, remove };
}

import { Button, Group, Stack, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { RULES_MAX } from '../../../contracts/links/routing.constants.ts';
import { t } from '../../language.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import { toReadableAddress } from '../../ui/text/readable-url.ts';
import { useOpenParts } from '../form/use-open-parts.ts';
import { phoneNames, phoneSystems } from '../form/visitor-fields.ts';
import { ChoiceButtons } from './choice-buttons.tsx';
import { conditionKinds } from './condition-kinds.ts';
import { findRuleFaults, type RoutingForm, type SectionProps } from './routing-fields.ts';
import { RuleCard } from './rule-card.tsx';
import { createRule, noShare, rulePath, type RuleDraft } from './rule-draft.ts';
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
              isFitting={tried === rule.id}
              drag={drag}
              onToggle={() => parts.toggle(rule.id)}
              onChange={(change) => put(index, change)}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      {!isEmpty && <Otherwise url={url} isFitting={tried === 'long-url'} />}
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

function Otherwise({ url, isFitting }: { readonly url: string; readonly isFitting: boolean }) {
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

/** The rules of usual cases, without what only the user knows. `url` is the target without them. */
const presets = {
  phones: () => phoneNames.map((name) => createRule({ system: [...phoneSystems[name]] })),
  languages: () => [createRule({ language: [] })],
  countries: () => [createRule({ country: [] })],
  split: (url) => [createRule({}, [{ ...noShare, target: url }, noShare])],
  hours: () => [createRule({ hours: conditionKinds.hours.create() })],
} satisfies Record<string, (url: string) => RuleDraft[]>;

const presetNames = Object.keys(presets) as (keyof typeof presets)[];

/** Actions on the rules of a link. Each says what it did and keeps the focus near. */
function useRules(
  { values: { rules, long_url: url }, set }: RoutingForm,
  list: RefObject<HTMLElement | null>,
  open: (id: string, isOpen: boolean) => void,
) {
  const [announcement, setAnnouncement] = useState('');

  /** `next` selects what gets the focus. By default, it stays: a moved element would lose it. */
  const change = (changed: readonly RuleDraft[], done: string, next?: string) => {
    const focused = list.current?.querySelector<HTMLElement>(':focus');
    flushSync(() => {
      set({ rules: changed });
      setAnnouncement(done);
    });
    (next === undefined ? focused : document.querySelector<HTMLElement>(next))?.focus();
  };

  const addRules = (added: readonly RuleDraft[], next: string) => {
    for (const { id } of added) open(id, true);
    change([...rules, ...added], t('rule.added', { number: rules.length + added.length }), next);
  };

  const add = () => {
    const rule = createRule();
    addRules([rule], `[data-rule="${rule.id}"] .rule-condition-add`);
  };

  const addPreset = (name: keyof typeof presets) => {
    const added = presets[name](url);
    const [empty] = Object.keys(findRuleFaults(added[0]!));
    addRules(added, `[name="${empty}"], [data-path="${empty}"]`);
  };

  const put = (index: number, changed: Partial<RuleDraft>) =>
    set({ rules: rules.with(index, { ...rules[index]!, ...changed }) });

  const move = (from: number, to: number) => {
    const count = rules.length;
    if (to < 0 || to >= count) {
      setAnnouncement(t(to < 0 ? 'rule.is.first' : 'rule.is.last', { number: from + 1 }));
      return;
    }
    change(
      rules.toSpliced(from, 1).toSpliced(to, 0, rules[from]!),
      t('rule.moved', { number: from + 1, place: to + 1, count }),
    );
  };

  const remove = (index: number) => {
    const left = rules.toSpliced(index, 1);
    const neighbor = left[index] ?? left.at(-1);
    const next = neighbor ? `[data-rule="${neighbor.id}"] .rule-toggle` : '.rules-add';
    change(left, t('rule.removed', { number: index + 1 }), next);
  };

  return { announcement, add, addPreset, put, move, remove };
}

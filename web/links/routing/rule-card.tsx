import { Box, Button, Group, Menu, Stack } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { t } from '../../language.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { toReadableAddress } from '../../ui/text/readable-url.ts';
import { ChoiceButtons } from './choice-buttons.tsx';
import { ConditionField } from './condition-field.tsx';
import { conditionKinds, describeCondition, kindNames } from './condition-kinds.ts';
import type { RuleFieldsProps } from './routing-fields.ts';
import { rulePath, type ConditionKind, type RuleDraft } from './rule-draft.ts';
import { formatShares, ShareBar, ShareFields } from './share-fields.tsx';
import type { useRuleDrag } from './use-rule-drag.ts';

interface RuleCardProps extends RuleFieldsProps {
  readonly index: number;
  readonly isOpen: boolean;
  /** True: the visit in the simulator fits this rule first. */
  readonly isFitting: boolean;
  readonly drag: ReturnType<typeof useRuleDrag>;
  readonly onToggle: () => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** A rule as a sentence with its target; when open, with the fields of both. */
export function RuleCard(props: RuleCardProps) {
  const { rule, index, isOpen, isFitting, drag, onToggle, onMove, onRemove } = props;
  const number = index + 1;
  // A rule that splits all visitors is complete without a condition.
  const isAsking = isOpen && rule.shares.length === 1;
  const sentence = describeCondition(rule.when, t(isAsking ? 'rule.who' : 'rule.every.visit'));
  const moveByKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    onMove(index + step);
  };
  const buttons = [
    { key: 'rule.up', Icon: IconArrowUp, run: () => onMove(index - 1) },
    { key: 'rule.down', Icon: IconArrowDown, run: () => onMove(index + 1) },
    { key: 'rule.remove', Icon: IconTrash, run: onRemove },
  ] as const;
  return (
    <li
      className="rule routing-box"
      data-rule={rule.id}
      data-fits={isFitting || undefined}
      {...drag.toCardProps(index)}
    >
      <Group className="rule-head" align="flex-start" gap="0.5rem">
        <span className="rule-grip muted" title={t('rule.drag')} {...drag.toGripProps(index)}>
          <IconGripVertical size={18} aria-hidden />
        </span>
        <div className="rule-text">
          <button
            type="button"
            className="rule-toggle"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `rule-${rule.id}` : undefined}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            onClick={onToggle}
            onKeyDown={moveByKey}
          >
            <span className="rule-number tabular muted">{number}.</span> {sentence}
          </button>
          {!isOpen && <Targets rule={rule} />}
          {isFitting && <span className="rule-fits">{t('rule.fits')}</span>}
        </div>
        <div className="rule-buttons">
          {buttons.map(({ key, Icon, run }) => (
            <IconAction key={key} label={t(key, { number })} onClick={run} onKeyDown={moveByKey}>
              <Icon size={18} aria-hidden />
            </IconAction>
          ))}
        </div>
      </Group>
      {isOpen && <RuleFields {...props} />}
    </li>
  );
}

function RuleFields(props: RuleCardProps) {
  return (
    <Stack component="fieldset" className="rule-fields" id={`rule-${props.rule.id}`} gap="1rem">
      <legend className="visually-hidden">{t('rule.of', { number: props.index + 1 })}</legend>
      <ConditionFields {...props} />
      <ShareFields {...props} />
    </Stack>
  );
}

function Targets({ rule }: { readonly rule: RuleDraft }) {
  const addresses = rule.shares.map(({ target }) => toReadableAddress(completeUrl(target)));
  if (addresses.length === 1) {
    return (
      <p className="note">
        <span aria-hidden>→ </span>
        <span className="mono">{addresses[0] || '…'}</span>
      </p>
    );
  }
  const percents = formatShares(rule);
  return (
    <>
      <ShareBar rule={rule} />
      <Box component="ul" className="note" mt="0.375rem">
        {addresses.map((address, index) => (
          <li key={rulePath(rule.id, 'share', index)}>
            <span className="rule-percent mono">{percents[index]}</span>{' '}
            <span className="mono">{address}</span>
          </li>
        ))}
      </Box>
    </>
  );
}

/** The conditions of a rule, each with its fields, and a menu that adds one. */
function ConditionFields(props: RuleFieldsProps) {
  const { when } = props.rule;
  const root = useRef<HTMLDivElement>(null);
  const remove = (kind: ConditionKind) => {
    props.onChange({ when: { ...when, [kind]: undefined } });
    root.current?.querySelector<HTMLElement>('.rule-condition-add')?.focus();
  };
  return (
    <Stack ref={root} align="flex-start">
      {kindNames
        .filter((kind) => when[kind] !== undefined)
        .map((kind) => (
          <Group key={kind} data-kind={kind} gap="0.5rem" align="flex-start" wrap="nowrap" w="100%">
            <Box flex={1} miw={0}>
              <ConditionField {...props} kind={kind} />
            </Box>
            <IconAction
              label={t('condition.remove', { name: t(`condition.${kind}`) })}
              onClick={() => remove(kind)}
            />
          </Group>
        ))}
      <ConditionMenu {...props} root={root} />
    </Stack>
  );
}

interface ConditionMenuProps extends RuleFieldsProps {
  readonly root: RefObject<HTMLDivElement | null>;
}

/** Adds a condition. Its first field then has the focus. */
function ConditionMenu({ rule: { when }, root, onChange }: ConditionMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const added = useRef<ConditionKind | null>(null);
  const kinds = kindNames.filter((kind) => when[kind] === undefined);
  useEffect(() => {
    if (isOpen || added.current === null) return;
    const fields = `[data-kind="${added.current}"] :is(input:not([type=hidden]), select)`;
    root.current?.querySelector<HTMLElement>(fields)?.focus();
    added.current = null;
  });
  const add = (kind: ConditionKind) => {
    added.current = kind;
    onChange({ when: { ...when, [kind]: conditionKinds[kind].create() } });
  };
  if (kinds.length === 0) return null;
  if (kinds.length === kindNames.length) {
    return (
      <ChoiceButtons
        className="rule-condition-add"
        size="compact-sm"
        legend={t('rule.who')}
        names={kinds}
        format={(kind) => t(`condition.${kind}`)}
        onChoose={add}
      />
    );
  }
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-start">
      <Menu.Target>
        <Button
          className="rule-condition-add"
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {t('condition.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => add(kind)}>
            {t(`condition.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

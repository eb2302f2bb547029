import { Button, Group, Menu, Stack } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconPlus,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { t } from '../../language.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { toReadableAddress } from '../../ui/text/readable-url.ts';
import { ConditionField } from './condition-field.tsx';
import { conditionKinds, describeCondition, kindNames } from './condition-kinds.ts';
import type { RuleFieldsProps } from './routing-fields.ts';
import { rulePath, type ConditionKind, type RuleDraft } from './rule-draft.ts';
import { formatShares, ShareBar, ShareFields } from './share-fields.tsx';

interface RuleCardProps extends RuleFieldsProps {
  readonly index: number;
  readonly isOpen: boolean;
  /** True: the visit in the simulator fits this rule first. */
  readonly isFitting: boolean;
  readonly onGrip: (event: PointerEvent) => void;
  readonly onToggle: () => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** A rule as a sentence with its target; when open, with the fields of both. */
export function RuleCard(props: RuleCardProps) {
  const { rule, index, isOpen, isFitting, onGrip, onToggle, onMove, onRemove } = props;
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
    <>
      <div className="rule-head">
        <span className="rule-grip muted" title={t('rule.drag')} onPointerDown={onGrip}>
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
            <span className="rule-number muted">{number}.</span> {sentence}
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
      </div>
      {isOpen && <RuleFields {...props} />}
    </>
  );
}

function RuleFields(props: RuleCardProps) {
  return (
    <fieldset className="rule-fields" id={`rule-${props.rule.id}`}>
      <legend className="visually-hidden">{t('rule.of', { number: props.index + 1 })}</legend>
      <ConditionFields {...props} />
      <ShareFields {...props} />
    </fieldset>
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
      <ul className="rule-shares note">
        {addresses.map((address, index) => (
          <li key={rulePath(rule.id, 'share', index)}>
            <span className="rule-percent mono">{percents[index]}</span>{' '}
            <span className="mono">{address}</span>
          </li>
        ))}
      </ul>
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
          <Group
            key={kind}
            className="condition"
            data-kind={kind}
            gap="0.5rem"
            align="flex-start"
            wrap="nowrap"
            w="100%"
          >
            <ConditionField {...props} kind={kind} />
            <IconAction
              label={t('condition.remove', { name: t(`condition.${kind}`) })}
              onClick={() => remove(kind)}
            >
              <IconX size={16} aria-hidden />
            </IconAction>
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
  if (kinds.length === kindNames.length) return <WhoButtons kinds={kinds} onChoose={add} />;
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

interface WhoButtonsProps {
  readonly kinds: readonly ConditionKind[];
  readonly onChoose: (kind: ConditionKind) => void;
}

/** Asks for the first condition of a rule. */
function WhoButtons({ kinds, onChoose }: WhoButtonsProps) {
  return (
    <fieldset className="rule-choices">
      <legend className="visually-hidden">{t('rule.who')}</legend>
      {kinds.map((kind) => (
        <Button
          key={kind}
          className="rule-condition-add"
          variant="default"
          size="compact-sm"
          onClick={() => onChoose(kind)}
        >
          {t(`condition.${kind}`)}
        </Button>
      ))}
    </fieldset>
  );
}

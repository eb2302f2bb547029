import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { t } from '../../language.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { toReadableAddress } from '../../ui/text/readable-url.ts';
import { ConditionFields } from './condition-fields.tsx';
import { describeCondition } from './condition-kinds.ts';
import type { RuleFieldsProps } from './routing-fields.ts';
import { rulePath, type RuleDraft } from './rule-draft.ts';
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
            <span className="rule-number muted">{number}.</span> {describeCondition(rule.when)}
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

import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { t } from '../../language.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { toReadableAddress } from '../../ui/text/readable-url.ts';
import { ConditionFields } from './condition-fields.tsx';
import { describeCondition } from './condition-kinds.ts';
import type { RuleFieldsProps } from './routing-fields.ts';
import type { ShareDraft } from './rule-draft.ts';
import { formatShares, ShareBar, ShareFields, toPlace } from './share-fields.tsx';
import type { DragProps } from './use-rule-drag.ts';

interface RuleCardProps extends RuleFieldsProps {
  readonly index: number;
  readonly isOpen: boolean;
  /** True: the visit in the simulator fits this rule first. */
  readonly isFitting: boolean;
  readonly drag: DragProps;
  readonly onGrip: (event: PointerEvent) => void;
  readonly onToggle: () => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** A rule as a sentence with its target; when open, with the fields of both. */
export function RuleCard(props: RuleCardProps) {
  const { rule, index, isOpen, isFitting, drag } = props;
  return (
    <li
      className="rule"
      data-rule={rule.id}
      data-dragged={drag.isDragged || undefined}
      data-fits={isFitting || undefined}
      style={drag.style}
    >
      <RuleHead {...props} />
      {isOpen && (
        <fieldset className="rule-fields" id={`rule-${rule.id}`}>
          <legend className="visually-hidden">{t('rule.of', { number: index + 1 })}</legend>
          <ConditionFields {...props} />
          <ShareFields {...props} />
        </fieldset>
      )}
    </li>
  );
}

/** A rule in one sentence, with the buttons that move and remove it. */
function RuleHead(props: RuleCardProps) {
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
    <div className="rule-head">
      <span className="rule-grip" title={t('rule.drag')} onPointerDown={onGrip}>
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
          <span className="rule-number">{number}.</span> {describeCondition(rule.when)}
        </button>
        {!isOpen && <Targets shares={rule.shares} />}
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
  );
}

function Targets({ shares }: { readonly shares: readonly ShareDraft[] }) {
  const [first] = shares;
  if (shares.length === 1) {
    const address = toReadableAddress(completeUrl(first!.target));
    return (
      <p className="rule-target">
        <span aria-hidden>→ </span>
        <span className="mono">{address === '' ? '…' : address}</span>
      </p>
    );
  }
  const percents = formatShares(shares);
  return (
    <>
      <ShareBar shares={shares} />
      <ul className="rule-shares">
        {shares.map(({ target }, index) => (
          <li key={toPlace(index)}>
            <span className="rule-percent mono">{percents[index]}</span>{' '}
            <span className="mono">{toReadableAddress(completeUrl(target))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

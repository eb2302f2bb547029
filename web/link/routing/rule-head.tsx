import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '../../language.ts';
import { completeUrl } from '../../typed-url.ts';
import { toReadableAddress } from '../../ui/readable-url.ts';
import { describeCondition } from './describe-condition.ts';
import { formatPercents } from './percents.ts';
import type { RuleCardProps } from './rule-card.tsx';
import { toCount } from './routing-settings.ts';
import type { ShareDraft } from './rule-draft.ts';
import { ShareBar, toPlace } from './share-bar.tsx';

/** A rule in one sentence, with the buttons that move and remove it. */
export function RuleHead(props: RuleCardProps) {
  const { rule, index, isOpen, isFitting, onGrip, onToggle, onMove, onRemove } = props;
  const number = index + 1;
  const moveByKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    onMove(index + step);
  };
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
        <HeadButton
          onKeyDown={moveByKey}
          label={t('rule.up', { number })}
          onPress={() => onMove(index - 1)}
        >
          <IconArrowUp size={18} aria-hidden />
        </HeadButton>
        <HeadButton
          onKeyDown={moveByKey}
          label={t('rule.down', { number })}
          onPress={() => onMove(index + 1)}
        >
          <IconArrowDown size={18} aria-hidden />
        </HeadButton>
        <HeadButton onKeyDown={moveByKey} label={t('rule.remove', { number })} onPress={onRemove}>
          <IconTrash size={18} aria-hidden />
        </HeadButton>
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
  const percents = formatPercents(shares.map(({ weight }) => toCount(weight) ?? 0));
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

interface HeadButtonProps {
  readonly label: string;
  readonly onPress: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

function HeadButton({ label, onPress, onKeyDown, children }: HeadButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      onClick={onPress}
      onKeyDown={onKeyDown}
    >
      {children}
    </ActionIcon>
  );
}

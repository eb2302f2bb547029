import { Button, TextInput } from '@mantine/core';
import { IconArrowsSplit, IconX } from '@tabler/icons-react';
import { SHARES_MAX, WEIGHT_MAX } from '../../../contracts/links/routing.constants.ts';
import { t } from '../../language.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { urlInput } from '../../ui/fields/plain-input.ts';
import { toCount } from '../form/typed-instant.ts';
import { formatPercents } from './formats.ts';
import type { RuleFieldsProps } from './routing-fields.ts';
import { noShare, sharePath, type ShareDraft } from './rule-draft.ts';

/** The target of a rule, or several with their weights. */
export function ShareFields(props: RuleFieldsProps) {
  const { onChange } = props;
  const { shares } = props.rule;
  const isSplit = shares.length > 1;
  return (
    <div className="shares">
      {isSplit && <ShareBar shares={shares} />}
      {shares.map((share, index) => (
        <ShareRow key={toPlace(index)} {...props} share={share} index={index} />
      ))}
      <div>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconArrowsSplit size={16} aria-hidden />}
          disabled={shares.length >= SHARES_MAX}
          onClick={() => onChange({ shares: [...shares, noShare] })}
        >
          {t(isSplit ? 'share.add' : 'share.split')}
        </Button>
      </div>
      {isSplit && <p className="routing-note">{t('share.help')}</p>}
    </div>
  );
}

interface ShareRowProps extends RuleFieldsProps {
  readonly share: ShareDraft;
  readonly index: number;
}

function ShareRow({ rule, share, index, form, onChange }: ShareRowProps) {
  const { errors, leave } = form;
  const { id, shares } = rule;
  const isSplit = shares.length > 1;
  const put = (change: Partial<ShareDraft>) =>
    onChange({ shares: shares.with(index, { ...share, ...change }) });
  const number = index + 1;
  const targetPath = sharePath(id, 'target', index);
  const weightPath = sharePath(id, 'weight', index);
  return (
    <div className="share" data-split={isSplit || undefined}>
      <TextInput
        label={isSplit ? t('share.target', { number }) : t('rule.target')}
        name={targetPath}
        {...urlInput}
        value={share.target}
        error={errors[targetPath]}
        onChange={({ currentTarget: { value } }) => put({ target: value })}
        onBlur={() => {
          const target = completeUrl(share.target);
          if (target !== share.target) put({ target });
          leave(targetPath);
        }}
      />
      {isSplit && (
        <>
          <TextInput
            className="share-weight"
            label={t('share.weight')}
            aria-label={t('share.weight.of', { number })}
            name={weightPath}
            type="number"
            min={1}
            max={WEIGHT_MAX}
            value={share.weight}
            error={errors[weightPath]}
            onChange={({ currentTarget: { value } }) => put({ weight: value })}
            onBlur={() => leave(weightPath)}
          />
          <span className="share-percent mono">{formatShares(shares)[index]}</span>
          <IconAction
            className="share-remove"
            label={t('share.remove', { number })}
            onClick={() => onChange({ shares: shares.toSpliced(index, 1) })}
          >
            <IconX size={16} aria-hidden />
          </IconAction>
        </>
      )}
    </div>
  );
}

/** The shares of a split as a bar. The numbers stand beside it, so screen readers skip it. */
export function ShareBar({ shares }: { readonly shares: readonly ShareDraft[] }) {
  const percents = formatShares(shares);
  return (
    <div className="share-bar" aria-hidden>
      {shares.map(({ weight }, index) => (
        <span
          key={toPlace(index)}
          style={{ flexGrow: toCount(weight) ?? 0 }}
          title={percents[index]}
        />
      ))}
    </div>
  );
}

export function formatShares(shares: readonly ShareDraft[]): string[] {
  return formatPercents(shares.map(({ weight }) => toCount(weight) ?? 0));
}

/** Shares have no other identity than their place. */
export function toPlace(index: number): string {
  return `share-${index}`;
}

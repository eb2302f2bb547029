import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconArrowsSplit, IconX } from '@tabler/icons-react';
import { SHARES_MAX, WEIGHT_MAX } from '../../../contracts/routing.constants.ts';
import { t } from '../../language.ts';
import { completeUrl } from '../../typed-url.ts';
import { sharePath, type Faults } from './paths.ts';
import { formatPercents } from './percents.ts';
import { toCount } from './routing-settings.ts';
import type { ShareDraft } from './rule-draft.ts';
import { ShareBar, toPlace } from './share-bar.tsx';

interface ShareFieldsProps {
  readonly ruleId: string;
  readonly shares: readonly ShareDraft[];
  readonly errors: Faults;
  readonly onChange: (shares: readonly ShareDraft[]) => void;
  readonly onLeave: (path: string) => void;
}

/** The target of a rule, or several with their weights. */
export function ShareFields(props: ShareFieldsProps) {
  const { shares, onChange } = props;
  const isSplit = shares.length > 1;
  return (
    <div className="shares">
      {isSplit && <ShareBar shares={shares} />}
      {shares.map((share, index) => (
        <ShareRow key={toPlace(index)} {...props} share={share} index={index} isSplit={isSplit} />
      ))}
      <div>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconArrowsSplit size={16} aria-hidden />}
          disabled={shares.length >= SHARES_MAX}
          onClick={() => onChange([...shares, { target: '', weight: '1' }])}
        >
          {t(isSplit ? 'share.add' : 'share.split')}
        </Button>
      </div>
      {isSplit && <p className="routing-note">{t('share.help')}</p>}
    </div>
  );
}

interface ShareRowProps extends ShareFieldsProps {
  readonly share: ShareDraft;
  readonly index: number;
  readonly isSplit: boolean;
}

function ShareRow(props: ShareRowProps) {
  const { ruleId, shares, share, index, isSplit, errors, onChange, onLeave } = props;
  const put = (change: Partial<ShareDraft>) =>
    onChange(shares.with(index, { ...share, ...change }));
  const number = index + 1;
  const targetPath = sharePath(ruleId, 'target', index);
  const weightPath = sharePath(ruleId, 'weight', index);
  return (
    <div className="share" data-split={isSplit || undefined}>
      <TextInput
        label={isSplit ? t('share.target', { number }) : t('rule.target')}
        name={targetPath}
        type="url"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={share.target}
        error={errors[targetPath]}
        onChange={({ currentTarget: { value } }) => put({ target: value })}
        onBlur={() => {
          const target = completeUrl(share.target);
          if (target !== share.target) put({ target });
          onLeave(targetPath);
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
            onBlur={() => onLeave(weightPath)}
          />
          <span className="share-percent mono">
            {formatPercents(shares.map(({ weight }) => toCount(weight) ?? 0))[index]}
          </span>
          <ActionIcon
            className="share-remove"
            variant="subtle"
            color="gray"
            aria-label={t('share.remove', { number })}
            title={t('share.remove', { number })}
            onClick={() => onChange(shares.toSpliced(index, 1))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
    </div>
  );
}

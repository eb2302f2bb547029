import { Box, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconArrowsSplit } from '@tabler/icons-react';
import { SHARES_MAX, WEIGHT_MAX } from '../../../contracts/links/routing.constants.ts';
import { t } from '../../language.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { urlInput } from '../../ui/fields/plain-input.ts';
import { toCount } from '../form/typed-instant.ts';
import { toInputProps } from '../form/use-link-form.ts';
import { formatPercents } from './formats.ts';
import type { RuleFieldsProps } from './routing-fields.ts';
import { noShare, rulePath, type RuleDraft } from './rule-draft.ts';

/** The target of a rule, or several with their weights. */
export function ShareFields(props: RuleFieldsProps) {
  const { rule, onChange } = props;
  const { shares } = rule;
  const isSplit = shares.length > 1;
  return (
    <Stack gap="0.75rem">
      {isSplit && <ShareBar rule={rule} />}
      {shares.map((_, index) => (
        <ShareRow key={rulePath(rule.id, 'share', index)} {...props} index={index} />
      ))}
      <Button
        me="auto"
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconArrowsSplit size={16} aria-hidden />}
        disabled={shares.length >= SHARES_MAX}
        onClick={() => onChange({ shares: [...shares, noShare] })}
      >
        {t(isSplit ? 'share.add' : 'share.split')}
      </Button>
      {isSplit && <p className="note">{t('share.help')}</p>}
    </Stack>
  );
}

interface ShareRowProps extends RuleFieldsProps {
  readonly index: number;
}

function ShareRow({ rule, index, form, onChange }: ShareRowProps) {
  const { id, shares } = rule;
  const share = shares[index]!;
  const isSplit = shares.length > 1;
  const number = index + 1;
  const toProps = (part: 'target' | 'weight', complete?: (value: string) => string) => {
    const put = (value: string) =>
      onChange({ shares: shares.with(index, { ...share, [part]: value }) });
    return toInputProps(form, rulePath(id, part, index), share[part], put, complete);
  };
  return (
    <Group gap="0.75rem" align="flex-start">
      <TextInput
        flex="1 1 20rem"
        miw={0}
        {...toProps('target', completeUrl)}
        {...urlInput}
        label={isSplit ? t('share.target', { number }) : t('rule.target')}
      />
      {isSplit && (
        <>
          <TextInput
            w="5.5rem"
            {...toProps('weight')}
            label={t('share.weight')}
            aria-label={t('share.weight.of', { number })}
            type="number"
            min={1}
            max={WEIGHT_MAX}
          />
          <Box
            component="span"
            className="share-percent mono"
            w="4rem"
            mt="1.875rem"
            lh="2.25rem"
            ta="end"
          >
            {formatShares(rule)[index]}
          </Box>
          <IconAction
            mt="2rem"
            ms="auto"
            label={t('share.remove', { number })}
            onClick={() => onChange({ shares: shares.toSpliced(index, 1) })}
          />
        </>
      )}
    </Group>
  );
}

/** The shares of a split as a bar. The numbers stand beside it, so screen readers skip it. */
export function ShareBar({ rule }: { readonly rule: RuleDraft }) {
  const percents = formatShares(rule);
  return (
    <div className="share-bar" aria-hidden>
      {rule.shares.map(({ weight }, index) => (
        <span
          key={rulePath(rule.id, 'share', index)}
          style={{ flexGrow: toCount(weight) ?? 0 }}
          title={percents[index]}
        />
      ))}
    </div>
  );
}

export function formatShares({ shares }: RuleDraft): string[] {
  return formatPercents(shares.map(({ weight }) => toCount(weight) ?? 0));
}

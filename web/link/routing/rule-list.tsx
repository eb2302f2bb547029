import { Button, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { RULES_MAX } from '../../../contracts/routing.constants.ts';
import { t } from '../../language.ts';
import { completeUrl } from '../../typed-url.ts';
import { toReadableAddress } from '../../ui/readable-url.ts';
import { hasRuleFault } from './paths.ts';
import { RuleCard } from './rule-card.tsx';
import type { SectionProps } from './section-props.ts';
import { useOpenParts } from './use-open-parts.ts';
import { useRuleDrag } from './use-rule-drag.ts';
import { useRules } from './use-rules.ts';
import './rules.css';

/** The rules of a link in their order. The long URL comes last. */
export function RuleList({ settings, tried }: SectionProps) {
  const list = useRef<HTMLOListElement>(null);
  const { values, errors, refusals, leave } = settings;
  const { rules } = values;
  const parts = useOpenParts(
    rules.filter(({ id }) => hasRuleFault(errors, id)).map(({ id }) => id),
    refusals,
  );
  const { announcement, add, change, move, remove } = useRules(settings, list, parts.toggle);
  const drag = useRuleDrag(list, move);
  return (
    <div className="rules">
      <p className="routing-note">{t(rules.length === 0 ? 'where.help.none' : 'where.help')}</p>
      {rules.length > 0 && (
        <ol ref={list} className="rules-list" data-dragging={drag.isDragging || undefined}>
          {rules.map((rule, index) => (
            <RuleCard
              key={rule.id}
              rule={rule}
              index={index}
              count={rules.length}
              errors={errors}
              isOpen={parts.isOpen(rule.id)}
              isFitting={tried !== null && tried.ruleId === rule.id}
              drag={drag.toProps(index)}
              onGrip={(event) => drag.start(index, event)}
              onToggle={() => parts.toggle(rule.id)}
              onChange={(changed) => change(index, changed)}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
              onLeave={leave}
            />
          ))}
        </ol>
      )}
      {rules.length > 0 && (
        <p className="rules-otherwise" data-fits={tried?.isLongUrl || undefined}>
          <span>{t('where.otherwise')}</span>
          <span className="mono">{toReadableAddress(completeUrl(values.long_url))}</span>
          {tried?.isLongUrl === true && <span className="rule-fits">{t('rule.fits')}</span>}
        </p>
      )}
      <Button
        className="rules-add"
        variant="default"
        size="sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={rules.length >= RULES_MAX}
        onClick={add}
      >
        {t('rule.add')}
      </Button>
      {rules.length >= RULES_MAX && (
        <p className="routing-note">{t('rule.full', { max: RULES_MAX })}</p>
      )}
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
    </div>
  );
}

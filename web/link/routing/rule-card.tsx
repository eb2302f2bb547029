import type { PointerEvent } from 'react';
import { t } from '../../language.ts';
import { ConditionFields } from './condition-fields.tsx';
import type { Faults } from './paths.ts';
import type { RuleDraft } from './rule-draft.ts';
import { RuleHead } from './rule-head.tsx';
import { ShareFields } from './share-fields.tsx';
import type { DragProps } from './use-rule-drag.ts';

export interface RuleCardProps {
  readonly rule: RuleDraft;
  readonly index: number;
  readonly count: number;
  readonly errors: Faults;
  readonly isOpen: boolean;
  /** True: the visit in the simulator fits this rule first. */
  readonly isFitting: boolean;
  readonly drag: DragProps;
  readonly onGrip: (event: PointerEvent) => void;
  readonly onToggle: () => void;
  readonly onChange: (rule: RuleDraft) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
  readonly onLeave: (path: string) => void;
}

/** A rule as a sentence with its target; when open, with the fields of both. */
export function RuleCard(props: RuleCardProps) {
  const { rule, index, errors, isOpen, isFitting, drag, onChange, onLeave } = props;
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
          <ConditionFields
            ruleId={rule.id}
            when={rule.when}
            errors={errors}
            onChange={(when) => onChange({ ...rule, when })}
            onLeave={onLeave}
          />
          <ShareFields
            ruleId={rule.id}
            shares={rule.shares}
            errors={errors}
            onChange={(shares) => onChange({ ...rule, shares })}
            onLeave={onLeave}
          />
        </fieldset>
      )}
    </li>
  );
}

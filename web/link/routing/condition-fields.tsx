import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { t } from '../../language.ts';
import { ConditionField } from './condition-field.tsx';
import { ConditionMenu } from './condition-menu.tsx';
import { createCondition } from './new-condition.ts';
import { conditionPath, type Faults } from './paths.ts';
import { conditionKinds, type ConditionDraft, type ConditionKind } from './rule-draft.ts';

interface ConditionFieldsProps {
  readonly ruleId: string;
  readonly when: ConditionDraft;
  readonly errors: Faults;
  readonly onChange: (when: ConditionDraft) => void;
  readonly onLeave: (path: string) => void;
}

/** The conditions of a rule, each with its fields, and a menu that adds one. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { ruleId, when, errors, onChange, onLeave } = props;
  const root = useRef<HTMLDivElement>(null);
  const kinds = conditionKinds.filter((kind) => when[kind] !== undefined);
  const remove = (removed: ConditionKind) => {
    const { [removed]: _, ...others } = when;
    onChange(others);
    root.current?.querySelector<HTMLElement>('.rule-condition-add')?.focus();
  };
  return (
    <div className="conditions" ref={root}>
      {kinds.map((kind) => {
        const path = conditionPath(ruleId, kind);
        return (
          <div key={kind} className="condition" data-kind={kind}>
            <ConditionField
              kind={kind}
              when={when}
              path={path}
              error={errors[path]}
              onChange={(change) => onChange({ ...when, ...change })}
              onLeave={() => onLeave(path)}
            />
            <ActionIcon
              className="condition-remove"
              variant="subtle"
              color="gray"
              aria-label={t('condition.remove', { name: t(`condition.${kind}`) })}
              title={t('condition.remove', { name: t(`condition.${kind}`) })}
              onClick={() => remove(kind)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      <ConditionMenu
        used={kinds}
        onAdd={(kind) => onChange({ ...when, [kind]: createCondition(kind) })}
        findField={(kind) =>
          root.current?.querySelector<HTMLElement>(
            `[data-kind="${kind}"] :is(input:not([type=hidden]), select)`,
          ) ?? null
        }
      />
    </div>
  );
}

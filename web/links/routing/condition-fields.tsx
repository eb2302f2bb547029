import { Button, Menu } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '../../language.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { ConditionField } from './condition-field.tsx';
import { conditionKinds, kindNames } from './condition-kinds.ts';
import type { RuleFieldsProps } from './routing-fields.ts';
import { conditionPath, type ConditionDraft, type ConditionKind } from './rule-draft.ts';

/** The conditions of a rule, each with its fields, and a menu that adds one. */
export function ConditionFields({ rule, form, onChange }: RuleFieldsProps) {
  const { id, when } = rule;
  const root = useRef<HTMLDivElement>(null);
  const kinds = kindNames.filter((kind) => when[kind] !== undefined);
  const put = (change: ConditionDraft) => onChange({ when: { ...when, ...change } });
  const remove = (removed: ConditionKind) => {
    const { [removed]: _, ...others } = when;
    onChange({ when: others });
    root.current?.querySelector<HTMLElement>('.rule-condition-add')?.focus();
  };
  return (
    <div className="conditions" ref={root}>
      {kinds.map((kind) => {
        const path = conditionPath(id, kind);
        return (
          <div key={kind} className="condition" data-kind={kind}>
            <ConditionField
              kind={kind}
              when={when}
              path={path}
              error={form.errors[path]}
              onChange={put}
              onLeave={() => form.leave(path)}
            />
            <IconAction
              className="condition-remove"
              label={t('condition.remove', { name: t(`condition.${kind}`) })}
              onClick={() => remove(kind)}
            >
              <IconX size={16} aria-hidden />
            </IconAction>
          </div>
        );
      })}
      <ConditionMenu
        used={kinds}
        onAdd={(kind) => put({ [kind]: conditionKinds[kind].create() })}
        findField={(kind) =>
          root.current?.querySelector<HTMLElement>(
            `[data-kind="${kind}"] :is(input:not([type=hidden]), select)`,
          ) ?? null
        }
      />
    </div>
  );
}

interface ConditionMenuProps {
  readonly used: readonly ConditionKind[];
  readonly onAdd: (kind: ConditionKind) => void;
  /** The first field of a condition. */
  readonly findField: (kind: ConditionKind) => HTMLElement | null;
}

/** Adds a condition. Its first field then has the focus. */
function ConditionMenu({ used, onAdd, findField }: ConditionMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const added = useRef<ConditionKind | null>(null);
  const kinds = kindNames.filter((kind) => !used.includes(kind));
  const findAdded = useEffectEvent(findField);
  useEffect(() => {
    if (isOpen || added.current === null) return;
    findAdded(added.current)?.focus();
    added.current = null;
  }, [isOpen]);
  if (kinds.length === 0) return null;
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
          <Menu.Item
            key={kind}
            onClick={() => {
              added.current = kind;
              onAdd(kind);
            }}
          >
            {t(`condition.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../language.ts';
import { conditionKinds, type ConditionKind } from './rule-draft.ts';

interface ConditionMenuProps {
  readonly used: readonly ConditionKind[];
  readonly onAdd: (kind: ConditionKind) => void;
  /** The first field of a condition. */
  readonly findField: (kind: ConditionKind) => HTMLElement | null;
}

/** Adds a condition. Its first field then has the focus. */
export function ConditionMenu({ used, onAdd, findField }: ConditionMenuProps) {
  const added = useRef<ConditionKind | null>(null);
  const kinds = conditionKinds.filter((kind) => !used.includes(kind));
  if (kinds.length === 0) return null;
  return (
    <Menu
      position="bottom-start"
      returnFocus
      onExitTransitionEnd={() => {
        // The menu returns the focus to its button before.
        if (added.current !== null) findField(added.current)?.focus();
        added.current = null;
      }}
    >
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
              flushSync(() => onAdd(kind));
            }}
          >
            {t(`condition.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

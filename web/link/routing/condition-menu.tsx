import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
  const [isOpen, setIsOpen] = useState(false);
  const added = useRef<ConditionKind | null>(null);
  const kinds = conditionKinds.filter((kind) => !used.includes(kind));
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

import { Button, Group, Menu, Stack } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { t } from '../../language.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { ConditionField } from './condition-field.tsx';
import { conditionKinds, kindNames } from './condition-kinds.ts';
import type { RuleFieldsProps } from './routing-fields.ts';
import type { ConditionKind } from './rule-draft.ts';

/** The conditions of a rule, each with its fields, and a menu that adds one. */
export function ConditionFields(props: RuleFieldsProps) {
  const { when } = props.rule;
  const root = useRef<HTMLDivElement>(null);
  const remove = (kind: ConditionKind) => {
    props.onChange({ when: { ...when, [kind]: undefined } });
    root.current?.querySelector<HTMLElement>('.rule-condition-add')?.focus();
  };
  return (
    <Stack ref={root} align="flex-start">
      {kindNames
        .filter((kind) => when[kind] !== undefined)
        .map((kind) => (
          <Group
            key={kind}
            className="condition"
            data-kind={kind}
            gap="0.5rem"
            align="flex-start"
            wrap="nowrap"
            w="100%"
          >
            <ConditionField {...props} kind={kind} />
            <IconAction
              label={t('condition.remove', { name: t(`condition.${kind}`) })}
              onClick={() => remove(kind)}
            >
              <IconX size={16} aria-hidden />
            </IconAction>
          </Group>
        ))}
      <ConditionMenu {...props} root={root} />
    </Stack>
  );
}

interface ConditionMenuProps extends RuleFieldsProps {
  readonly root: RefObject<HTMLDivElement | null>;
}

/** Adds a condition. Its first field then has the focus. */
function ConditionMenu({ rule: { when }, root, onChange }: ConditionMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const added = useRef<ConditionKind | null>(null);
  const kinds = kindNames.filter((kind) => when[kind] === undefined);
  useEffect(() => {
    if (isOpen || added.current === null) return;
    const fields = `[data-kind="${added.current}"] :is(input:not([type=hidden]), select)`;
    root.current?.querySelector<HTMLElement>(fields)?.focus();
    added.current = null;
  }, [isOpen, root]);
  if (kinds.length === 0) return null;
  const add = (kind: ConditionKind) => {
    added.current = kind;
    onChange({ when: { ...when, [kind]: conditionKinds[kind].create() } });
  };
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
          <Menu.Item key={kind} onClick={() => add(kind)}>
            {t(`condition.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

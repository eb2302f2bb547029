import { Menu } from '@mantine/core';
import { t } from '../../language.ts';
import { densities, parts, type ListLook } from './list-look.ts';

const densityLabels = {
  comfortable: 'links.view.comfortable',
  compact: 'links.view.compact',
} as const;
const partLabels = {
  target: 'links.view.target',
  tags: 'links.view.tags',
  line: 'links.view.line',
  date: 'links.view.date',
} as const;

export interface ViewMenuProps {
  readonly look: ListLook;
  readonly onLook: (look: ListLook) => void;
}

/** The content of the view menu. */
export function ViewOptions({ look, onLook }: ViewMenuProps) {
  return (
    <>
      <Menu.Label>{t('links.view.density')}</Menu.Label>
      <Menu.RadioGroup
        value={look.density}
        onChange={(value) => {
          const density = densities.find((name) => name === value);
          if (density !== undefined) onLook({ ...look, density });
        }}
      >
        {densities.map((density) => (
          <Menu.RadioItem key={density} value={density}>
            {t(densityLabels[density])}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Label>{t('links.view.show')}</Menu.Label>
      <Menu.CheckboxGroup
        value={[...look.shown]}
        onChange={(values) => onLook({ ...look, shown: parts.filter((p) => values.includes(p)) })}
      >
        {parts.map((part) => (
          <Menu.CheckboxItem key={part} value={part}>
            {t(partLabels[part])}
          </Menu.CheckboxItem>
        ))}
      </Menu.CheckboxGroup>
    </>
  );
}

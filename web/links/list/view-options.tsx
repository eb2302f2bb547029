import { Checkbox } from '@mantine/core';
import { t } from '../../language.ts';
import { parts, type ListLook } from './list-look.ts';

interface ViewOptionsProps {
  readonly look: ListLook;
  readonly onLook: (look: ListLook) => void;
}

/** Chooses the density and the parts of the rows. */
export function ViewOptions({ look, onLook }: ViewOptionsProps) {
  return (
    <div className="links-filter-fields">
      <Checkbox
        label={t('links.view.compact')}
        checked={look.density === 'compact'}
        onChange={({ currentTarget: { checked } }) =>
          onLook({ ...look, density: checked ? 'compact' : 'comfortable' })
        }
      />
      <Checkbox.Group
        label={t('links.view.show')}
        value={[...look.shown]}
        onChange={(values) => onLook({ ...look, shown: parts.filter((p) => values.includes(p)) })}
      >
        {parts.map((part) => (
          <Checkbox key={part} mt="xs" value={part} label={t(`links.view.${part}`)} />
        ))}
      </Checkbox.Group>
    </div>
  );
}

import { Checkbox, Group, NativeSelect } from '@mantine/core';
import { memo } from 'react';
import { sortColumns } from '../../../contracts/links/links.constants.ts';
import { toHostName } from '../../domains/host-name.ts';
import { t } from '../../language.ts';
import { toStoredCode } from '../../urls/short-link.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { ClickCount } from './click-count.tsx';
import { CodeButton } from './code-button.tsx';
import { toLookProps } from './list-look.ts';
import { RowButtons } from './row-buttons.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { RowMarks } from './row-marks.tsx';
import { RowState } from './row-state.tsx';
import {
  toRowProps,
  useRows,
  type LinkListProps,
  type RowContentProps,
  type RowProps,
} from './rows.ts';
import { columnLabels, firstOrder, newestFirst, orderIcons } from './sorting.ts';
import { Target } from './target.tsx';
import { ViewMenu } from './view-menu.tsx';

/** The list on phones. */
export function LinkCards(props: LinkListProps) {
  const { rows, all } = useRows(props);
  const { page, isStale, look } = props;
  return (
    <>
      <div className="links-cards-head">
        <Checkbox {...all} aria-label={t('links.select.all')} />
        {page.hasSelectionBar ? (
          <SelectionBar {...page.selectionBar} />
        ) : (
          <>
            <SortField {...props} />
            <ViewMenu {...props} />
          </>
        )}
      </div>
      <ul className="links-cards" data-stale={isStale || undefined} {...toLookProps(look)}>
        {rows.map((row) => (
          <LinkCard key={row.link.id} {...row} />
        ))}
      </ul>
    </>
  );
}

/** Sorts the cards, which have no column headers. */
function SortField({ sorting: { sort, order }, page: { showView } }: LinkListProps) {
  const isRising = order === 'asc';
  const Icon = orderIcons[order];
  const choose = (value: string) => {
    const column = sortColumns.find((column) => column === value);
    showView(column === undefined ? newestFirst : { sort: column, order: firstOrder(column) });
  };
  return (
    <Group className="links-sort-field" gap={0} wrap="nowrap">
      <NativeSelect
        size="xs"
        aria-label={t('links.sort')}
        data={[
          { value: '', label: t('links.sort.newest') },
          ...sortColumns.map((column) => ({ value: column, label: t(columnLabels[column]) })),
        ]}
        value={sort ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {sort !== null && (
        <IconAction
          size="2.5rem"
          label={t(isRising ? 'links.sort.rising' : 'links.sort.falling')}
          title={undefined}
          onClick={() => showView({ sort, order: isRising ? 'desc' : 'asc' })}
        >
          <Icon size={18} aria-hidden />
        </IconAction>
      )}
    </Group>
  );
}

const LinkCard = memo(function LinkCard(props: RowProps) {
  const { isFirst: _first, isSelected: _selected, onToggle: _toggle, ...content } = props;
  return (
    <li className="links-card" {...toRowProps(props)}>
      <RowCheckbox {...props} />
      <CardContent {...content} />
    </li>
  );
});

const CardContent = memo(function CardContent(props: RowContentProps) {
  const { link, people } = props;
  const { domain, title } = link;
  return (
    <>
      <CodeButton code={toStoredCode(link)} />
      <ClickCount link={link} people={people} />
      <Target url={link.long_url} title={title} />
      <div className="links-facts">
        {domain !== '' && (
          <span className="links-card-host mono">
            <MiddleCut text={toHostName(domain)} />
          </span>
        )}
        <RowState {...props} />
        <RowMarks {...props} />
      </div>
      <div className="links-card-actions">
        <RowButtons {...props} />
      </div>
    </>
  );
});

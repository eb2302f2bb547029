import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import { t } from '../../language.ts';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { ClickCount } from './click-count.tsx';
import { CodeButton } from './code-button.tsx';
import { toLookProps } from './list-look.ts';
import { RowButtons } from './row-buttons.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { RowLine } from './row-line.tsx';
import { OwnerName, RowMarks, TagList } from './row-marks.tsx';
import { RowTitle } from './row-title.tsx';
import { RowDate, StateMark } from './row-state.tsx';
import {
  cellRole,
  gridRole,
  Lines,
  toRowProps,
  useRows,
  type LinkListProps,
  type RowContentProps,
  type RowProps,
} from './rows.ts';
import { toDateColumn } from './sorting.ts';
import { Target } from './target.tsx';

/** The list on phones. Its checkboxes appear while links are selected. */
export function LinkCards(props: LinkListProps) {
  const { rows, lines, all } = useRows(props);
  const { page, isStale, look } = props;
  return (
    <>
      {page.hasSelectionBar && (
        <>
          <Checkbox {...all} className="links-cards-head" label={t('links.select.all')} />
          <SelectionBar {...page.selectionBar} />
        </>
      )}
      <div
        {...gridRole}
        className="links-cards"
        aria-label={t('links.title')}
        data-selecting={page.selected.isOn || undefined}
        data-stale={isStale || undefined}
        {...toLookProps(look)}
      >
        <Lines value={lines}>
          {rows.map((row) => (
            <LinkCard key={row.link.id} {...row} />
          ))}
        </Lines>
      </div>
    </>
  );
}

const LinkCard = memo(function LinkCard(props: RowProps) {
  const { isTabStop: _stop, isSelected: _selected, ...others } = props;
  const { onToggle: _toggle, onFocus: _focus, ...content } = others;
  return (
    <div className="links-card" {...toRowProps(props)}>
      <div {...cellRole} className="links-card-select">
        <RowCheckbox {...props} />
      </div>
      <CardContent {...content} />
    </div>
  );
});

const CardContent = memo(function CardContent(props: RowContentProps) {
  const { link, sort } = props;
  const column = toDateColumn(sort);
  return (
    <>
      <div {...cellRole} className="links-card-content">
        <div className="links-first">
          <CodeButton link={link} />
          <RowMarks link={link} />
          <span className="links-card-clicks">
            <ClickCount link={link} />
            <RowLine link={link} />
          </span>
        </div>
        <RowTitle link={link} />
        <div className="links-facts">
          <Target url={link.long_url} />
          <OwnerName link={link} />
          <TagList {...props} />
          <StateMark link={link} />
          {sort === column && (
            <span className="links-cell-date">
              <RowDate link={link} column={column} />
            </span>
          )}
        </div>
      </div>
      <div {...cellRole} className="links-card-actions">
        <RowButtons {...props} isPhone />
      </div>
    </>
  );
});

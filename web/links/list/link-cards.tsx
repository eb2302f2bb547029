import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import { toHostName } from '../../domains/host-name.ts';
import { t } from '../../language.ts';
import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { ClickCount } from './click-count.tsx';
import { CodeButton } from './code-button.tsx';
import { toLookProps } from './list-look.ts';
import { RowButtons } from './row-buttons.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { RowMarks } from './row-marks.tsx';
import { RowTitle } from './row-title.tsx';
import { RowDate, StateMark } from './row-state.tsx';
import {
  toRowProps,
  useRows,
  type LinkListProps,
  type RowContentProps,
  type RowProps,
} from './rows.ts';
import { SortField } from './sort-field.tsx';
import { toDateColumn } from './sorting.ts';
import { Sparkline } from './sparkline.tsx';
import { Target } from './target.tsx';

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
            <SortField sorting={props.sorting} onChange={page.showView} />
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

const LinkCard = memo(function LinkCard(props: RowProps) {
  const { isTabStop: _stop, isSelected: _selected, ...others } = props;
  const { onToggle: _toggle, onFocus: _focus, ...content } = others;
  return (
    <li className="links-card" {...toRowProps(props)}>
      <RowCheckbox {...props} />
      <CardContent {...content} />
    </li>
  );
});

const CardContent = memo(function CardContent(props: RowContentProps) {
  const { link, people } = props;
  const { domain } = link;
  return (
    <>
      <CodeButton link={link} />
      <span className="links-card-clicks">
        <ClickCount link={link} />
        <Sparkline people={people} />
      </span>
      <div className="links-card-about">
        <RowTitle link={link} />
        <Target url={link.long_url} />
      </div>
      <div className="links-facts">
        {domain !== '' && (
          <span className="links-card-host mono">
            <MiddleCut text={toHostName(domain)} />
          </span>
        )}
        <StateMark link={link} />
        <span className="links-cell-date">
          <RowDate link={link} column={toDateColumn(props.sort)} />
        </span>
        <RowMarks {...props} />
      </div>
      <div className="links-card-actions">
        <RowButtons {...props} />
      </div>
    </>
  );
});

import { memo } from 'react';
import { toStoredCode } from '../short-link.ts';
import { ClickCount } from './click-count.tsx';
import { CodeButton } from './code-button.tsx';
import type { RowContentProps, RowProps } from './link-list-props.ts';
import { NoteMark } from './note-mark.tsx';
import { RowButtons } from './row-buttons.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { RoutingMarks } from './routing-marks.tsx';
import { RowDate } from './row-date.tsx';
import { toRowProps } from './row.ts';
import { SiteLetter } from './site-letter.tsx';
import { StateMark } from './state-mark.tsx';
import { TagList } from './tag-list.tsx';
import { Target } from './target.tsx';

export const LinkRow = memo(function LinkRow({
  isFirst,
  isSelected,
  onToggle,
  ...content
}: RowProps) {
  const { link } = content;
  return (
    <tr {...toRowProps(link, isFirst)} data-selected={isSelected || undefined}>
      <td className="links-cell-select">
        <RowCheckbox link={link} isSelected={isSelected} onToggle={onToggle} />
      </td>
      <RowContent {...content} />
    </tr>
  );
});

const RowContent = memo(function RowContent({ link, people, sort, ...actions }: RowContentProps) {
  const { title, note, tags } = link;
  return (
    <>
      <td colSpan={3} className="links-cell-link">
        <SiteLetter url={link.long_url} />
        <div className="links-first">
          <CodeButton code={toStoredCode(link)} />
          {note !== '' && <NoteMark note={note} />}
          <RoutingMarks link={link} />
          <TagList tags={tags} onTag={actions.onTag} />
        </div>
        <div className="links-second">
          {title !== '' && (
            <span className="links-title" title={title}>
              {title}
            </span>
          )}
          <Target url={link.long_url} />
        </div>
      </td>
      <td colSpan={4} className="links-cell-facts">
        <ClickCount link={link} people={people} />
        <div className="links-facts">
          <StateMark link={link} />
          <span className="links-date">
            <RowDate link={link} sort={sort} />
          </span>
        </div>
      </td>
      <td className="links-cell-actions">
        <RowButtons link={link} {...actions} />
      </td>
    </>
  );
});

import { memo } from 'react';
import { toHostName } from '../domains/host-name.ts';
import { toStoredCode } from '../short-link.ts';
import { MiddleCut } from '../ui/middle-cut.tsx';
import { ClickCount } from './click-count.tsx';
import { CodeButton } from './code-button.tsx';
import type { RowContentProps, RowProps } from './link-list-props.ts';
import { NoteMark } from './note-mark.tsx';
import { RowButtons } from './row-buttons.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { RoutingMarks } from './routing-marks.tsx';
import { RowDate } from './row-date.tsx';
import { toRowProps } from './row.ts';
import { StateMark } from './state-mark.tsx';
import { TagList } from './tag-list.tsx';
import { Target } from './target.tsx';

export const LinkCard = memo(function LinkCard({
  isFirst,
  isSelected,
  onToggle,
  ...content
}: RowProps) {
  const { link } = content;
  return (
    <li
      className="links-card"
      {...toRowProps(link, isFirst)}
      data-selected={isSelected || undefined}
    >
      <RowCheckbox link={link} isSelected={isSelected} onToggle={onToggle} />
      <CardContent {...content} />
    </li>
  );
});

const CardContent = memo(function CardContent({ link, people, sort, ...actions }: RowContentProps) {
  const { domain, title, note, tags } = link;
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
        <StateMark link={link} />
        <span className="links-date">
          <RowDate link={link} sort={sort} />
        </span>
        {note !== '' && <NoteMark note={note} />}
        <RoutingMarks link={link} />
        <TagList tags={tags} onTag={actions.onTag} />
      </div>
      <div className="links-card-actions">
        <RowButtons link={link} {...actions} />
      </div>
    </>
  );
});

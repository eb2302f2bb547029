import { ActionIcon, Box, Skeleton, TextInput } from '@mantine/core';
import { IconChartBar, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useLacks } from '../app-info.ts';
import { foldTag } from '../../contracts/links/tag-names.ts';
import { LoadFailure } from '../failure-notice.tsx';
import { confirm } from '../form/confirm.tsx';
import { t, toCounted } from '../language.ts';
import { describePager } from '../pager-texts.ts';
import { SelectField } from '../ui/fields/select-field.tsx';
import { toast, toastFailure } from '../toast.tsx';
import { IconAction } from '../ui/icon-action.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Pager } from '../ui/pager.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { TagDialog } from './tag-dialog.tsx';
import { TagDot } from './tag-dot.tsx';
import { tagsQuery, useDeleteTag, type Tag } from './tags.api.ts';
import './tags-page.css';

/** The page has a search and an order from this number of tags on. */
const MANY = 8;
const PAGE = 100;

const orders = ['name', 'links', 'clicks'] as const;
type Order = (typeof orders)[number];

/** The tags of the site. */
export function TagsPage() {
  useDocumentTitle(t('links.tags'));
  const isReader = useLacks('links.edit');
  const query = useQuery(tagsQuery);
  const { data: tags } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Box maw="62rem">
      <PageHead
        ref={heading}
        title={t('links.tags')}
        note={tags !== undefined && tags.length > 0 && t('tag.count', toCounted(tags.length))}
      />
      {query.isPending && <Skeleton height={160} aria-label={t('tag.loading')} />}
      {tags === undefined && query.isError && <LoadFailure title={t('tag.failed')} query={query} />}
      {tags?.length === 0 && (
        <Notice title={t('tag.empty')} {...(!isReader && { text: t('tag.empty.text') })} />
      )}
      {tags !== undefined && tags.length > 0 && (
        <TagList tags={tags} onDeleted={() => heading.current?.focus()} />
      )}
    </Box>
  );
}

interface TagListProps {
  readonly tags: readonly Tag[];
  readonly onDeleted: () => void;
}

function TagList({ tags, onDeleted }: TagListProps) {
  const [text, setText] = useState('');
  const [order, setOrder] = useState<Order>('name');
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<Tag | null>(null);
  const remove = useTagDeletion(onDeleted);
  const folded = foldTag(text);
  const found = tags.filter(({ name }) => foldTag(name).includes(folded));
  const sorted = order === 'name' ? found : found.toSorted((a, b) => b[order] - a[order]);
  const shown = Math.min(page, Math.max(1, Math.ceil(found.length / PAGE)));
  return (
    <>
      {tags.length >= MANY && (
        <search className="tags-tools">
          <TextInput
            type="search"
            aria-label={t('tag.search')}
            placeholder={t('tag.search')}
            value={text}
            onChange={({ currentTarget: { value } }) => setText(value)}
          />
          <SelectField
            aria-label={t('tag.order')}
            choices={orders}
            format={(choice) => t(`tag.order.${choice}`)}
            value={order}
            onChange={setOrder}
          />
        </search>
      )}
      {found.length === 0 && <p className="muted">{t('tag.none')}</p>}
      <ul className="rows">
        {sorted.slice((shown - 1) * PAGE, shown * PAGE).map((tag) => (
          <TagItem
            key={tag.name}
            tag={tag}
            onEdit={setEdited}
            onDelete={(one) => void remove(one)}
          />
        ))}
      </ul>
      <Pager
        page={shown}
        size={PAGE}
        total={found.length}
        sizes={[]}
        onChange={setPage}
        texts={describePager({ page: shown, size: PAGE, total: found.length })}
      />
      <TagDialog tag={edited} onClose={() => setEdited(null)} />
    </>
  );
}

/** Deletes a tag after a confirmation. */
function useTagDeletion(onDeleted: () => void) {
  const { mutateAsync } = useDeleteTag();
  return async ({ name, links }: Tag) => {
    const isYes = await confirm({
      title: t('tag.delete.title', { name }),
      content: <p>{t('tag.delete.text', toCounted(links))}</p>,
      yes: t('tag.delete'),
      isDangerous: true,
    });
    if (!isYes) return;
    try {
      await mutateAsync(name);
      toast('success', t('tag.deleted', { name }));
      onDeleted();
    } catch (error) {
      toastFailure('tag.delete.failed')(error);
    }
  };
}

interface TagItemProps {
  readonly tag: Tag;
  readonly onEdit: (tag: Tag) => void;
  readonly onDelete: (tag: Tag) => void;
}

function TagItem({ tag, onEdit, onDelete }: TagItemProps) {
  const { name, links, clicks, color, description } = tag;
  const isReader = useLacks('links.edit-all');
  return (
    <li className="tags-item">
      <div className="tags-item-name">
        <TagDot color={color} />
        <Link to="/admin/$name" params={{ name: 'list' }} search={{ tag: name }}>
          {name}
        </Link>
        {description !== '' && <p className="note">{description}</p>}
      </div>
      <p className="tags-item-counts note">
        <span>{t('tags.links', toCounted(links))}</span>
        <span>{t('links.clicks.shown', toCounted(clicks))}</span>
      </p>
      <div className="tags-item-actions">
        <ActionIcon
          renderRoot={(root) => (
            <Link {...root} to="/admin/$name" params={{ name: 'stats' }} search={{ tag: name }} />
          )}
          variant="subtle"
          color="gray"
          size="2.25rem"
          aria-label={t('tag.stats.of', { name })}
          title={t('stats.title')}
        >
          <IconChartBar size={18} aria-hidden />
        </ActionIcon>
        {!isReader && (
          <>
            <IconAction
              size="2.25rem"
              label={t('tag.edit.of', { name })}
              title={t('tag.edit')}
              onClick={() => onEdit(tag)}
            >
              <IconPencil size={18} aria-hidden />
            </IconAction>
            <IconAction
              size="2.25rem"
              label={t('tag.delete.of', { name })}
              title={t('tag.delete')}
              onClick={() => onDelete(tag)}
            >
              <IconTrash size={18} aria-hidden />
            </IconAction>
          </>
        )}
      </div>
    </li>
  );
}

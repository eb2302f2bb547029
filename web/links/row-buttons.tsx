import { ActionIcon } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { t } from '../language.ts';
import { toStoredCode } from '../short-link.ts';
import type { RowActions } from './link-list-props.ts';
import type { Link } from './links.api.ts';
import { MoreButton } from './more-button.tsx';

interface RowButtonsProps extends RowActions {
  readonly link: Link;
}

/** The buttons at the end of a row: QR code and menu. */
export function RowButtons({ link, ...actions }: RowButtonsProps) {
  return (
    <>
      <ActionIcon
        className="links-action"
        variant="subtle"
        color="gray"
        aria-label={t('qr.of', { link: toStoredCode(link) })}
        title={t('qr.title')}
        onClick={() => actions.onQr(link)}
      >
        <IconQrcode size={18} aria-hidden />
      </ActionIcon>
      <MoreButton link={link} {...actions} />
    </>
  );
}

import * as readers from '../../readers/readers.ts';
import type { Fields } from '../../readers/source-row.ts';
import type { Product } from './product.ts';

/** `urls.expiry_time` is 0, empty or null for a link without an end. */
export const chhoto: Product = {
  source: 'chhoto',
  main: 'chhoto.urls',
  reader: readers.chhoto,
};

export const zurl: Product = { source: 'zurl', main: 'zurl.urls', reader: readers.zurl };

export const slash: Product = {
  source: 'slash',
  main: 'slash.shortcut',
  reader: readers.slash,
  *openRows(tables, main) {
    for (const page of tables.rows(main)) yield page.map(readShortcut);
  },
};

/** An archived shortcut does not open. Blanks part its tags. */
function readShortcut({ row_status: status, tag, ...row }: Fields): Fields {
  const isActive = status === 'ARCHIVED' ? 0 : status === 'NORMAL' ? 1 : status;
  return { ...row, is_active: isActive, tag: typeof tag === 'string' ? tag.split(/\s+/) : tag };
}

import type { Scope } from '../../../contracts/access.constants.ts';

/** Who may make a call. Each of these from `signed-in` on has fewer callers than the one before. */
export type Group =
  | 'anyone'
  | 'signed-in'
  /** All who see all links: not an author of own links. */
  | 'sees-all'
  | 'authors'
  | 'editors'
  | 'admins'
  | 'owners';

export interface Row {
  readonly group: Group;
  /** `any`: each API token; `-`: none. */
  readonly scope: Scope | 'any' | '-';
  /** Whether a login must be fresh. `others`: on a site with several accounts. */
  readonly fresh?: 'always' | 'others';
  /** Whether a login may call that must set up a second factor first. */
  readonly isOpenToLimited?: true;
  /** Whether the setting for guests opens it. */
  readonly isForGuests?: true;
}

const row = (group: Group, scope: Row['scope'], more: Partial<Row> = {}): Row => ({
  group,
  scope,
  ...more,
});

const anyone = row('anyone', 'any');
const ofLogins = row('signed-in', '-');
const reading = row('signed-in', 'links:read');
const editing = row('authors', 'links:write');
const statistics = row('signed-in', 'stats:read');
const importing = row('editors', 'import');
const domains = row('admins', 'domains:write');
const ownAudit = row('signed-in', 'audit:read');
const freshAdmins = row('admins', '-', { fresh: 'always' });
const freshLogins = row('signed-in', '-', { fresh: 'always' });
const ofFactors = row('signed-in', '-', { fresh: 'always', isOpenToLimited: true });
const others = { fresh: 'others' } as const;
const openToLimited = { isOpenToLimited: true } as const;

/** What section 3 of the rules for accounts says of each call, by its path. */
export const rightsTable: Readonly<Record<string, Row>> = {
  '/api/user/init': anyone,
  '/api/login': anyone,
  '/api/login/ways': anyone,
  '/api/login/second': anyone,
  '/api/login/passkey/begin': anyone,
  '/api/login/passkey': anyone,
  '/api/login/sso': anyone,
  '/api/join/look': anyone,
  '/api/join': anyone,
  '/api/get/siteinfo': anyone,
  '/api/option/get_site_info': anyone,

  '/api/user/is_login': row('signed-in', 'any', openToLimited),
  '/api/user/logout': row('signed-in', 'any', openToLimited),
  '/api/user/change_password': ofLogins,
  '/api/user/get_token': ofLogins,
  '/api/user/create_token': ofLogins,
  '/api/user/change_token': ofLogins,
  '/api/get/appinfo': row('signed-in', '-', openToLimited),
  '/api/account': row('signed-in', '-', openToLimited),
  '/api/account/set': ofLogins,
  '/api/account/data': freshLogins,
  '/api/session/confirm': row('signed-in', '-', openToLimited),
  '/api/sessions': ofLogins,
  '/api/sessions/end': ofLogins,
  '/api/tokens': ofLogins,
  '/api/tokens/create': freshLogins,
  '/api/tokens/set': freshLogins,
  '/api/tokens/end': ofLogins,
  '/api/factors/totp/begin': ofFactors,
  '/api/factors/totp': ofFactors,
  '/api/factors/passkey/begin': ofFactors,
  '/api/factors/passkey': ofFactors,
  '/api/factors/recovery': freshLogins,
  '/api/factors/remove': freshLogins,
  '/api/factors/name': ofLogins,
  '/api/sso/connect': freshLogins,
  '/api/sso/disconnect': freshLogins,
  '/api/views': ofLogins,
  '/api/views/set': ofLogins,
  '/api/views/delete': ofLogins,

  '/api/shorten_url': row('authors', 'links:create', { isForGuests: true }),
  '/api/urls/create_many': row('authors', 'links:create'),
  '/api/get_url_metadata': row('authors', 'links:create'),
  '/api/urls': reading,
  '/api/search': reading,
  '/api/get_url_info': reading,
  '/api/urls/history': reading,
  '/api/urls/try': reading,
  '/api/urls/qr': reading,
  '/api/tags': reading,
  '/api/domains': reading,
  '/api/domains/ask': reading,
  '/api/update_url/{id}': editing,
  '/api/delete/url': editing,
  '/api/delete/urls': editing,
  '/api/urls/restore': editing,
  '/api/urls/revert': editing,
  '/api/urls/bulk': editing,
  '/api/urls/bulk/undo': editing,
  '/api/urls/bulk/undoable': editing,
  '/api/urls/deleted': row('authors', 'links:read'),
  '/api/urls/deleted/purge': row('admins', '-', others),
  '/api/urls/deleted/clear': row('owners', '-', others),
  '/api/urls/clear': row('owners', '-', others),
  '/api/tags/set': row('editors', 'links:write'),
  '/api/tags/rename': row('editors', 'links:write'),
  '/api/tags/delete': row('editors', 'links:write'),

  '/api/domains/add': domains,
  '/api/domains/set': domains,
  '/api/domains/delete': domains,
  '/api/domains/check': domains,

  '/api/stats/report': statistics,
  '/api/stats/export': statistics,
  '/api/stats/live': statistics,
  '/api/stats/links': statistics,
  '/api/stats/lines': statistics,
  '/api/stats/alerts': statistics,
  '/api/stats/missed': row('sees-all', 'stats:read'),
  '/api/stats/alerts/dismiss': row('authors', '-'),

  '/api/export': row('signed-in', 'export', others),
  '/api/import': importing,
  '/api/import/outcome': importing,
  '/api/imports': importing,
  '/api/imports/upload': importing,
  '/api/imports/set': importing,
  '/api/imports/start': importing,
  '/api/imports/stop': importing,
  '/api/imports/undo': importing,
  '/api/imports/delete': importing,
  '/api/imports/rows': importing,

  '/api/option/get': row('admins', '-'),
  '/api/option/set': row('admins', '-'),
  '/api/status': row('admins', 'status:read'),
  '/api/backup': row('owners', '-', others),

  '/api/sso': row('owners', '-'),
  '/api/sso/set': row('owners', '-', { fresh: 'always' }),
  '/api/sso/test': row('owners', '-', { fresh: 'always' }),

  '/api/urls/owners': row('editors', 'links:write'),
  '/api/accounts': row('admins', '-'),
  '/api/invitations': row('admins', '-'),
  '/api/accounts/invite': freshAdmins,
  '/api/accounts/add_service': freshAdmins,
  '/api/accounts/set': freshAdmins,
  '/api/accounts/disable': freshAdmins,
  '/api/accounts/enable': freshAdmins,
  '/api/accounts/delete': freshAdmins,
  '/api/accounts/reset_link': freshAdmins,
  '/api/accounts/remove_factors': freshAdmins,
  '/api/invitations/end': freshAdmins,
  '/api/audit': ownAudit,
  '/api/audit/export': ownAudit,
};

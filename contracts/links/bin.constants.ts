export const RESTORE_SECONDS = 30 * 24 * 3600; // 30 days

export const IMPORT_FILE_MAX = 10 * 1024 * 1024; // bytes

export const FAILED_ROWS_MAX = 10_000;

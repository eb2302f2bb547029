export const WEBHOOK_MAX = 2048; // characters

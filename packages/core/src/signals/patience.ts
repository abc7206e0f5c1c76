/**
 * Time limits of transactions for signals, in milliseconds: nobody waits for them, and they may insert thousands of
 * deliveries.
 */
export const PATIENCE = { timeout: 60_000, maxWait: 30_000 }

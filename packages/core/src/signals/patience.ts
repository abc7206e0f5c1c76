/** What a transaction of signals may take, in milliseconds: nobody waits for it, and it may hold thousands of deliveries. */
export const PATIENCE = { timeout: 60_000, maxWait: 30_000 }

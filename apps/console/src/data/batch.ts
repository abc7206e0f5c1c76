/** Calls per HTTP request: the client splits larger batches, the server refuses them. */
export const MAX_BATCH = 20

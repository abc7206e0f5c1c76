/** Most calls in one HTTP request; the link splits above it and the server refuses. */
export const MAX_BATCH = 20

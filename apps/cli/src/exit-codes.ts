/** What the process ends with; --help and docs/reference/command-line.md show it. */
export const exitCodes = { failed: 1, usage: 2, notFound: 3, conflict: 4 } as const

import type { AuditEntry } from '@sluice/contract'

/** An entry as it arrives: JSON leaves out what is undefined, and `unknown` may be that. */
export type Logged = Omit<AuditEntry, 'before' | 'after'> & { before?: unknown; after?: unknown }

import type { AuditEntry } from '@sluice/contract'

/** An audit entry after JSON: `before` and `after` are absent when undefined. */
export type Logged = Omit<AuditEntry, 'before' | 'after'> & { before?: unknown; after?: unknown }

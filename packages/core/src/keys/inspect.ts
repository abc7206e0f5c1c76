import type { Fault } from '@sluice/contract'
import { parseEntry } from '../allow-list/index.ts'

/**
 * Faults of a key's draft or patch that a schema cannot detect: allow-list entries, and an expiry that is not in the
 * future. Reads the raw body, so that they are listed together with the schema's faults.
 */
export function inspectKey(body: unknown, now: Date): Fault[] {
  if (typeof body !== 'object' || body === null) return []
  const { allowedIpCidrs, expiresAt } = body as Record<string, unknown>
  return [...entryFaults(allowedIpCidrs), ...expiryFaults(expiresAt, now)]
}

function entryFaults(entries: unknown): Fault[] {
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry, i) => {
    if (typeof entry !== 'string') return []
    const parsed = parseEntry(entry)
    return 'fault' in parsed ? [{ pointer: `/body/allowedIpCidrs/${i}`, detail: parsed.fault }] : []
  })
}

function expiryFaults(expiresAt: unknown, now: Date): Fault[] {
  // Without an offset it is not an instant; the schema reports that.
  if (typeof expiresAt !== 'string' || !/(Z|[+-]\d\d:\d\d)$/.test(expiresAt)) return []
  const past = new Date(expiresAt).getTime() <= now.getTime()
  return past ? [{ pointer: '/body/expiresAt', detail: 'must be in the future' }] : []
}

/** The distinct entries in canonical form. {@link inspectKey} must have found no fault. */
export function canonicalEntries(entries: readonly string[]): string[] {
  const canonical = entries.map((entry) => {
    const parsed = parseEntry(entry)
    if ('fault' in parsed) throw new Error(`unchecked allow-list entry: ${parsed.fault}`)
    return parsed.canonical
  })
  return [...new Set(canonical)]
}

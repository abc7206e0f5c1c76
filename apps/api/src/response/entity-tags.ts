import { hash } from 'node:crypto'
import { carriesEtag, type OperationName, operationNames, operations } from '@sluice/contract'
import { codings } from './compression.ts'
import type { Representation } from './representation.ts'

const tagged = new Set(operationNames.filter((name) => carriesEtag(operations[name])))

/** Characters of a digest: 96 bits. */
const DIGEST = 16

export function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, DIGEST)
}

/**
 * An answer with its entity tag (RFC 9110, 8.8.3), if its row has one: the resource's etag, which If-Match refers to,
 * and a digest of the content, since some of it changes without a write. So the tag is strong.
 */
export function withTag(
  name: OperationName,
  output: unknown,
  written: Representation,
): Representation {
  if (!tagged.has(name)) return written
  const { etag } = output as { etag?: string }
  const digest = digestOf(written.body)
  return { ...written, tag: etag === undefined ? digest : `${etag}.${digest}` }
}

/** The ETag field of content in an encoding, each of which has different bytes. */
export function etagField(tag: string, coding?: string): string {
  return coding === undefined ? `"${tag}"` : `"${tag}-${coding}"`
}

/**
 * The ETag in an If-None-Match header (RFC 9110, 13.1.2) that matches the content in any encoding; undefined if there
 * is none. The comparison is weak.
 */
export function heldEtag(header: string | undefined, tag: string | undefined): string | undefined {
  if (header === undefined || tag === undefined) return undefined
  const held = header.split(',').map((one) => one.trim().replace(/^W\//, ''))
  const all = [undefined, ...codings].map((coding) => etagField(tag, coding))
  return held.includes('*') ? all[0] : all.find((one) => held.includes(one))
}

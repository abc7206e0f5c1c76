import { z } from 'zod'
import type { Operation } from './operation.ts'
import { stamps } from './primitives.ts'

/** The fields of a written record that a caller without `read` gets. */
export const receiptFields = ['id', 'createdAt', 'updatedAt', 'etag'] as const

/** The response to a write by a caller without `read` on what it has written. */
export const writeReceipt = z
  .object({
    id: z.string().describe('Id of the record'),
    createdAt: stamps.createdAt.optional(),
    updatedAt: stamps.updatedAt.optional(),
    etag: stamps.etag.optional(),
    key: z.string().optional().describe('The key string, if the call created one'),
    secret: z.string().optional().describe('The signing secret, if the call created one'),
  })
  .meta({
    id: 'WriteReceipt',
    description: 'The response to a write by a caller without `read` on what it has written.',
  })

/** The response to a write by a caller without `read` on what it has written. */
export type WriteReceipt = z.output<typeof writeReceipt>

/** Whether a row returns the record that it has written. */
export function answersWritten({ access, response }: Operation): boolean {
  return (
    access.target !== 'open' &&
    access.action !== 'read' &&
    response instanceof z.ZodObject &&
    Object.hasOwn(response.shape, 'id')
  )
}

/** A row's description, with what all rows of its kind have in common. */
export function wholeDescription(row: Operation): string {
  const { description, deprecated } = row
  const receipt = answersWritten(row)
    ? ' A caller without `read` on the record gets only its id, etag and timestamps.'
    : ''
  const ending = deprecated
    ? ` Deprecated since ${deprecated.since}, and may be gone from ${deprecated.sunset}: ${deprecated.instead}`
    : ''
  return `${description}${receipt}${ending}`
}

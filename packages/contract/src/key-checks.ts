import { z } from 'zod'
import { adminOnly, keyParams } from './keys.ts'
import { operation } from './operation.ts'
import { timestamp } from './primitives.ts'

/**
 * The life of a request, as far as it decides whether a call is let in. `state` is what the call would meet
 * there: a conflict, a reference that leads nowhere.
 */
export const checkSteps = ['key', 'status', 'address', 'bucket', 'scope', 'input', 'state'] as const
export type CheckStep = (typeof checkSteps)[number]
export const stepResults = ['passed', 'failed', 'not-reached'] as const

const question = z.strictObject({
  operation: z
    .string()
    .describe("An operation's name, for example things.get: its operationId here"),
  params: z.record(z.string(), z.string()).default({}).describe("The path's parameters"),
  query: z.record(z.string(), z.string()).default({}),
  body: z.unknown().optional().describe('As it would be sent: judged like that of a real call'),
  address: z
    .union([z.ipv4(), z.ipv6()], { error: 'must be an IPv4 or IPv6 address' })
    .optional()
    .describe("The client's address; the caller's own when absent"),
  at: timestamp.optional().describe('When the call would be made; now when absent'),
})

/** What would happen, step by step. */
export const keyCheck = z
  .object({
    allowed: z.boolean(),
    steps: z.array(
      z.object({
        step: z.enum(checkSteps),
        result: z.enum(stepResults),
        detail: z.string().describe('Why, in a sentence'),
      }),
    ),
    problem: z
      .object({
        code: z.string(),
        status: z.int(),
        title: z.string(),
        detail: z.string(),
        errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
      })
      .nullable()
      .describe('What the call would be answered; null when it would be let in'),
  })
  .meta({ id: 'KeyCheck' })

export type KeyCheck = z.output<typeof keyCheck>

export const keyCheckOperations = {
  'keys.check': operation({
    method: 'POST',
    path: '/v2/key/{keyId}/check',
    tier: 'standard',
    access: { action: 'read', resource: 'key', target: 'one', keyTypes: adminOnly },
    readOnly: true,
    tag: 'Keys',
    summary: 'Check what a key may do',
    description:
      "A dry run: would this key's call be let in, and if not, at which step and why. The bucket is looked at, not drawn on, and nothing changes. An id that is taken and what only the stored telemetry can tell are not judged.",
    params: keyParams,
    body: question,
    status: 200,
    response: keyCheck,
    example: {
      body: {
        operation: 'things.get',
        params: { thingId: 'truck-7' },
        address: '192.0.2.17',
        at: '2026-06-01T12:00:00Z',
      },
    },
  }),
}

import { z } from 'zod'
import { adminOnly, keyParams } from './keys.ts'
import { operation } from './operation.ts'
import { timestamp } from './primitives.ts'
import { problemFields } from './problems.ts'

/**
 * The steps of a request that decide whether it is let in, in their order. `state` is the
 * conflict or the dangling reference that the call would meet.
 */
export const checkSteps = ['key', 'status', 'address', 'bucket', 'scope', 'input', 'state'] as const

/** One of {@link checkSteps}. */
export type CheckStep = (typeof checkSteps)[number]

/** The result of one step. After a step that failed, none is reached. */
export const stepResults = ['passed', 'failed', 'not-reached'] as const

const question = z
  .strictObject({
    operation: z.string().describe("An operation's name (its operationId), for example things.get"),
    params: z.record(z.string(), z.string()).default({}).describe('Path parameters'),
    query: z.record(z.string(), z.string()).default({}).describe('Query parameters, as in a URL'),
    body: z
      .unknown()
      .optional()
      .describe(
        'The body, checked as in a real call. A body that is not JSON is passed as text: line protocol as it is, Arrow and protocol buffers in Base64',
      ),
    address: z
      .union([z.ipv4(), z.ipv6()], { error: 'must be an IPv4 or IPv6 address' })
      .optional()
      .describe("The client's address. Default: the caller's own"),
    at: timestamp.optional().describe('When the call would be made. Default: now'),
  })
  .meta({ id: 'KeyCheckRequest', description: 'The call to check' })

/** What would happen, step by step. */
export const keyCheck = z
  .object({
    allowed: z.boolean().describe('Whether the call would be allowed'),
    steps: z
      .array(
        z.object({
          step: z.enum(checkSteps).describe('What is checked'),
          result: z.enum(stepResults).describe('Steps after a failed one are not reached'),
          detail: z.string().describe('The reason, in one sentence'),
        }),
      )
      .describe('The steps of a call, in order'),
    problem: z
      .object({
        code: z.string().describe('The last segment of the problem’s type'),
        ...problemFields,
      })
      .nullable()
      .describe('The problem the call would get. Null if it would be allowed'),
  })
  .meta({ id: 'KeyCheck', description: 'Whether a call would be allowed, and if not, why' })

/**
 * The answer of a dry run: whether a call would be let in, each step, and the problem it would
 * get.
 */
export type KeyCheck = z.output<typeof keyCheck>

/** The row of the dry run. */
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
      'A dry run: says whether this call would be allowed, and if not, which step refuses it and why. It changes nothing and spends no unit. It reads no stored samples, so it cannot predict problems that depend on them, such as a query that reads too many. The response reveals what the key can reach, so the caller needs `read` on all of that, unless it checks itself.',
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

import { z } from 'zod'
import { usageDays } from './key-usage.ts'
import { operation } from './operation.ts'
import { fields, recordFields } from './primitives.ts'
import { usageLimits } from './words.ts'

const samples = z.int().describe('Samples accepted')

const organizationUsage = z
  .object({
    from: z.string().describe('Start of the first day. UTC'),
    to: z.string().describe('Now. UTC'),
    samples,
    days: z
      .array(z.object({ date: z.string().describe('YYYY-MM-DD, in UTC'), samples }))
      .describe('Every day of the range. The last one is today'),
    hours: z
      .array(z.object({ at: z.string().describe('Its start. UTC'), samples }))
      .describe(
        `The last ${usageLimits.hours} hours, oldest first, whatever days are requested. The last one is not over yet`,
      ),
    things: z
      .array(
        z.object({
          thingId: z.string().describe('Id of the thing'),
          name: recordFields.name,
          samples,
        }),
      )
      .describe(
        `Existing things that the caller may read, sorted by samples. At most ${usageLimits.named}`,
      ),
    otherSamples: z
      .int()
      .describe(
        'Samples of all other things, and samples not attributed to a thing because too many things sent at once',
      ),
  })
  .meta({ id: 'OrganizationUsage', description: 'Accepted samples by day, by hour and by thing' })

/** Accepted samples of the last days, by UTC day and by thing. */
export type OrganizationUsage = z.output<typeof organizationUsage>

/** The row of an organization's usage. */
export const organizationUsageOperations = {
  'organization.usage': operation({
    method: 'GET',
    path: '/v2/organization/usage',
    tier: 'data-read',
    access: { action: 'read', resource: 'organization', target: 'own' },
    tag: 'Organization',
    summary: 'Get sample usage',
    description:
      'Samples accepted in the last days, by day and by thing, and in the last 24 hours. A sample counts when it is accepted, and again when it is resent. Erasing does not reduce the count. Counts lag by seconds. A crash of a node can lose its last ten seconds of counts, never the samples.',
    query: z.strictObject({ days: usageDays(14), fields }),
    status: 200,
    response: organizationUsage,
    example: { query: { days: '30' } },
  }),
}

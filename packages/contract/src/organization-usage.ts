import { z } from 'zod'
import { usageDays, usageLimits } from './key-usage.ts'
import { operation } from './operation.ts'
import { fields } from './primitives.ts'

const samples = z.int().describe('Samples accepted')

const organizationUsage = z
  .object({
    from: z.string().describe('Start of the first day'),
    to: z.string().describe('Now'),
    samples,
    days: z
      .array(z.object({ date: z.string().describe('YYYY-MM-DD, in UTC'), samples }))
      .describe('Every day of the range, the last one being today'),
    things: z
      .array(z.object({ thingId: z.string(), name: z.string(), samples }))
      .describe(
        `By samples; at most ${usageLimits.named}, and only those that are there still and that the caller may read`,
      ),
    otherSamples: z.int().describe('Of samples, those of all other things'),
  })
  .meta({ id: 'OrganizationUsage' })

export type OrganizationUsage = z.output<typeof organizationUsage>

export const organizationUsageOperations = {
  'organization.usage': operation({
    method: 'GET',
    path: '/v2/organization/usage',
    tier: 'data-read',
    access: { action: 'read', resource: 'organization', target: 'own' },
    tag: 'Organization',
    summary: 'Get how many samples came in',
    description:
      'Samples accepted in the last days, by day and by thing. A sample counts on the day (UTC) on which it was accepted, whatever its own time, and again when it is sent again; erasing takes nothing away. Told within seconds; a node that crashes can lose the counts of its last ten seconds, never the samples.',
    query: z.strictObject({ days: usageDays(14), fields }),
    status: 200,
    response: organizationUsage,
    example: { query: { days: '30' } },
  }),
}

import { z } from 'zod'

const keyLevel = z
  .object({
    perMinute: z.number(),
    burst: z.number(),
    remaining: z.int().describe('Whole units there now'),
    fullInSeconds: z.int().describe('When the bucket is full again'),
  })
  .meta({ id: 'KeyLevel' })

/** What the calling key has of a tier's budget for itself. */
export const keyLevels = {
  share: keyLevel.nullable().describe('The calling key’s share; null without one'),
  failures: keyLevel
    .nullable()
    .describe(
      'What the calling key may still fail: a failed call draws on it. Null while that is whole, and for people',
    ),
}

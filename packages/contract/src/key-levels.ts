import { z } from 'zod'

/** How much a bucket holds and takes. */
export const levelFields = {
  perMinute: z.number().describe('Sustained requests a minute. The bucket refills continuously'),
  burst: z.number().describe('The most units that the bucket holds'),
  remaining: z.int().describe('Whole units left now'),
  fullInSeconds: z.int().describe('Seconds until the bucket is full again'),
}

const keyLevel = z
  .object(levelFields)
  .meta({ id: 'KeyLevel', description: 'What a key has of a budget for itself' })

/** What the calling key has of a tier's budget for itself. */
export const keyLevels = {
  share: keyLevel.nullable().describe('The calling key’s share; null without one'),
  failures: keyLevel
    .nullable()
    .describe(
      'What the calling key may still fail: a failed call draws on it. Null while that is whole, and for people',
    ),
}

import { z } from 'zod'

/** Rate and capacity of a bucket. */
export const levelFields = {
  perMinute: z.number().describe('Sustained requests a minute. The bucket refills continuously'),
  burst: z.number().describe('The capacity of the bucket, in units'),
  remaining: z.int().describe('Whole units left now'),
  fullInSeconds: z.int().describe('Seconds until the bucket is full again'),
}

const keyLevel = z
  .object(levelFields)
  .meta({ id: 'KeyLevel', description: "A key's part of a budget" })

/** The calling key's own part of a tier's budget. */
export const keyLevels = {
  share: keyLevel.nullable().describe('The calling key’s share of the budget; null without one'),
  failures: keyLevel
    .nullable()
    .describe('The calling key’s bucket of failed calls. Null while it is full, and for people'),
}

import { encodedRecord, sampleAt } from '@sluice/telemetry/testing'

/** For tests of the log: a sample of metric 1. */
export const sampleOf = (value: number | string, time = 10) => sampleAt(time, value)

/** A record with a single sample. */
export function recordOf(value: number, { organization = 5, thing = 7, time = 10 } = {}) {
  return encodedRecord([{ organization, thing, samples: sampleOf(value, time) }])
}

/** The first or last sample of a range. The number is null if the sample is a string. */
export type EndSample = [time: number, thing: number, value: number | null, text: string]
/** For the maximum, time and thing are negated; see the statement. */
export type Extreme = [value: number, time: number, thing: number]

/** The statistics of a line's samples, as the store answers them. The thing is 0 for all together. */
export type SummaryRow = [
  thing: number,
  metric: number,
  count: number,
  first: EndSample,
  last: EndSample,
  numbers: number,
  min: Extreme,
  max: Extreme,
  // Null without numbers; null or not finite on overflow.
  avg: number | null,
  sum: number | null,
  stddev: number | null,
  percentiles: (number | null)[],
  slots: number,
]

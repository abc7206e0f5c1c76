/**
 * Settings of the sessions. Statements read records in the order of their index, as far as they need. The planner would
 * sort them all at times, since these tables change too fast for its statistics, or remember pieces by whole records.
 */
export const SETTINGS = {
  synchronous_commit: 'on',
  ...{ enable_bitmapscan: 'off', enable_seqscan: 'off', enable_memoize: 'off' },
}

export const CLOCK = `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`

export const SWEEP = 'sweep'
export const FREE = 'free-lost-jobs'
export const EXPIRE = 'expire'
export const MEASURE = 'measure'
export const FORGET = 'forget-many-deliveries'

/** Minutes that no sweep takes: one that takes longer is considered lost. */
export const SWEEP_MINUTES = 10

/**
 * In UTC: every minute a sweep and a check of stored amounts, every hour a limit on finished deliveries, every day
 * retention. A machine that was off at 02:20 catches up.
 *
 * Sweeps share a queue and a key: across all processes one runs and one waits, however long they take. The job that
 * frees this queue after a process was killed must not wait in it.
 */
export const CRONTAB = [
  `* * * * * ${SWEEP} ?queue=${SWEEP}&jobKey=${SWEEP}&jobKeyMode=preserve_run_at`,
  `* * * * * ${FREE} ?jobKey=${FREE}`,
  `* * * * * ${MEASURE} ?queue=${MEASURE}&jobKey=${MEASURE}&jobKeyMode=preserve_run_at`,
  `41 * * * * ${FORGET} ?queue=${FORGET}&jobKey=${FORGET}&jobKeyMode=preserve_run_at`,
  `20 2 * * * ${EXPIRE} ?fill=1d&jobKey=${EXPIRE}`,
].join('\n')

export const SWEEP = 'sweep'
export const FREE = 'free-lost-jobs'
export const EXPIRE = 'expire'
export const MEASURE = 'measure'
export const FORGET = 'forget-many-deliveries'

/** Minutes that no sweep takes, so that one which does is taken for lost. */
export const SWEEP_MINUTES = 10

/**
 * In UTC: a sweep and a look at what is stored every minute, finished deliveries beyond their number every hour, the expiry of what is kept no longer every day. A machine that was off at 02:20
 * makes up for it.
 *
 * Sweeps share a queue and a key: on all processes together one is under way and one waits, however long they take. What
 * frees that queue when a process was killed must not wait in it.
 */
export const CRONTAB = [
  `* * * * * ${SWEEP} ?queue=${SWEEP}&jobKey=${SWEEP}&jobKeyMode=preserve_run_at`,
  `* * * * * ${FREE} ?jobKey=${FREE}`,
  `* * * * * ${MEASURE} ?queue=${MEASURE}&jobKey=${MEASURE}&jobKeyMode=preserve_run_at`,
  `41 * * * * ${FORGET} ?queue=${FORGET}&jobKey=${FORGET}&jobKeyMode=preserve_run_at`,
  `20 2 * * * ${EXPIRE} ?fill=1d&jobKey=${EXPIRE}`,
].join('\n')

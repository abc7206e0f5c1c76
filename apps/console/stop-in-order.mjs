import { subscribe } from 'node:diagnostics_channel'

/** Timeout of each step, shorter than the one after which `sluice start` kills. */
const LONGEST_MS = 4000

/**
 * On a signal, lets requests in flight finish, as Next does, then takes the steps in order, and exits. Next alone would
 * exit after the last request, and lose mails and entries of the security log.
 *
 * @param {Record<string, string | undefined>} environment
 * @param {readonly Step[]} steps
 * @param {number} [longestMs] timeout of a step
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {() => Promise<unknown> | undefined} take
 */
export function stopInOrder(environment, steps, longestMs = LONGEST_MS) {
  environment.NEXT_MANUAL_SIG_HANDLE = 'true'
  /** @type {import('node:http').Server | undefined} */
  let server
  subscribe('http.server.request.start', (message) => {
    server = /** @type {{ server: import('node:http').Server }} */ (message).server
  })
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await new Promise((done) => (server ? server.close(done) : done(undefined)))
    for (const step of steps) await within(step, longestMs)
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * @param {Step} step
 * @param {number} longestMs
 */
async function within({ name, take }, longestMs) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const tooLong = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), longestMs)
  })
  try {
    await Promise.race([take(), tooLong])
  } catch {
    const time = new Date().toISOString()
    const message = `stopping: ${name} did not end in order, and may be lost`
    process.stderr.write(`${JSON.stringify({ level: 'warn', time, message })}\n`)
  }
  clearTimeout(timer)
}

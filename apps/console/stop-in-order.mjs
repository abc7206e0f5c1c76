import { subscribe } from 'node:diagnostics_channel'

/** For each step: less than what `sluice start` waits before it kills. */
const LONGEST_MS = 4000

/**
 * On a signal lets the requests under way end, as Next does, takes the last steps one after another, and ends the
 * process. Next by itself would end it with its last request: mails and entries of the security log would be lost.
 *
 * @param {Record<string, string | undefined>} environment
 * @param {readonly Step[]} steps
 * @param {number} [longestMs] after which a step is given up
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

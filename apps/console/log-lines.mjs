import { format, stripVTControlCharacters } from 'node:util'

/** What JSON leaves as it is, and a terminal or a reader of lines does not. */
const unprintable = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/**
 * A message of the console's log as one line of JSON, whatever it quotes: no caller can write a line of its own.
 *
 * @param {string} level
 * @param {unknown[]} parts as for `console.log`
 * @param {Date} now
 */
export function lineOf(level, parts, now) {
  const message = stripVTControlCharacters(format(...parts))
  const line = JSON.stringify({ level, time: now.toISOString(), message })
  return line.replace(
    unprintable,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** From now on all that this process and its libraries say by `console` is written so. */
export function logByLines() {
  const levels = /** @type {const} */ (['debug', 'log', 'info', 'warn', 'error', 'trace'])
  for (const level of levels) {
    const name = level === 'log' ? 'info' : level
    const stream = level === 'warn' || level === 'error' ? process.stderr : process.stdout
    console[level] = (...parts) => void stream.write(`${lineOf(name, parts, new Date())}\n`)
  }
}

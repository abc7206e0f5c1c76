import { format, stripVTControlCharacters } from 'node:util'

/** Characters that JSON does not escape, but that control terminals or break lines. */
const unprintable = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/**
 * Formats a log message as one line of JSON, so that no caller can inject a line.
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

/** Replaces the methods of `console`, so that this process and its libraries log in this format. */
export function logByLines() {
  const levels = /** @type {const} */ (['debug', 'log', 'info', 'warn', 'error', 'trace'])
  for (const level of levels) {
    const name = level === 'log' ? 'info' : level
    const stream = level === 'warn' || level === 'error' ? process.stderr : process.stdout
    console[level] = (...parts) => void stream.write(`${lineOf(name, parts, new Date())}\n`)
  }
}

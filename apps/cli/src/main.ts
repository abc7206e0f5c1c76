import { runCommand } from './cli.ts'
import { exitCodes } from './exit-codes.ts'

/** Nobody reads the output any more: `head` has enough of it, or the terminal is gone. */
const withoutReader = ['EPIPE', 'EIO']

// An error that is thrown would end the supervisor of `start` without an orderly stop, and other verbs without their result.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
    if (withoutReader.includes(code) || process.exitCode) return
    process.exitCode = exitCodes.failed
    process.stderr.write(`The output cannot be written (${code}).\n`)
  })
}
const exitCode = await runCommand(process.argv.slice(2))
process.exitCode = exitCode || process.exitCode

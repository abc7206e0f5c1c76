import { CommanderError } from 'commander'
import { exitCodes, failureOf } from './failure.ts'
import { printFailure } from './output.ts'
import { createProgram } from './program.ts'

try {
  await createProgram().parseAsync(process.argv)
} catch (error) {
  if (error instanceof CommanderError) {
    // It has printed its message, or the help that was asked for, by itself.
    process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage
  } else {
    const failure = failureOf(error)
    printFailure({ json: process.argv.includes('--json') }, failure)
    process.exitCode = failure.exitCode
  }
}

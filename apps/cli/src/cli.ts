import { CommanderError } from 'commander'
import { exitCodes, failureOf } from './failure.ts'
import { printFailure } from './output.ts'
import { createProgram } from './program.ts'

/** Runs one command line, without the program's own name. Resolves with the exit code; never rejects. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync([...args], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) {
      // It has printed its message, or the help that was asked for, by itself.
      return error.exitCode === 0 ? 0 : exitCodes.usage
    }
    const failure = failureOf(error)
    printFailure({ json: args.includes('--json') }, failure)
    return failure.exitCode
  }
}

import { type Command, CommanderError } from 'commander'
import { exitCodes } from './exit-codes.ts'
import { printFailure } from './output.ts'
import { createProgram } from './program.ts'

/** Runs one command line, without the program's own name. Resolves with the exit code; never rejects. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const program = createProgram()
  let verb: Command | undefined
  program.hook('preAction', (_, command) => {
    verb = command
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) {
      // It has printed its message, or the help that was asked for, by itself.
      return error.exitCode === 0 ? 0 : exitCodes.usage
    }
    const { failureOf } = await import('./failure.ts')
    const failure = failureOf(error, verb)
    printFailure({ json: args.includes('--json') }, failure)
    return failure.exitCode
  }
}

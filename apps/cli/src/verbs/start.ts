import type { Command } from 'commander'
import { addVerb } from './verb.ts'

export function addStart(program: Command): void {
  addVerb(program, 'start', 'run Sluice on this machine until Ctrl-C')
    .option('--verbose', 'show the logs of all processes')
    .action(async (flags: { verbose?: boolean; json?: boolean }) => {
      const [{ start }, { readEnvironment }] = await Promise.all([
        import('../start/start.ts'),
        import('../environment.ts'),
      ])
      await start(readEnvironment(process.env), flags)
    })
}

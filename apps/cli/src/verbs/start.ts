import type { Command } from 'commander'
import { readEnvironment } from '../environment.ts'
import { start } from '../start/start.ts'
import { addVerb } from './verb.ts'

export function addStart(program: Command): void {
  addVerb(program, 'start', 'run Sluice on this machine until Ctrl-C')
    .option('--verbose', 'show the logs of all processes')
    .action((flags: { verbose?: boolean; json?: boolean }) =>
      start(readEnvironment(process.env), flags),
    )
}

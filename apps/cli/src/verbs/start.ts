import type { Command } from 'commander'
import { readEnvironment } from '../environment.ts'
import { start } from '../start/start.ts'
import { addVerb } from './verb.ts'

export function addStart(program: Command): void {
  addVerb(program, 'start', 'run the whole product on this machine, until Ctrl-C')
    .option('--verbose', 'show what the parts write to their logs')
    .action((flags: { verbose?: boolean; json?: boolean }) =>
      start(readEnvironment(process.env), flags),
    )
}

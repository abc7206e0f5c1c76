import type { Command } from 'commander'

/** Adds a verb; every one can answer in JSON. */
export function addVerb(parent: Command, nameAndArguments: string, summary: string): Command {
  return parent
    .command(nameAndArguments)
    .description(summary)
    .option('--json', 'print the result or the error as JSON')
}

import type { Command } from 'commander'

/** How a verb reaches the API. */
export interface ApiFlags {
  readonly url?: string
  readonly keyStdin?: boolean
}

/** Adds the options of a verb that calls the API, as anyone could. The key is never one: others could see it. */
export function addApiOptions(verb: Command): Command {
  return verb
    .option('--url <url>', 'the API; default: SLUICE_URL, otherwise the Sluice running on DATA_DIR')
    .option('--key-stdin', 'read the API key from the first line of standard input, not SLUICE_KEY')
}

import { parseArgs } from 'node:util'

/** What a run is to do. */
export interface Options {
  /** How long faults strike, in minutes, for each number of nodes. */
  readonly minutes: number
  readonly seed: number
  /** Numbers of nodes, one run each. One node has the log of samples; several share a store. */
  readonly nodes: readonly number[]
  /** Of the engine, behind an address that delays, reorders and cuts. */
  readonly replicas: number
  /** Whether clocks are set. */
  readonly clocks: boolean
}

/** Reads `--minutes N --seed N --nodes 1|3 --replicas N --no-clocks`. Throws for anything else. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '4' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
      nodes: { type: 'string' },
      replicas: { type: 'string', default: '1' },
      'no-clocks': { type: 'boolean', default: false },
    },
  })
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
  const replicas = Number(values.replicas)
  const nodes = values.nodes === undefined ? [1, 3] : [Number(values.nodes)]
  if (
    !(minutes > 0) ||
    !Number.isInteger(seed) ||
    !(replicas >= 1) ||
    !nodes.every((count) => count >= 1)
  ) {
    throw new Error(
      'Usage: npm run bench -- consistency [--minutes N] [--seed N] [--nodes 1|3] [--replicas N] [--no-clocks]',
    )
  }
  return { minutes, seed, nodes, replicas, clocks: !values['no-clocks'] }
}

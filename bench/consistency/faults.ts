import { setTimeout as pause } from 'node:timers/promises'
import type { Node } from './cluster/node.ts'
import type { Dice } from './dice.ts'
import type { World } from './world.ts'

/** Milliseconds that a clock is set off by, ahead or back. */
const STEPS_MS = [50, 500, 2000, 60_000, 1_200_000, 3_600_000, 18_000_000]
const TABLES = ['samples', 'latest', 'touched', 'rollups']
/** Of memory for samples: none, some days of series, and what the product takes. */
const CACHES = ['0', '300000', '']

/** Faults between two long calms. */
const STRIKES_BETWEEN = 40
const LONG_CALM_MS = 60_000

/** Resolves `false` where it did nothing. */
type Strike = (world: World, dice: Dice) => Promise<unknown>

/** How often each was done. */
export type Strikes = Record<keyof typeof strikes, number>

const strikes = {
  'node killed': async (world, dice) => {
    const node = dice.of(world.cluster.nodes)
    note(world, `${node.name} killed`)
    await node.kill()
    await pause(dice() * 1500)
    await startNode(world, node, dice)
  },
  'node ended': async (world, dice) => {
    const node = dice.of(world.cluster.nodes)
    note(world, `${node.name} told to end`)
    await node.terminate()
    note(world, `${node.name} ended`)
    await startNode(world, node, dice)
  },
  'node stopped': async (world, dice) => {
    const node = dice.of(world.cluster.nodes)
    await halted(world, node.name, node, dice() * 8000)
  },
  'engine killed': async (world, dice) => {
    const engine = dice.of(world.cluster.engines)
    note(world, `${engine.name} killed`)
    await engine.kill()
    await pause(dice() * (world.cluster.engines.length > 1 ? 8000 : 2000))
    await engine.start()
    note(world, `${engine.name} started`)
  },
  'engine stopped': async (world, dice) => {
    const engine = dice.of(world.cluster.engines)
    await halted(world, engine.name, engine, dice() * 13_000)
  },
  'engine and node killed': async (world, dice) => {
    const node = dice.of(world.cluster.nodes)
    const engine = dice.of(world.cluster.engines)
    note(world, `${engine.name} and ${node.name} killed`)
    await Promise.all([node.kill(), engine.kill()])
    await pause(dice() * 1000)
    await Promise.all([engine.start(), startNode(world, node, dice)])
    note(world, `${engine.name} started`)
  },
  'Postgres killed': async (world, dice) => {
    note(world, 'Postgres killed')
    await world.cluster.postgres.kill()
    await pause(dice() * 1000)
    await world.cluster.postgres.start()
    note(world, 'Postgres started')
  },
  'Postgres stopped': async (world, dice) => {
    await halted(world, 'Postgres', world.cluster.postgres, dice() * 5000)
  },
  'clock set': async (world, dice) => {
    const node = dice.of(world.cluster.nodes)
    const millis = (dice.chance(0.5) ? 1 : -1) * dice.of(STEPS_MS)
    setClock(world, node, millis)
    await pause(1000 + dice() * 8000)
    // Half of the clocks stay off until they are set again.
    if (dice.chance(0.5)) setClock(world, node, 0)
  },
  'merges forced': async (world, dice) => {
    const tables = dice.some(TABLES, 0.5)
    note(world, `merges of ${tables.join(', ')}`)
    const final = dice.chance(0.7) ? ' FINAL' : ''
    let done = 0
    for (const table of tables) {
      if (await world.cluster.command(`OPTIMIZE TABLE ${table}${final}`)) done += 1
      else note(world, `merges of ${table} failed`)
    }
    return done > 0
  },
} satisfies Record<string, Strike>

/** More often than other faults: they are what everything else must bear. */
const names = [
  ...(Object.keys(strikes) as (keyof typeof strikes)[]),
  ...(['merges forced', 'merges forced', 'clock set', 'clock set', 'node killed'] as const),
]

/**
 * Strikes until the time is over, after at most `calmMs` each time; everything runs again when it resolves. Clocks are left alone
 * where they cannot be set.
 */
export async function strike(world: World, dice: Dice, calmMs: number): Promise<Strikes> {
  const done = Object.fromEntries(Object.keys(strikes).map((name) => [name, 0])) as Strikes
  const hasClocks = world.cluster.nodes.every(({ skew }) => skew)
  const possible = names.filter((name) => hasClocks || name !== 'clock set')
  let times = 0
  while (!world.isEnding()) {
    await pause(dice() * calmMs)
    while (!world.mayStrike() && !world.isEnding()) await pause(50)
    if (world.isEnding()) break
    const name = dice.of(possible)
    world.calmSince = Number.POSITIVE_INFINITY
    if ((await strikes[name](world, dice)) !== false) {
      done[name] += 1
      world.counts.strikes += 1
    }
    world.calmSince = world.now()
    times += 1
    if (times % STRIKES_BETWEEN === 0) await longCalm(world)
  }
  for (const node of world.cluster.nodes) if (node.skew) setClock(world, node, 0)
  return done
}

/** So long that what stays refused is found out, before another fault mends it by chance. */
async function longCalm(world: World): Promise<void> {
  note(world, 'nothing strikes for a while')
  const end = world.now() + LONG_CALM_MS
  while (world.now() < end && !world.isEnding()) await pause(500)
}

/** Variables of a node, which differ from start to start. */
export function anyEnvironment(dice: Dice): Readonly<Record<string, string>> {
  return { TELEMETRY_CACHE_BYTES: dice.of(CACHES) }
}

/** A node with a random budget for its cache, so that samples are answered from memory, and from rollups. */
export async function startNode(world: World, node: Node, dice: Dice): Promise<void> {
  const environment = anyEnvironment(dice)
  await node.start(environment)
  const bytes = environment.TELEMETRY_CACHE_BYTES || 'as usual'
  note(world, `${node.name} started, its cache of samples ${bytes}`)
}

async function halted(
  world: World,
  name: string,
  one: { halt(): void; resume(): void },
  millis: number,
): Promise<void> {
  note(world, `${name} stopped for ${(millis / 1000).toFixed(1)} s`)
  one.halt()
  await pause(millis)
  one.resume()
}

function setClock(world: World, node: Node, millis: number): void {
  note(world, `clock of ${node.name} set off by ${millis / 1000} s`)
  node.skew?.set(millis)
}

function note({ events, now }: World, text: string): void {
  events.push({ at: now(), text })
}

import { setTimeout as pause } from 'node:timers/promises'
import { LaunchError } from '../../launch/launch-error.mjs'
import type { Part } from './part.ts'
import { restartDelay } from './restarts.ts'

export interface Member {
  /** As it begins a sentence: "The API". */
  readonly title: string
  /** Members of a higher stage use those of lower ones, and are stopped before them. */
  readonly stage: number
  /** Resolves when it serves. */
  start(): Promise<Part>
  /** After an unexpected end; `start` where absent. */
  restart?(): Promise<Part>
}

export interface Fleet {
  /** Starts a member, and again whenever it ends unasked. Rejects when the first start fails. */
  add(member: Member): Promise<void>
  /** Stops the members stage by stage; `hurry` ends the patience with them. */
  stop(hurry: AbortSignal): Promise<void>
}

interface FleetOptions {
  readonly note: (line: string) => void
  /** A member cannot be kept up. */
  readonly giveUp: (error: LaunchError) => void
  /** Resolves after so many milliseconds, or rejects when aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** Milliseconds that only ever grow. */
  readonly now?: () => number
}

const waitReally = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal })
const nowReally = () => performance.now()

/** Keeps the parts of the product up. */
export function createFleet(options: FleetOptions): Fleet {
  const { note, giveUp, wait = waitReally, now = nowReally } = options
  const stopping = new AbortController()
  const members: { stage: number; part: Part; watched: Promise<void> }[] = []

  async function add(member: Member): Promise<void> {
    const entry = { stage: member.stage, part: await member.start(), watched: Promise.resolve() }
    members.push(entry)
    entry.watched = keepUp(member, entry)
  }

  async function keepUp(member: Member, entry: { part: Part }): Promise<void> {
    const deaths: number[] = []
    let how = await entry.part.exited
    while (!stopping.signal.aborted) {
      deaths.push(now())
      const delay = restartDelay(deaths, now())
      if (delay === undefined) return giveUp(hopeless(member, deaths.length, how))
      const cause = how.split('\n').at(-1)
      note(`  ${member.title} ended unexpectedly (${cause}). Restarting it`)
      await wait(delay, stopping.signal).catch(() => {})
      if (stopping.signal.aborted) return
      how = await revive(member, entry)
    }
  }

  /** Resolves with how the new part ended, or why it did not start. */
  async function revive(member: Member, entry: { part: Part }): Promise<string> {
    try {
      entry.part = await (member.restart ?? member.start)()
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
    // Asked to stop meanwhile: what was stopped then was its predecessor.
    if (stopping.signal.aborted) await entry.part.stop()
    else note(`  ${member.title} is running again`)
    return entry.part.exited
  }

  async function stop(hurry: AbortSignal): Promise<void> {
    stopping.abort()
    const stages = [...new Set(members.map(({ stage }) => stage))].sort((a, b) => b - a)
    for (const stage of stages) {
      const those = members.filter((member) => member.stage === stage)
      const hasten = () => {
        for (const { part } of those) part.hurry()
      }
      if (hurry.aborted) hasten()
      hurry.addEventListener('abort', hasten)
      await Promise.all(those.map(({ part, watched }) => part.stop().then(() => watched)))
      hurry.removeEventListener('abort', hasten)
    }
  }

  return { add, stop }
}

function hopeless(member: Member, times: number, how: string): LaunchError {
  return new LaunchError(`${member.title} ended ${times} times within a minute. Last: ${how}`)
}

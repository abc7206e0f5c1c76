import { setTimeout as pause } from 'node:timers/promises'
import type { Part } from './part.ts'
import { restartDelay, steadyMs } from './restarts.ts'

export interface Member {
  /** As it begins a sentence: "The API". */
  readonly title: string
  /** Members of a higher stage use those of lower ones: they are stopped before them, and restarted after them. */
  readonly stage: number
  /** Resolves when it serves. */
  start(): Promise<Part>
  /** After an unexpected end; `start` where absent. */
  restart?(): Promise<Part>
}

export interface Fleet {
  /** Starts a member, and again whenever it ends unasked, for as long as it takes. Rejects when the first start fails. */
  add(member: Member): Promise<void>
  /** Stops the members stage by stage; `hurry` ends the patience with them. */
  stop(hurry: AbortSignal): Promise<void>
}

interface FleetOptions {
  readonly note: (line: string) => void
  /** Resolves after so many milliseconds, or rejects when aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** Milliseconds that only ever grow. */
  readonly now?: () => number
}

interface Entry {
  readonly member: Member
  part: Part
  watched: Promise<void>
  /** While it is down. */
  outage?: Outage | undefined
}

interface Outage {
  cause: string
  /** Resolves when it serves again, or is given up because all is being stopped. */
  readonly over: Promise<void>
  end(): void
}

const waitReally = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal })
const nowReally = () => performance.now()

/** Keeps the parts of the product up. */
export function createFleet({ note, wait = waitReally, now = nowReally }: FleetOptions): Fleet {
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve())
  })
  const entries: Entry[] = []

  async function add(member: Member): Promise<void> {
    const entry: Entry = { member, part: await member.start(), watched: Promise.resolve() }
    entries.push(entry)
    tellAll()
    entry.watched = keepUp(entry)
  }

  async function keepUp(entry: Entry): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      const since = now()
      const how = await entry.part.exited
      if (signal.aborted) return
      if (now() - since >= steadyMs) failures = 0
      failures = await bringBack(entry, failures + 1, how)
    }
  }

  /** Resolves with the failures in a row, when the member serves again or all is being stopped. */
  async function bringBack(entry: Entry, failures: number, how: string): Promise<number> {
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    const outage: Outage = { cause: causeOf(how), over, end }
    entry.outage = outage
    const { title, stage } = entry.member
    for (let what = 'ended unexpectedly'; ; what = 'did not start again', failures += 1) {
      tellAll()
      const delay = restartDelay(failures)
      note(`  ${title} ${what} (${outage.cause}). ${announced(delay)}`)
      await wait(delay, signal).catch(() => {})
      await lowerServe(stage)
      const fault = signal.aborted ? undefined : await revive(entry)
      if (fault === undefined) break
      outage.cause = causeOf(fault)
    }
    entry.outage = undefined
    end()
    tellAll()
    return failures
  }

  /** Waits for what a member of this stage uses: without it, its start would only fail. */
  async function lowerServe(stage: number): Promise<void> {
    for (;;) {
      const lower = entries.find(({ member, outage }) => outage && member.stage < stage)
      if (!lower || signal.aborted) return
      await Promise.race([lower.outage?.over, stopped])
    }
  }

  /** Resolves with why it did not start, if it did not. */
  async function revive(entry: Entry): Promise<string | undefined> {
    const { member } = entry
    try {
      entry.part = await (member.restart ?? member.start)()
    } catch (error) {
      if (signal.aborted) return undefined
      return error instanceof Error ? error.message : String(error)
    }
    // Asked to stop meanwhile: what was stopped then was its predecessor.
    if (signal.aborted) await entry.part.stop()
    else note(`  ${member.title} is running again`)
    return undefined
  }

  function tellAll(): void {
    const outages = entries.flatMap(({ member, outage }) =>
      outage ? [`${member.title} is down: ${outage.cause}.`] : [],
    )
    for (const { part } of entries) part.tell?.(outages)
  }

  async function stop(hurry: AbortSignal): Promise<void> {
    stopping.abort()
    const stages = [...new Set(entries.map(({ member }) => member.stage))].sort((a, b) => b - a)
    for (const stage of stages) {
      const those = entries.filter(({ member }) => member.stage === stage)
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

/** The last line of what is known, which says most, without its full stop. */
function causeOf(how: string): string {
  return how.trim().split('\n').at(-1)?.replace(/\.$/, '') ?? ''
}

function announced(delayMs: number): string {
  return delayMs < 1000 ? 'Restarting it' : `Next try in ${Math.round(delayMs / 1000)} s`
}

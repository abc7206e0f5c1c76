import { readdirSync, readFileSync } from 'node:fs'

/** A process that faults strike, and how long it has been running. */
export class Struck {
  readonly name: string
  /** How often it was started. */
  incarnation = 0
  /** When it was killed or stopped last, by the steady clock. */
  restedAt = Number.NEGATIVE_INFINITY
  #since: number | undefined
  #ranBefore = 0

  constructor(name: string) {
    this.name = name
  }

  /** It runs from now on. */
  runs(isNew: boolean): void {
    if (isNew) this.incarnation += 1
    this.#since ??= performance.now()
  }

  /** It was killed or stopped. */
  rests(): void {
    this.#ranBefore = this.ran
    this.#since = undefined
    this.restedAt = performance.now()
  }

  get isRunning(): boolean {
    return this.#since !== undefined
  }

  /** Milliseconds, over all that it was started. */
  get ran(): number {
    return this.#ranBefore + (this.#since === undefined ? 0 : performance.now() - this.#since)
  }
}

/** A process and all below it, children last. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It ended meanwhile.
    }
  }
  const family = [pid]
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child)
  }
  return family
}

/** Sends a signal to those that are still there. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It ended meanwhile.
    }
  }
}

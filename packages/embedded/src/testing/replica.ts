import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, type Call, forward } from './forward.ts'

/** A task of a replica. */
interface Note {
  readonly table: string
  /** The monotonic times of an insert and of its due date. ClickHouse only counts inserts as replication lag. */
  readonly at: number | undefined
  readonly due: number
  readonly done: Promise<Answer>
}

export type Replica = ReturnType<typeof replicaAt>

/** Milliseconds between attempts at a task. */
const RETRY_MS = 50
/** Attempts between two reports: engines are away for seconds. */
const TRIES_PER_REPORT = 1000

/** An engine as a replica, with what it still has to fetch from others, and whether it is reachable. */
export function replicaAt(url: URL, session: number) {
  let heard = performance.now()
  let stopped = false
  const notes = new Set<Note>()
  /** By table: an ordered task waits for all before it, and all after it wait for that. */
  const fences = new Map<string, Promise<unknown>>()

  async function ask(call: Call): Promise<Answer> {
    const answer = await forward(call, url)
    const { statusCode: status = 500, headers } = answer
    const { 'transfer-encoding': _, 'content-length': __, ...others } = headers
    const body = await buffer(answer)
    heard = performance.now()
    return { status, headers: others, body }
  }

  function note(
    made: Omit<Note, 'done'>,
    after: Promise<unknown> | undefined,
    work: () => Promise<Answer>,
  ): Note {
    const { due } = made
    const run = async () => {
      await after
      await pause(Math.max(0, due - performance.now()), undefined, { ref: false })
      return work()
    }
    const noted = { ...made, done: run() }
    noted.done.catch(() => {}).finally(() => notes.delete(noted))
    notes.add(noted)
    return noted
  }

  async function listen(): Promise<void> {
    while (!stopped) {
      const ping = { method: 'GET', url: new URL('/ping', url), headers: {}, body: Buffer.alloc(0) }
      void ask(ping).catch(() => {})
      await pause(session / 4)
    }
  }
  const listening = listen()

  async function until(isDone: (answer: Answer) => boolean, call: Call): Promise<Answer> {
    for (let tries = 1; !stopped; tries += 1) {
      const answer = await ask(call).catch((error: Error) => error)
      const said = answer instanceof Error ? answer.message : answer.body.toString()
      if (!(answer instanceof Error) && isDone(answer)) return answer
      if (tries % TRIES_PER_REPORT === 0)
        console.error(`${tries} tries at ${call.url.search}: ${said}`)
      await pause(RETRY_MS, undefined, { ref: false })
    }
    throw new Error('The replica was stopped.')
  }

  return {
    ask,
    /** Retries until the engine answers, however often it ends meanwhile. */
    reach: (call: Call) => until(() => true, call),
    /** Retries until the engine has succeeded. */
    take: (call: Call) => until(({ status }) => status === 200, call),
    /** Adds an unordered task, due in this many milliseconds. */
    note(table: string, lag: number, work: () => Promise<Answer>): Note {
      const at = performance.now()
      return note({ table, at, due: at + lag }, fences.get(table), work)
    },
    noteInOrder(table: string, work: () => Promise<Answer>): Note {
      const before = [...notes].filter((one) => one.table === table).map(({ done }) => done)
      const all = Promise.allSettled([fences.get(table), ...before])
      const made = note({ table, at: undefined, due: performance.now() }, all, work)
      fences.set(
        table,
        made.done.catch(() => {}),
      )
      return made
    },
    /** The age of the oldest pending insert in milliseconds. */
    lag() {
      const now = performance.now()
      return Math.max(0, ...[...notes].map(({ at = now }) => now - at))
    },
    isLive: () => performance.now() - heard < session,
    async stop() {
      stopped = true
      await listening
    },
  }
}

import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, type Call, forward } from './forward.ts'

/** What a replica is to do yet. */
interface Note {
  readonly table: string
  /** When an insert was made, and when it is due, by the steady clock. Only of inserts ClickHouse says that a replica lags. */
  readonly at: number | undefined
  readonly due: number
  readonly done: Promise<Answer>
}

export type Replica = ReturnType<typeof replicaAt>

/** Milliseconds between attempts at what a replica is to do. */
const RETRY_MS = 50
/** Of so many of them one is told: engines are away for seconds. */
const NOTED_TRIES = 1000

/** An engine as a replica: what it has to fetch from others, and whether it is there. */
export function replicaAt(url: URL, session: number) {
  let heard = performance.now()
  let stopped = false
  const notes = new Set<Note>()
  /** By table: what comes in order waits for all before it, and all after it wait for that. */
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
      if (tries % NOTED_TRIES === 0) console.error(`${tries} tries at ${call.url.search}: ${said}`)
      await pause(RETRY_MS, undefined, { ref: false })
    }
    throw new Error('The replica was stopped.')
  }

  return {
    ask,
    /** Asks again, however often the engine ends meanwhile, until it answers. */
    reach: (call: Call) => until(() => true, call),
    /** The same until it has done what it was asked. */
    take: (call: Call) => until(({ status }) => status === 200, call),
    /** Something to do in so many milliseconds, in any order. */
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
    /** Milliseconds since the oldest insert was noted that is not done yet. */
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

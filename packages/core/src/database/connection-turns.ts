/**
 * Postgres' connections, shared fairly by organizations. A statement takes its organization's turn while it runs, a
 * transaction while it lasts. What a transaction's own request asks besides it takes no turn: waiting for one while it
 * holds one, requests would wait for each other. So the pool has a connection more than there are turns, and nothing
 * holds that one for longer than a statement.
 */
import type { PrismaPg } from '@prisma/adapter-pg'
import { currentWork, type FairQueue, fairQueue, workFor, workingFor } from '@sluice/runtime'

/**
 * Does a request's work, whose statements are its organization's. Without it they are the service's own.
 * @param since When the request came, by `performance.now()`.
 */
export function asOrganization<Result>(
  organization: string,
  work: () => Result,
  since?: number,
): Result {
  return workFor(organization, () => begun(work()), since)
}

/** Prisma asks nothing before somebody waits for the answer: that is to be here. */
function begun<Result>(result: Result): Result {
  const lazy = result instanceof Object && !(result instanceof Promise) && 'then' in result
  return lazy ? (Promise.resolve(result) as Result) : result
}

/** What of Prisma's client decides which requests of a tick one statement answers; no public setting does. */
interface Batching {
  readonly _requestHandler: {
    readonly dataloader: {
      readonly options: { batchBy: (request: { transaction?: unknown }) => string | undefined }
    }
  }
}

/**
 * Prisma reads by one statement what `findUnique` asks for in one tick, whoever asks. That statement takes the turn of
 * the first one, and everybody else would wait in that organization's queue: outside of transactions each is asked
 * by itself.
 */
export function askAlone(client: object): void {
  const { options } = (client as Batching)._requestHandler.dataloader
  const { batchBy } = options
  options.batchBy = (request) => (request.transaction ? batchBy(request) : undefined)
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>

/** Connections that the turns leave in the pool. */
const SPARE = 1

/** Most that may wait of one organization, and for how long in milliseconds. */
const [LONGEST, PATIENCE] = [256, 5_000]

/** The turns of a pool of so many connections; undefined for one that is too small to be shared. */
export function turnsOf(connections: number): FairQueue | undefined {
  if (connections < 4) return undefined
  const slots = connections - SPARE
  return fairQueue({ slots, longest: LONGEST, patience: PATIENCE, refusal: crowded })
}

/** Its code is what Prisma passes on of an error of an adapter. */
export const CROWDED = 'crowded'

function crowded(): Error {
  return Object.assign(new Error('Too many wait for a connection.'), { code: CROWDED })
}

/** Has an adapter's statements and transactions take turns. */
export function takeTurns(adapter: Adapter, turns: FairQueue): Adapter {
  const query = adapter.queryRaw.bind(adapter)
  const execute = adapter.executeRaw.bind(adapter)
  const start = adapter.startTransaction.bind(adapter)

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (holdsTurn()) return work()
    return turns.run(workingFor(), work)
  }

  adapter.queryRaw = (asked) => inTurn(() => query(asked))
  adapter.executeRaw = (asked) => inTurn(() => execute(asked))
  adapter.startTransaction = async (level) => {
    if (holdsTurn()) return start(level)
    const asker = currentWork()
    const leave = await turns.enter(workingFor())
    if (asker) asker.transactions += 1
    const end = () => {
      if (asker) asker.transactions -= 1
      leave()
    }
    try {
      return endingWith(await start(level), end)
    } catch (error) {
      end()
      throw error
    }
  }
  return adapter
}

/** Whether the work that is done has a transaction open. */
function holdsTurn(): boolean {
  return (currentWork()?.transactions ?? 0) > 0
}

type Started = Awaited<ReturnType<Adapter['startTransaction']>>

/** Prisma ends every transaction by one of the two, those that failed or took too long included. */
function endingWith(transaction: Started, end: () => void): Started {
  const commit = transaction.commit.bind(transaction)
  const rollback = transaction.rollback.bind(transaction)
  let ended = false
  const once = () => {
    if (!ended) end()
    ended = true
  }
  transaction.commit = () => commit().finally(once)
  transaction.rollback = () => rollback().finally(once)
  return transaction
}

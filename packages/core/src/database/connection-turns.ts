/**
 * Shares Postgres' connections fairly among organizations. A statement holds its organization's turn while it runs, a
 * transaction for its duration. Statements that a request runs beside its own transaction take no turn, otherwise
 * requests could deadlock: each waiting for a turn while holding one. So the pool has one connection more than there
 * are turns, which is never held longer than a statement takes.
 */
import type { PrismaPg } from '@prisma/adapter-pg'
import {
  type Connection,
  currentWork,
  type FairQueue,
  fairQueue,
  workFor,
  workingFor,
} from '@sluice/runtime'

/**
 * Runs a request's work, whose statements count for its organization. Outside of this they are the service's own.
 * @param since When the request came, by `performance.now()`.
 */
export function asOrganization<Result>(
  organization: string,
  work: () => Result,
  since?: number,
  connection?: Connection,
): Result {
  return workFor(organization, () => begun(work()), since, connection)
}

/** Prisma's promises are lazy. This starts the query here, inside the organization's context. */
function begun<Result>(result: Result): Result {
  const lazy = result instanceof Object && !(result instanceof Promise) && 'then' in result
  return lazy ? (Promise.resolve(result) as Result) : result
}

/**
 * The part of Prisma's client that decides which requests of a tick are batched into one statement. There is no public
 * setting.
 */
interface Batching {
  readonly _requestHandler: {
    readonly dataloader: {
      readonly options: { batchBy: (request: { transaction?: unknown }) => string | undefined }
    }
  }
}

/**
 * Prisma batches all `findUnique` calls of a tick into one statement, across requests. It would take the turn of the
 * first, and all others would wait in that organization's queue. So outside of transactions batching is turned off.
 */
export function askAlone(client: object): void {
  const { options } = (client as Batching)._requestHandler.dataloader
  const { batchBy } = options
  options.batchBy = (request) => (request.transaction ? batchBy(request) : undefined)
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>

/** Connections of the pool beyond the turns. */
const SPARE = 1

/** The most waiting statements of an organization, and the most milliseconds they wait. */
const [MAX_WAITING, TIMEOUT_MS] = [256, 5_000]

/** The turns of a pool of this size; undefined if it is too small to be shared. */
export function turnsOf(connections: number): FairQueue | undefined {
  if (connections < 4) return undefined
  const slots = connections - SPARE
  return fairQueue({ slots, longest: MAX_WAITING, patience: TIMEOUT_MS, refusal: crowded })
}

/** Prisma passes on the code of an adapter's error. */
export const CROWDED = 'crowded'

function crowded(): Error {
  return Object.assign(new Error('Too many wait for a connection.'), { code: CROWDED })
}

/** Makes an adapter's statements and transactions take turns. */
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

/** Whether the current work has a transaction open. */
function holdsTurn(): boolean {
  return (currentWork()?.transactions ?? 0) > 0
}

type Started = Awaited<ReturnType<Adapter['startTransaction']>>

/** Prisma ends every transaction with one of the two, even those that failed or timed out. */
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

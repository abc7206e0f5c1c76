/** Rows that go into the store together. The token tells the store that a repeated batch is the same one. */
export interface Batch<Row> {
  readonly token: string
  readonly rows: Row[]
}

/** A bounded queue of batches. */
export interface Batches<Row> {
  /** Puts a row into the newest batch; true when that batch is full now. */
  add(row: Row): boolean
  /** Takes the oldest batch off the queue. */
  take(): Batch<Row> | undefined
  /** Puts a batch back that could not be stored; its rows are dropped where newer ones have filled the queue. */
  putBack(batch: Batch<Row>): void
  /** The rows that wait, and those that were dropped, oldest first, because too many waited. */
  counts(): { waiting: number; dropped: number }
}

interface Options {
  readonly batchRows: number
  /** Batches that may wait. */
  readonly capacity: number
  /** Makes the tokens different from those of any other process. */
  readonly name: string
}

/** Holds at most `batchRows` times `capacity` rows; what comes then pushes the oldest batch out. */
export function queueBatches<Row>({ batchRows, capacity, name }: Options): Batches<Row> {
  let queue: Batch<Row>[] = []
  let made = 0
  let dropped = 0

  function open(): Batch<Row> {
    if (queue.length >= capacity) dropped += queue.shift()?.rows.length ?? 0
    const batch = { token: `${name}-${made++}`, rows: [] }
    queue.push(batch)
    return batch
  }

  return {
    add(row) {
      const newest = queue.at(-1)
      const batch = newest && newest.rows.length < batchRows ? newest : open()
      return batch.rows.push(row) === batchRows
    },
    take: () => queue.shift(),
    putBack(batch) {
      if (queue.length >= capacity) dropped += batch.rows.length
      else queue = [batch, ...queue]
    },
    counts: () => ({ waiting: queue.reduce((sum, { rows }) => sum + rows.length, 0), dropped }),
  }
}

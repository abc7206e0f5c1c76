/** What the rows of a batch lie in, such as an array. */
export interface Rows<Row> {
  readonly length: number
  /** Puts a row in and tells how many there are then. */
  push(row: Row): number
}

/** Rows that go into the store together. The token tells the store that a repeated batch is the same one. */
export interface Batch<Kept> {
  readonly token: string
  readonly rows: Kept
}

/** A bounded queue of batches. */
export interface Batches<Row, Kept> {
  /** Puts a row into the newest batch; true when that batch is full now. */
  add(row: Row): boolean
  /** How many batches wait. */
  size(): number
  /** Takes the oldest batch off the queue. */
  take(): Batch<Kept> | undefined
  /** Puts a batch back that could not be stored; its rows are dropped where newer ones have filled the queue. */
  putBack(batch: Batch<Kept>): void
  /** The rows that wait, and those that were dropped, oldest first, because too many waited. */
  counts(): { waiting: number; dropped: number }
}

interface Options<Kept> {
  /** Makes the place for a batch's rows. */
  readonly rows: () => Kept
  readonly batchRows: number
  /** Batches that may wait. */
  readonly capacity: number
  /** Makes the tokens different from those of any other process. */
  readonly name: string
}

/** Holds at most `batchRows` times `capacity` rows; what comes then pushes the oldest batch out. */
export function queueBatches<Row, Kept extends Rows<Row>>(
  options: Options<Kept>,
): Batches<Row, Kept> {
  const { batchRows, capacity, name } = options
  let queue: Batch<Kept>[] = []
  /** The batch that takes rows; one that has been tried takes no more, since its token names what it held. */
  let newest: Batch<Kept> | undefined
  let made = 0
  let dropped = 0

  function open(): Batch<Kept> {
    if (queue.length >= capacity) dropped += queue.shift()?.rows.length ?? 0
    const batch = { token: `${name}-${made++}`, rows: options.rows() }
    queue.push(batch)
    newest = batch
    return batch
  }

  return {
    add(row) {
      const batch = newest && newest.rows.length < batchRows ? newest : open()
      return batch.rows.push(row) === batchRows
    },
    size: () => queue.length,
    take() {
      const oldest = queue.shift()
      if (oldest === newest) newest = undefined
      return oldest
    },
    putBack(batch) {
      if (queue.length >= capacity) dropped += batch.rows.length
      else queue = [batch, ...queue]
    },
    counts: () => ({ waiting: queue.reduce((sum, { rows }) => sum + rows.length, 0), dropped }),
  }
}

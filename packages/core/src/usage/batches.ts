/** The container of a batch's rows, such as an array. */
export interface Rows<Row> {
  readonly length: number
  /** Approximate size, if rows may be large. */
  readonly bytes?: number
  /** Appends a row; returns the new length. */
  push(row: Row): number
}

/** Rows that are inserted together. The token lets the store deduplicate repetitions. */
export interface Batch<Kept> {
  readonly token: string
  readonly rows: Kept
}

/** A bounded queue of batches. */
export interface Batches<Row, Kept> {
  /** Adds a row to the newest batch; returns whether that is full now. */
  add(row: Row): boolean
  /** The number of queued batches. */
  size(): number
  /** Removes and returns the oldest batch. */
  take(): Batch<Kept> | undefined
  /** Requeues a batch that could not be stored; it is dropped if newer rows have filled the queue. */
  putBack(batch: Batch<Kept>): void
  /** Queued rows, and rows dropped because the queue was full, oldest first. */
  counts(): { waiting: number; dropped: number }
}

interface Options<Kept> {
  /** Creates the container of a batch's rows. */
  readonly rows: () => Kept
  readonly batchRows: number
  /** A batch of this size takes no more rows either. */
  readonly batchBytes?: number
  /** The most queued batches. */
  readonly capacity: number
  /** Distinguishes the tokens from those of other processes. */
  readonly name: string
}

/** Holds at most `batchRows` times `capacity` rows, and so many bytes; beyond that, the oldest batch is dropped. */
export function queueBatches<Row, Kept extends Rows<Row>>(
  options: Options<Kept>,
): Batches<Row, Kept> {
  const { batchRows, batchBytes = Number.POSITIVE_INFINITY, capacity, name } = options
  let queue: Batch<Kept>[] = []
  /** The batch that takes rows. A batch that was tried takes no more, since its token stands for its contents. */
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

  const isFull = ({ rows }: Batch<Kept>) =>
    rows.length >= batchRows || (rows.bytes ?? 0) >= batchBytes

  return {
    add(row) {
      const batch = newest && !isFull(newest) ? newest : open()
      batch.rows.push(row)
      return isFull(batch)
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

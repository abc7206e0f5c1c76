import { bytesOf, encodeBlock, writeHalves } from '@sluice/clickhouse'
import { DistinctTextsColumn, NeedsColumn, TextsColumn } from './log-texts.ts'
import type { LogRow } from './row.ts'

/** Rows encoded together, and characters of what they needed: half a millisecond of work. */
const BLOCK_ROWS = 4_096
const BLOCK_CHARACTERS = 256 * 1024

/**
 * The rows of one batch, as the blocks to be sent. A busy node has tens of thousands pending. As objects they would
 * cost the collector more than all of a request's guards, and as text they would be formatted anew for each request,
 * though all but the times are alike.
 *
 * Refused requests that cost the caller no unit are unlimited, so equal ones of a second share a row of a block.
 */
export class LogBlocks {
  length = 0
  /** Of the blocks that are encoded. */
  bytes = 0
  readonly #encoded: Buffer[] = []
  readonly #open = new OpenBlock()

  push(row: LogRow): number {
    if (this.#open.push(row)) this.length += 1
    if (this.#open.isFull) this.#close()
    return this.length
  }

  #close(): void {
    const block = this.#open.empty()
    this.#encoded.push(block)
    this.bytes += block.length
  }

  /** All blocks; no row may be added afterwards. */
  encoded(): readonly Buffer[] {
    if (this.#open.rows > 0) this.#close()
    return this.#encoded
  }
}

/** Problems that the callers' budgets do not limit. */
const endless: ReadonlySet<LogRow['problem']> = new Set([
  'rate-limited',
  'key-revoked',
  'key-expired',
  'address-not-allowed',
])

/** The rows of the next block, by column. */
class OpenBlock {
  rows = 0
  readonly #alike = new Map<string, number>()
  readonly #organization = new Uint32Array(BLOCK_ROWS)
  readonly #key = new TextsColumn(BLOCK_ROWS)
  readonly #time = new Int32Array(BLOCK_ROWS * 2)
  readonly #operation = new TextsColumn(BLOCK_ROWS)
  readonly #tier = new TextsColumn(BLOCK_ROWS)
  readonly #status = new Uint16Array(BLOCK_ROWS)
  readonly #problem = new TextsColumn(BLOCK_ROWS)
  readonly #address = new TextsColumn(BLOCK_ROWS)
  readonly #micros = new Uint32Array(BLOCK_ROWS)
  readonly #needs = new NeedsColumn(BLOCK_ROWS)
  readonly #calls = new Uint32Array(BLOCK_ROWS)
  readonly #request = new DistinctTextsColumn()

  get isFull(): boolean {
    return this.rows === BLOCK_ROWS || this.#needs.characters >= BLOCK_CHARACTERS
  }

  /** Returns false if it was merged into an earlier row. */
  push(row: LogRow): boolean {
    if (endless.has(row.problem) && this.#join(row)) return false
    const at = this.rows
    this.#organization[at] = row.organization
    this.#key.put(at, row.key)
    writeHalves(this.#time, at, row.at)
    this.#operation.put(at, row.operation)
    this.#tier.put(at, row.tier)
    this.#status[at] = row.status
    this.#problem.put(at, row.problem)
    this.#address.put(at, row.address)
    this.#micros[at] = row.micros
    this.#needs.putNeeds(at, row.needs)
    this.#calls[at] = 1
    this.#request.put(row.request)
    this.rows = at + 1
    return true
  }

  #join({ at, key, operation, tier, problem, address }: LogRow): boolean {
    // A block may be open for hours while the store is away, and limits are replayed by second.
    const name = `${Math.floor(at / 1000)} ${key} ${operation} ${tier} ${problem} ${address}`
    const earlier = this.#alike.get(name)
    if (earlier === undefined) this.#alike.set(name, this.rows)
    else this.#calls[earlier] = (this.#calls[earlier] ?? 0) + 1
    return earlier !== undefined
  }

  /** Returns the rows as a block of {@link logColumns}, and clears them. */
  empty(): Buffer {
    const { rows } = this
    const plain = (name: string, type: string, bytes: Uint8Array) => ({
      ...{ name, type, parts: [bytes] },
    })
    const block = encodeBlock(rows, [
      plain('organization', 'UInt32', bytesOf(this.#organization, rows)),
      this.#key.encode('key', rows),
      plain('time', "DateTime64(3, 'UTC')", bytesOf(this.#time, rows * 2)),
      this.#operation.encode('operation', rows),
      this.#tier.encode('tier', rows),
      plain('status', 'UInt16', bytesOf(this.#status, rows)),
      this.#problem.encode('problem', rows),
      this.#address.encode('address', rows),
      plain('micros', 'UInt32', bytesOf(this.#micros, rows)),
      this.#needs.encode('needs', rows),
      plain('calls', 'UInt32', bytesOf(this.#calls, rows)),
      this.#request.encode('request'),
    ])
    this.#alike.clear()
    this.rows = 0
    return block
  }
}

/** The columns of the blocks. */
export const logColumns =
  'organization, key, time, operation, tier, status, problem, address, micros, needs, calls, request'

import type { Limit } from '@sluice/contract'

/** A draw of one unit on an organization's bucket of a tier, and on the paying key's share if it has one. */
export interface Draw {
  readonly organization: string
  readonly tier: string
  readonly limit: Limit
  /** The key that pays, and whose failures count; undefined to look only at the organization's bucket. */
  readonly key: string | undefined
  /** The part of the tier's budget that the key may use, so that it cannot starve others. */
  readonly share: Limit | undefined
  /** Admits a key that has used up its failures: it may always revoke keys and read its limits. */
  readonly sparesFailures?: true | undefined
}

/** The limit of a key's bucket of failures: that of its share, or of the tier. */
export function failuresLimit({ share, limit }: Pick<Draw, 'share' | 'limit'>): Limit {
  return share ?? limit
}

/** The buckets that may refuse a draw. */
export type BucketKind = 'tier' | 'share' | 'failures'

/** Tokens in the buckets of a draw; undefined without a share, or without a key. */
export interface Tokens {
  readonly tier: number
  readonly share: number | undefined
  readonly failures: number | undefined
  /** The part of the limits' rate at which they refill, if less: a node's, while it cannot reach the shared buckets. */
  readonly refillRatio?: number | undefined
}

/** The tokens after a take, and the bucket without a whole unit, if any; then nothing was taken. */
export interface Taken extends Tokens {
  readonly refusedBy: BucketKind | undefined
}

/**
 * A store of buckets. A store in memory answers synchronously, a remote one with a promise. One suite of cases tests
 * all of them. If a limit changes, a bucket keeps its tokens, clipped to the new burst.
 */
export interface BucketStore {
  /** Takes a unit from the tier's bucket and from the share, or from neither. */
  take(draw: Draw): Taken | Promise<Taken>
  /** Undoes a take, and spends a unit of the key's failures, going into debt if need be. Returns the levels afterwards. */
  giveBack(draw: Draw): Tokens | Promise<Tokens>
  /** Reads without taking. */
  look(draw: Draw): Tokens | Promise<Tokens>
  /** Why the buckets are currently not stored or shared as they should be; undefined if they are. */
  fault(): unknown
  /** Stores what has to be kept, then disconnects. */
  close(): Promise<void>
}

/** Called with the cause when a store begins to be at fault, and with undefined when that ends. */
export type OnFault = (cause: unknown) => void

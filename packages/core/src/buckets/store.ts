import type { Limit } from '@sluice/contract'

/** One unit of an organization's bucket of a tier, and of the share of the key that pays where it has one. */
export interface Draw {
  readonly organization: string
  readonly tier: string
  readonly limit: Limit
  /** The key that pays, and whose failures count; undefined for a look at the organization's bucket alone. */
  readonly key: string | undefined
  /** The part of the tier's budget that the key may use, so that it cannot starve the others. */
  readonly share: Limit | undefined
  /** Admits a key that has used up its failures: it may always revoke keys and read its limits. */
  readonly sparesFailures?: true | undefined
}

/** The size and rate of a key's bucket of failures: those of its share, or of the tier. */
export function failuresLimit({ share, limit }: Pick<Draw, 'share' | 'limit'>): Limit {
  return share ?? limit
}

/** Which bucket a draw may be refused by. */
export type BucketKind = 'tier' | 'share' | 'failures'

/** Units in the buckets that a draw is about; undefined where there is none: of no share, or of no key. */
export interface Tokens {
  readonly tier: number
  readonly share: number | undefined
  readonly failures: number | undefined
}

/** What the buckets hold after a take, and the one that held no whole unit; nothing was taken then. */
export interface Taken extends Tokens {
  readonly refusedBy: BucketKind | undefined
}

/**
 * Where buckets live. A store in memory answers at once, one elsewhere by a promise. One case suite runs over
 * every store. A limit that differs from the last keeps the tokens, cut to its burst.
 */
export interface BucketStore {
  /** Takes a unit of the tier's bucket and of the share, or of neither. */
  take(draw: Draw): Taken | Promise<Taken>
  /** Undoes a take, and spends a unit of the key's failures, into debt if need be. Answers what the buckets hold then. */
  giveBack(draw: Draw): Tokens | Promise<Tokens>
  /** Looks without taking. */
  look(draw: Draw): Tokens | Promise<Tokens>
  /** Why the buckets are not kept or shared as they should be just now; undefined while they are. */
  fault(): unknown
  /** Keeps what is to be kept, and hangs up. */
  close(): Promise<void>
}

/** Called when a store begins to be at fault, with the cause, and with undefined when it no longer is. */
export type OnFault = (cause: unknown) => void

import type { Limit } from '@sluice/contract'

/** A part of a tier's budget that one key may use, so that it cannot starve the others. */
export interface Share {
  readonly key: string
  readonly limit: Limit
}

/** One unit of an organization's bucket of a tier, and of the key's own share of it where it has one. */
export interface Draw {
  readonly organization: string
  readonly tier: string
  readonly limit: Limit
  readonly share: Share | undefined
}

/** Which bucket a draw may be refused by; failures has the tier's own size and rate. */
export type BucketKind = 'tier' | 'share' | 'failures'

export interface Taken {
  /** The bucket that held no whole unit; nothing was taken then. */
  readonly refusedBy: BucketKind | undefined
  /** Units left in that bucket, else in the tier's. */
  readonly tokens: number
  /** Units left in the key's share; undefined without one, and where nothing was taken. */
  readonly share?: number | undefined
}

/** Units in the buckets that a draw is about; a share's is undefined where there is none. */
export type Tokens = { readonly [Kind in BucketKind]: number | undefined } & {
  readonly tier: number
  readonly failures: number
}

/**
 * Where buckets live. A store in memory answers at once, one elsewhere by a promise. One case suite runs over
 * every store. A limit that differs from the last keeps the tokens, cut to its burst.
 */
export interface BucketStore {
  /** Takes a unit of the tier's bucket and of the share, or of neither. */
  take(draw: Draw): Taken | Promise<Taken>
  /** Undoes a take, and spends a unit of failures, into debt if need be. Answers what the tier's bucket holds then. */
  giveBack(draw: Draw): number | Promise<number>
  /** Looks without taking. */
  look(draw: Draw): Tokens | Promise<Tokens>
  /** Why the buckets are not kept or shared as they should be just now; undefined while they are. */
  fault(): unknown
  /** Keeps what is to be kept, and hangs up. */
  close(): Promise<void>
}

/** Told when a store begins to be at fault, with the cause, and with undefined when it no longer is. */
export type OnFault = (cause: unknown) => void

import type { Operations } from './contract.ts'

/** The name of an operation: group and verb, for example `things.create`. */
export type OperationName = keyof Operations

/**
 * What an operation is called with: path parameters, query and body. Parts that can be empty
 * can be left out.
 */
export type Call<Name extends OperationName> = Loose<Operations[Name]['call']>

/** What an operation answers. */
export type Output<Name extends OperationName> = Operations[Name]['output']

/** The type of a list's items. */
export type Item<Name extends OperationName> =
  Output<Name> extends { items: (infer One)[]; nextCursor: string | null } ? One : never

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, and the wait before a repeat, with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * The etag that was read: the call is refused with `precondition-failed` if the resource has changed
   * since.
   */
  readonly ifMatch?: string | undefined
  /**
   * Replaces the key that the client makes up: use one of your own for a call that another process may
   * repeat.
   */
  readonly idempotencyKey?: string | undefined
}

/**
 * An operation as a function. Rejects with `SluiceProblem`, `SluiceConnectionError` or the
 * signal's reason.
 */
export type Method<Name extends OperationName> =
  Record<never, never> extends Call<Name>
    ? (call?: Call<Name>, options?: CallOptions) => Promise<Output<Name>>
    : (call: Call<Name>, options?: CallOptions) => Promise<Output<Name>>

/**
 * A list: a function for one page, and async iterators over all items or pages. These fetch a
 * page when it is needed.
 */
export interface Lister<Name extends OperationName> {
  (call?: Call<Name>, options?: CallOptions): Promise<Output<Name>>
  /** Every item of every page. */
  all(call?: Call<Name>, options?: CallOptions): AsyncGenerator<Item<Name>, void>
  /** Every page. */
  pages(call?: Call<Name>, options?: CallOptions): AsyncGenerator<Output<Name>, void>
}

/** An operation that can answer CSV. */
export interface Tabular<Name extends OperationName> {
  /**
   * The answer as CSV (RFC 4180). Of a list or a series it is one page, as large as the query's `limit`.
   */
  csv(...call: Parameters<Method<Name>>): Promise<string>
}

/** The groups of a client and their methods. Those in `Tables` have `csv`. */
export type ClientOf<Table, Tables> = {
  readonly [Group in GroupOf<keyof Table>]: {
    readonly [Name in keyof Table & OperationName as VerbOf<Name, Group>]: Name extends Tables
      ? MethodOf<Name> & Tabular<Name>
      : MethodOf<Name>
  }
}

type GroupOf<Name> = Name extends `${infer Group}.${string}` ? Group : never
type VerbOf<Name, Group extends string> = Name extends `${Group}.${infer Verb}` ? Verb : never
type MethodOf<Name extends OperationName> = [Item<Name>] extends [never]
  ? Method<Name>
  : Lister<Name>

/** Parts of a call that may be empty may be left out. */
type Loose<Parts> = { readonly [Part in keyof Parts as Needed<Parts[Part], Part>]: Parts[Part] } & {
  readonly [Part in keyof Parts as Spared<Parts[Part], Part>]?: Parts[Part] | undefined
}
type Needed<Value, Part> = CanBeEmpty<Value> extends true ? never : Part
type Spared<Value, Part> = CanBeEmpty<Value> extends true ? Part : never
type CanBeEmpty<Value> = undefined extends Value
  ? true
  : Record<never, never> extends Value
    ? true
    : false

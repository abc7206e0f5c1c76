import type { Operations } from './contract.ts'
import type { Chosen, FieldsOf } from './fields.ts'

/** The name of an operation: group and verb, for example `things.create`. */
export type OperationName = keyof Operations

/** The arguments of an operation: path parameters, query and body. Parts that may be empty are optional. */
export type Call<Name extends OperationName> = Loose<Operations[Name]['call']>

/** The answer of an operation. */
export type Output<Name extends OperationName> = Operations[Name]['output']

/** The type of a list's items. */
export type Item<Name extends OperationName> = ItemOf<Output<Name>>

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, including waits before it or before a repeat, with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * An etag read earlier, from the body or the `ETag` header: if the resource has changed since, the call is refused
   * with `precondition-failed`.
   */
  readonly ifMatch?: string | undefined
  /** Replaces the key that the client generates: set one for a call that another process may repeat. */
  readonly idempotencyKey?: string | undefined
}

/** An answer with its response, for status and headers. The body has been read. */
export interface Answered<Data> {
  readonly data: Data
  readonly response: Response
}

/**
 * An operation as a function. Rejects with `SluiceProblem`, `SluiceConnectionError`, `SluiceAnswerError` or the
 * signal's reason, and with a TypeError for a call that cannot be sent. `fields` in the query narrow the type of the
 * answer.
 */
export interface Method<Name extends OperationName> {
  <const Fields extends FieldsOf<Name> | undefined = undefined>(
    ...call: Arguments<Name, Fields>
  ): Promise<Chosen<Output<Name>, Fields>>
  /** The same call, returning the response's status and headers, too. */
  withResponse<const Fields extends FieldsOf<Name> | undefined = undefined>(
    ...call: Arguments<Name, Fields>
  ): Promise<Answered<Chosen<Output<Name>, Fields>>>
}

/** An operation with pages: an async iterator over them, which fetches each on demand. */
export interface Paged<Name extends OperationName> {
  /** Every page. */
  pages<const Fields extends FieldsOf<Name> | undefined = undefined>(
    ...call: Arguments<Name, Fields>
  ): AsyncGenerator<Chosen<Output<Name>, Fields>, void>
}

/** A list: besides its pages, an async iterator over all items. */
export interface Listed<Name extends OperationName> extends Paged<Name> {
  /** Every item of every page. */
  all<const Fields extends FieldsOf<Name> | undefined = undefined>(
    ...call: Arguments<Name, Fields>
  ): AsyncGenerator<ItemOf<Chosen<Output<Name>, Fields>>, void>
}

/** A table in one format. */
export interface Table<Name extends OperationName, Content> {
  /** One page, as large as the query's `limit`. */
  (...call: Arguments<Name>): Promise<Content>
  /** Every page, each as a table. */
  pages(...call: Arguments<Name>): AsyncGenerator<Content, void>
  /**
   * All pages as one table. Each is fetched after the one before was read, and retried like any call. Failures become
   * the stream's error.
   */
  stream(...call: Arguments<Name>): ReadableStream<Uint8Array<ArrayBuffer>>
}

/** An operation available as CSV. */
export interface Csv<Name extends OperationName> {
  /** The answer as CSV (RFC 4180). */
  readonly csv: Table<Name, string>
}

/** An operation available as an Arrow IPC stream. */
export interface Arrow<Name extends OperationName> {
  /** The answer as an Arrow IPC stream, which Arrow's libraries read. */
  readonly arrow: Table<Name, Uint8Array<ArrayBuffer>>
}

/** The parameters of an operation's function. The first is optional if it may be empty. */
export type Arguments<
  Name extends OperationName,
  Fields extends string | undefined = string | undefined,
> =
  Record<never, never> extends Call<Name>
    ? [call?: Narrowed<Name, Fields>, options?: CallOptions]
    : [call: Narrowed<Name, Fields>, options?: CallOptions]

/** Lets the compiler infer `Fields` from the call's own `fields`. */
type Narrowed<Name extends OperationName, Fields> =
  FieldsOf<Name> extends undefined
    ? Call<Name>
    : Call<Name> & { readonly query?: { readonly fields?: Fields | undefined } | undefined }

/** The groups of a client and their methods. Operations in `Csvs` and `Arrows` also have `csv` and `arrow`. */
export type ClientOf<Table, Csvs, Arrows> = {
  readonly [Group in GroupOf<keyof Table>]: {
    readonly [Name in keyof Table & OperationName as VerbOf<Name, Group>]: Method<Name> &
      PagedOf<Name> &
      (Name extends Csvs ? Csv<Name> : unknown) &
      (Name extends Arrows ? Arrow<Name> : unknown)
  }
}

type GroupOf<Name> = Name extends `${infer Group}.${string}` ? Group : never
type VerbOf<Name, Group extends string> = Name extends `${Group}.${infer Verb}` ? Verb : never
type ItemOf<Answer> = Answer extends { items: (infer One)[] } ? One : never
type PagedOf<Name extends OperationName> =
  Output<Name> extends { nextCursor: string | null }
    ? Output<Name> extends { items: unknown[] }
      ? Listed<Name>
      : Paged<Name>
    : unknown

/** Makes parts of a call optional if they may be empty. */
type Loose<Parts> = {
  readonly [Part in keyof Parts as Needed<Parts[Part], Part>]: Unchanged<Parts[Part]>
} & {
  readonly [Part in keyof Parts as Spared<Parts[Part], Part>]?: Unchanged<Parts[Part]> | undefined
}
/** Calls do not modify their arguments, so constants and read-only lists are accepted. */
type Unchanged<Value> = Value extends Uint8Array
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
    : Value
type Needed<Value, Part> = CanBeEmpty<Value> extends true ? never : Part
type Spared<Value, Part> = CanBeEmpty<Value> extends true ? Part : never
type CanBeEmpty<Value> = undefined extends Value
  ? true
  : Record<never, never> extends Value
    ? true
    : false

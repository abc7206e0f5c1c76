import type { z } from 'zod'
import type { ProblemCode } from './problems.ts'
import { shapeOf } from './schema-shape.ts'
import type { Tag } from './tags.ts'
import type { Tier } from './tiers.ts'

/** The HTTP methods of `/v2`. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What an operation does to its resource. A scope's `*` covers all three (spec section 5.5). */
export type Action = 'read' | 'write' | 'admin'

/** Key types (spec section 5.2). */
export type KeyType = 'External' | 'Admin'

/** The kinds of resources that an operation's access is checked on. */
export type ResourceKind =
  | 'thing'
  | 'site'
  | 'fleet'
  | 'thingType'
  | 'metricDefinition'
  | 'mapping'
  | 'template'
  | 'integration'
  | 'key'
  | 'organization'

/**
 * What a caller must be allowed to do.
 * - `one`: the resource in the path. It must exist and be readable, or the answer is 404.
 * - `many`: a list. It answers what the caller may read; a caller that can read none gets 403.
 * - `new`: a resource that the call creates. Its handler knows the path.
 * - `own`: the caller's organization. It always exists, so a missing scope is 403.
 * - `self`: the calling key. Every valid key may.
 */
export interface KeyAccess {
  readonly action: Action
  readonly resource: ResourceKind
  readonly target: 'one' | 'many' | 'new' | 'own' | 'self'
  /**
   * For places: a caller that may only read some thing in the place may call too, and is answered about the
   * things that it may read.
   */
  readonly orAnyThingIn?: true
  /** Key types that may call; absent means every type. */
  readonly keyTypes?: readonly KeyType[]
}

/** Anyone may call, without a key. There is no organization to act in or to charge. */
export interface OpenAccess {
  readonly target: 'open'
}

/** Who may call an operation: whoever holds the scope, or anyone. */
export type Access = KeyAccess | OpenAccess

/** The media type of a request's body. */
export type BodyType = 'application/json' | typeof ARROW | typeof LINES | typeof PROTOBUF

/** The media type of an Arrow IPC stream. */
export const ARROW = 'application/vnd.apache.arrow.stream'

/** The media type of InfluxDB's line protocol. */
export const LINES = 'text/plain'

/** The media type of protocol buffers: Prometheus' remote write, OTLP. */
export const PROTOBUF = 'application/x-protobuf'

/** The media types of answers. A caller that does not choose gets the first. */
export type MediaType = 'application/json' | 'text/csv' | typeof ARROW

type Schema = z.ZodType
type Shape = z.ZodObject

/** The retirement of an operation: it is announced first, and keeps working for at least 180 days. */
export interface Deprecation {
  /** The day on which it was announced: `2026-11-24`. */
  readonly since: string
  /** The first day on which it may be gone. */
  readonly sunset: string
  /** What to call in its place, as a sentence of the documentation. */
  readonly instead: string
}

/** One row of the public contract: method, path, tier, access, schemas and documentation. */
export interface Operation<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
> {
  readonly method: Method
  /** OpenAPI form: `/v2/thing/{thingId}`. */
  readonly path: string
  /** The bucket it draws on; `open` rows draw on one of the client's address. */
  readonly tier: Tier | 'open'
  /** Draws on the ingest bucket instead, in organizations that have one. */
  readonly ingests?: true
  /** Erases samples, each time that it is called. */
  readonly erases?: true
  /** A key that has used up its budget of failed requests may call it all the same. */
  readonly sparesFailures?: true
  /** Draws on a small reserve of the key once the organization's bucket, or the key's share of it, is empty. */
  readonly hasReserve?: true
  readonly access: Access
  /** A POST that only asks, and changes nothing. */
  readonly readOnly?: true
  /** A POST that changes the resource in its path only if If-Match names its etag, as PATCH and DELETE do. */
  readonly conditional?: true
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  /** Set on a row that is going to be removed. Its answers say so. */
  readonly deprecated?: Deprecation
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /**
   * `bulk` bodies hold many samples: the schema documents them, and the handler checks them itself in one
   * pass, so that a million samples do not go through a schema interpreter. Default: `checked`.
   */
  readonly bodyForm?: 'checked' | 'bulk'
  /** What the body is sent as. A body that is no JSON reaches the handler as its bytes. Default: JSON. */
  readonly bodyType?: BodyType
  /** The body may be JSON as well, which the handler gets as JSON. */
  readonly orJson?: true
  /** Bytes, after decompression. Default: DEFAULT_BODY_LIMIT. */
  readonly bodyLimit?: number
  readonly status: 200 | 201 | 202 | 204
  readonly response: Response
  /**
   * The media types that the Accept header, or `format` in a query that has one, can choose; JSON alone
   * when absent. CSV is for pages (a line an item) and series (a line a timestamp), Arrow for series.
   */
  readonly mediaTypes?: readonly MediaType[]
  /** The field of the answer that holds a secret. It is shown once: answers kept for repeats lack it. */
  readonly secretField?: string
  /** Problems that it can answer beyond those that every row of its kind can. */
  readonly problems?: readonly ProblemCode[]
  /** An example body and query, for the documentation and the tests. Bytes have none, unless they may be JSON. */
  readonly example?: { readonly query?: Record<string, string>; readonly body?: unknown }
}

/** Largest body in bytes, after decompression, of a row that sets no limit of its own: 1 MiB. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024

/**
 * Whether a row takes an Idempotency-Key, so that a retry is done once. Those of samples take none: the same samples
 * written again change nothing, and an erasure erases again.
 */
export function takesIdempotencyKey(row: Operation): boolean {
  const { method, readOnly, ingests, erases, access } = row
  return method !== 'GET' && !readOnly && !ingests && !erases && access.target !== 'open'
}

/** Whether a row takes If-Match, and is refused with 412 if the resource has changed. */
export function takesIfMatch({ method, conditional }: Operation): boolean {
  return method === 'PATCH' || method === 'DELETE' || conditional === true
}

/**
 * Whether a row answers one resource, with an ETag header that If-None-Match asks about. The calling key is none: units
 * are left of its buckets, which every call changes.
 */
export function carriesEtag({ method, access, response }: Operation): boolean {
  return method === 'GET' && access.target !== 'self' && 'etag' in (shapeOf(response) ?? {})
}

/** Keeps a row's own method and schema types while checking it against {@link Operation}. */
export function operation<
  const Verb extends Method,
  Response extends Schema,
  Params extends Shape | undefined = undefined,
  Query extends Shape | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  row: Operation<Params, Query, Body, Response> & { readonly method: Verb },
): Operation<Params, Query, Body, Response> & { readonly method: Verb } {
  return row
}

/** A row that anyone may call, without a key. */
export interface OpenOperation<
  Query extends Shape | undefined = Shape | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
> extends Operation<undefined, Query, Body, Response> {
  readonly access: OpenAccess
  readonly tier: 'open'
}

/** Like {@link operation}, and keeps in the type that the row is open. */
export function openOperation<
  Response extends Schema,
  Query extends Shape | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(row: OpenOperation<Query, Body, Response>): OpenOperation<Query, Body, Response> {
  return row
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Raw<S> = S extends z.ZodType ? z.input<S> : undefined
type Defined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** What a handler receives: the parts that the row declares, parsed. */
export type InputOf<Row> =
  Row extends Operation<infer P, infer Q, infer B, infer _R>
    ? Defined<{ params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> }>
    : never

/** What a caller sends: the same parts, before parsing. */
export type CallOf<Row> =
  Row extends Operation<infer P, infer Q, infer B, infer _R>
    ? Defined<{ params: Raw<P>; query: Raw<Q>; body: Raw<B> }>
    : never

/** The body of a successful answer. */
export type OutputOf<Row> =
  Row extends Operation<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never

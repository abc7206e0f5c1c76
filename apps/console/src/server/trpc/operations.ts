import {
  type ActorName,
  actorNames,
  type Call,
  type OperationName,
  type Operations,
  type Output,
  operations,
  searchTextOf,
} from '@sluice/contract'
import { perform } from '@sluice/core'
import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'
import { z } from 'zod'
import { texts } from '#texts/server.ts'
import { core } from '../core.ts'
import { asTrpcError } from './failure.ts'
import { memberProcedure } from './init.ts'
import { refuseLarge } from './large-answer.ts'

/** Only the API changes samples, because it may cache the latest. */
const ofSamples = [
  'telemetry.ingest',
  'telemetry.ingestColumnar',
  'telemetry.ingestArrow',
  'telemetry.ingestThings',
  'telemetry.ingestThingsColumnar',
  'telemetry.ingestThingsArrow',
  'telemetry.ingestLines',
  'telemetry.ingestSeries',
  'telemetry.ingestOtlp',
  'telemetry.erase',
] as const satisfies ActorName[]

/**
 * The operations that a user can call. Left out are those about the calling key, those open to everybody, and those
 * that change samples.
 */
type ConsoleName = Exclude<ActorName, 'keys.self' | (typeof ofSamples)[number]>

type RoomOf<Name> = Name extends `${infer Room}.${string}` ? Room : never
type VerbOf<Name, Room extends string> = Name extends `${Room}.${infer Verb}` ? Verb : never
/** Like the header If-Match of REST: the change applies only while the resource has this etag. */
interface Precondition {
  readonly ifMatch?: string
}
type Definition<Name extends OperationName> = {
  input: IsRead<Name> extends true ? Call<Name> : Call<Name> & Precondition
  output: Output<Name>
  meta: unknown
}
type IsRead<Name extends OperationName> = Operations[Name]['method'] extends 'GET' ? true : false
type Procedure<Name extends OperationName> =
  IsRead<Name> extends true
    ? TRPCQueryProcedure<Definition<Name>>
    : TRPCMutationProcedure<Definition<Name>>

/** `things.list` of the contract is `trpc.things.list`. */
export type OperationRouters = {
  [Room in RoomOf<ConsoleName>]: {
    [Verb in VerbOf<ConsoleName, Room>]: Procedure<Extract<`${Room}.${Verb}`, OperationName>>
  }
}

/** The query of a call. The secret of a pasted key string is removed. */
const query = z.unknown().transform((value) => {
  if (typeof value !== 'object' || value === null) return value
  const reduced = Object.entries(value).map(([name, part]) => [
    name,
    typeof part === 'string' ? searchTextOf(part) : part,
  ])
  return Object.fromEntries(reduced) as unknown
})

const known = z.object({
  params: z.unknown().optional(),
  query: query.optional(),
  body: z.unknown().optional(),
  ifMatch: z.string().optional(),
})

/** Rejects further members without naming them: the error would repeat a body of megabytes several times. */
const parts = z
  .unknown()
  .refine(
    (input) => Object.keys(input ?? {}).every((name) => Object.hasOwn(known.shape, name)),
    texts.unknownMembers(Object.keys(known.shape)),
  )
  .pipe(known)

/** Passes the call on as it came: the core parses and authorizes it. */
function procedureOf(name: ActorName) {
  const procedure = memberProcedure.input(parts)
  const resolve = async ({ ctx, input }: Parameters<Parameters<typeof procedure.query>[0]>[0]) => {
    const { actor, requestId, address } = ctx
    const { ifMatch, ...call } = input as Precondition
    try {
      const output = await perform(core(), { name, actor, call, requestId, address, ifMatch })
      refuseLarge(output)
      return output
    } catch (error) {
      throw asTrpcError(error)
    }
  }
  return operations[name].method === 'GET' ? procedure.query(resolve) : procedure.mutation(resolve)
}

/** One procedure for every operation of the contract that a user can call. */
export function operationRouters(): OperationRouters {
  const rooms: Record<string, Record<string, ReturnType<typeof procedureOf>>> = {}
  const refused: readonly ActorName[] = ofSamples
  for (const name of actorNames) {
    if (operations[name].access.target === 'self' || refused.includes(name)) continue
    const [room = '', verb = ''] = name.split('.')
    rooms[room] = { ...rooms[room], [verb]: procedureOf(name) }
  }
  // The loop builds OperationRouters; TypeScript cannot infer that from the names.
  return rooms as unknown as OperationRouters
}

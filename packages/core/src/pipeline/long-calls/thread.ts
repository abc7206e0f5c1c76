// The thread of long calls: runs steps 5 to 8, with a heap and connections of its own.
import { workerData } from 'node:worker_threads'
import { callLimits } from '@sluice/contract'
import {
  inSlices,
  isLongJson,
  parseJson,
  parseLongJson,
  problemToSend,
  serveConversations,
  turnForLongWork,
  workFor,
  writeJson,
} from '@sluice/runtime'
import { contextOf } from '../../context.ts'
import { asOrganization } from '../../database/connection-turns.ts'
import { asProblem } from '../../database/store-errors.ts'
import { parseIdempotencyKey, type Repeatable } from '../../idempotency/index.ts'
import { NotedNeeds } from '../../scopes/index.ts'
import { handle } from '../perform.ts'
import type { LongAnswer, LongCall } from './messages.ts'
import type { ThreadOptions } from './open.ts'
import { openThreadCore } from './thread-core.ts'

const core = openThreadCore(workerData as ThreadOptions)

serveConversations(() => async (call: LongCall) => {
  const said = await perform(call)
  return { said, transfer: 'bytes' in said.outcome ? [said.outcome.bytes.buffer] : [] }
})

/** Never throws: every error becomes a problem. */
async function perform(call: LongCall): Promise<LongAnswer> {
  const needs = new NotedNeeds()
  let repeatable: Repeatable | undefined
  const { name, actor, params, query, now, address, requestId, ifMatch, idempotencyKey } = call
  const since = call.since - performance.timeOrigin
  const work = async () => {
    const body = call.body && (await parsed(call.body))
    repeatable = idempotencyKey === undefined ? undefined : parseIdempotencyKey(idempotencyKey)
    const ctx = contextOf(core, { actor, needs, now, address, requestId, ifMatch })
    const handled = () => handle(ctx, name, { params, query, body }, repeatable)
    const output = await asOrganization(actor.organization.id, handled, since)
    const bytes = await inSlices(writeJson(output))
    return { bytes, id: (output as { id?: string }).id }
  }
  const outcome = await workFor(actor.organization.id, work, since).catch((error) =>
    problemToSend(asProblem(error, ifMatch)),
  )
  return { needs: needs.kept, replayed: repeatable?.replayed ?? false, outcome }
}

const bounds = {
  values: callLimits.bodyValues,
  members: callLimits.bodyMembers,
  name: callLimits.bodyName,
  depth: 2 * callLimits.depth,
}

async function parsed(body: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (isLongJson(bytes)) return parseLongJson(bytes, bounds)
  await turnForLongWork()
  return parseJson(bytes)
}

import { operations } from '@sluice/contract'
import { andThen, attempt, noteCaller, Problem } from '@sluice/runtime'
import type { KeyActor } from '../actor.ts'
import { reserve } from '../buckets/index.ts'
import type { Core } from '../context.ts'
import { verifyKey } from '../keys/index.ts'
import type { Progress } from './progress.ts'

/** Steps 1 to 4: whose request it is, and a unit of the bucket that it draws on. */
export function admit(core: Core, progress: Progress): KeyActor | Promise<KeyActor> {
  return andThen(authenticate(core, progress), (actor) => hold(core, progress, actor))
}

function hold(core: Core, progress: Progress, actor: KeyActor): KeyActor | Promise<KeyActor> {
  progress.actor = actor
  noteCaller(actor.organization.id, progress.startedAt)
  const reserved = reserve(core, actor, operations[progress.name], progress.at)
  return andThen(reserved, (held) => {
    progress.held = held
    return actor
  })
}

/** Steps 1 to 3. A request that does not pass them counts against its address, and nothing else. */
function authenticate(core: Core, progress: Progress): KeyActor | Promise<KeyActor> {
  const { request, at } = progress
  const verify = () =>
    verifyKey(core, request, at, (key) => {
      progress.caller = key
    })
  return attempt(
    verify,
    (actor) => noteUse(core, progress, actor),
    (error) => refuse(core, progress, error),
  )
}

function noteUse(core: Core, { at, address }: Progress, actor: KeyActor): KeyActor {
  core.lastSeen.keyUsed(actor.id, at, address)
  return actor
}

/** Judged only now that the request has failed: one that authenticates is not held off for what its neighbours did. */
function refuse(core: Core, progress: Progress, error: unknown): never {
  if (error instanceof Problem && (error.status === 401 || error.code === 'address-not-allowed')) {
    progress.refusal = error
    core.addresses.blame(progress.request.address)
  }
  throw error
}

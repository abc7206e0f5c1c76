import { operations } from '@sluice/contract'
import { andThen, attempt, Problem } from '@sluice/runtime'
import type { KeyActor } from '../actor.ts'
import { reserve } from '../buckets/index.ts'
import type { Core } from '../context.ts'
import { verifyKey } from '../keys/index.ts'
import type { Trail } from '../usage/index.ts'
import type { Passage } from './passage.ts'

/** Steps 1 to 4: whose request it is, and a unit of the bucket that it draws on. */
export function admit(core: Core, passage: Passage): KeyActor | Promise<KeyActor> {
  return andThen(authenticate(core, passage), (actor) => hold(core, passage, actor))
}

function hold(core: Core, passage: Passage, actor: KeyActor): KeyActor | Promise<KeyActor> {
  passage.actor = actor
  const reserved = reserve(core, actor, operations[passage.name], passage.trail.at)
  return andThen(reserved, (held) => {
    passage.held = held
    return actor
  })
}

/** Steps 1 to 3. A request that does not pass them counts against its address, and nothing else. */
function authenticate(core: Core, passage: Passage): KeyActor | Promise<KeyActor> {
  const { request, trail } = passage
  const verify = () =>
    verifyKey(core, request, trail.at, (key) => {
      trail.caller = key
    })
  return attempt(
    verify,
    (actor) => noteUse(core, trail, actor),
    (error) => refuse(core, passage, error),
  )
}

function noteUse(core: Core, { at, address }: Trail, actor: KeyActor): KeyActor {
  core.lastSeen.keyUsed(actor.id, at, address)
  return actor
}

/** Judged only now that the request has failed: one that authenticates is not held off for what its neighbours did. */
function refuse(core: Core, passage: Passage, error: unknown): never {
  if (error instanceof Problem && (error.status === 401 || error.code === 'address-not-allowed')) {
    passage.refusal = error
    core.addresses.blame(passage.request.address)
  }
  throw error
}

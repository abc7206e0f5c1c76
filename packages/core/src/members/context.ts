import type { SystemActor, UserActor } from '../actor.ts'
import { type Context, type Core, contextOf } from '../context.ts'
import { NotedNeeds } from '../scopes/index.ts'

/** The context of operations on members. They are not in the contract, so no key can call them. */
export function contextOfMembers(
  core: Core,
  actor: UserActor | SystemActor,
  request: Pick<Context, 'address' | 'requestId'>,
): Context {
  return contextOf(core, {
    ...{ actor, needs: new NotedNeeds(), now: core.clock(), ifMatch: undefined },
    ...{ address: request.address, requestId: request.requestId },
  })
}

/**
 * The dry run of the pipeline (`run.ts`): would a call be allowed, and if not, which step refuses it and why? Each step
 * is the function that a real call runs or, if that takes something, its read-only twin. A handler's checks are found
 * by running it up to its first write.
 */
import {
  type ActorName,
  type CheckStep,
  checkSteps,
  type Input,
  type KeyCheck,
  type Operation,
  type Output,
  operations,
  type Scope,
} from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { boundFaults } from '../bounds/index.ts'
import { foresee, wholeUnits } from '../buckets/index.ts'
import type { Context } from '../context.ts'
import { asProblem } from '../database/store-errors.ts'
import { actorOfKey, findKey, presentKey, requireActive, requireAddress } from '../keys/index.ts'
import { NotedNeeds, scopesContain } from '../scopes/index.ts'
import { requireRoom } from './admit.ts'
import { authorize } from './authorize.ts'
import { refusalBeforeWrite } from './dry-run.ts'
import { judgeInput, lookAt } from './input.ts'
import type { RawCall } from './request.ts'

type Judge = () => string | Promise<string>

/** The handlers of all operations. Passed in, since this is one of them. */
type Handlers = Readonly<Record<ActorName, object>>

/** Evaluates a key's call step by step, until one refuses it. Spends and changes nothing. */
export async function checkCall(
  ctx: Context,
  input: Input<'keys.check'>,
  handlers: Handlers,
): Promise<Output<'keys.check'>> {
  const steps: KeyCheck['steps'] = []
  let problem: Problem | undefined
  const question = { ...input.body, body: sentBody(input.body) }
  const judges = await judgesOf(ctx, { ...input, body: question }, handlers)
  for (const step of stepsOf(question)) {
    if (problem) {
      steps.push({ step, result: 'not-reached', detail: 'An earlier step refused the call.' })
      continue
    }
    try {
      steps.push({ step, result: 'passed', detail: await judges[step]() })
    } catch (error) {
      problem = asProblem(error)
      // An error of the service is no verdict.
      if (problem.status >= 500) throw problem
      steps.push({ step, result: 'failed', detail: problem.detail })
    }
  }
  return { allowed: !problem, steps, problem: problem ? shown(problem) : null }
}

/** A body that is not JSON is given as text: line protocol as it is, bytes in Base64. */
function sentBody({ operation, body }: Question): unknown {
  const { bodyType = 'application/json', orJson }: Operation = operations[operation as ActorName]
  if (bodyType === 'application/json' || body === undefined || body instanceof Uint8Array) {
    return body
  }
  if (typeof body === 'string') {
    return Buffer.from(body, bodyType === 'text/plain' ? 'utf8' : 'base64')
  }
  return orJson ? body : Buffer.from(JSON.stringify(body))
}

/** A call that is too large for further checks is refused for its input before its scope is checked. */
function stepsOf({ operation, ...call }: Question): readonly CheckStep[] {
  const isSmall = boundFaults(operations[operation as ActorName], call).length === 0
  return isSmall ? checkSteps : largeCallSteps
}

const largeCallSteps = ['key', 'status', 'address', 'bucket', 'input', 'scope', 'state'] as const

type Question = Input<'keys.check'>['body']

async function judgesOf(
  ctx: Context,
  { params, body: question }: Input<'keys.check'>,
  handlers: Handlers,
): Promise<Record<CheckStep, Judge>> {
  const key = await requireCheckable(ctx, { params })
  const { organization } = ctx.actor
  const name = question.operation as ActorName
  const now = question.at === undefined ? ctx.now : new Date(question.at)
  const address = question.address ?? ctx.address ?? ''
  const actor = actorOfKey(key, organization)
  const dry: Context = { ...ctx, actor, needs: new NotedNeeds(), now, address, ifMatch: undefined }
  let looked: RawCall | undefined
  const look = () => {
    looked ??= lookAt(name, question)
    return looked
  }
  let refusal: Problem | undefined
  let fault: unknown
  return {
    key() {
      return `${presentKey(key, now).display} is a key of this organization.`
    },
    status() {
      requireActive(key, now)
      return key.expiresAt
        ? `The key is active until ${key.expiresAt.toISOString()}.`
        : 'The key is active and has no expiry.'
    },
    address() {
      requireAddress(key, address)
      return key.allowedIpCidrs.length === 0
        ? 'The allow-list is empty, so any address may call.'
        : `${address} is on the allow-list.`
    },
    async bucket() {
      const rate = await foresee(ctx, actor, operations[name], now)
      requireRoom(actor, name)
      const tier = `Tier ${rate.name} has ${wholeUnits(rate.tokens)} of ${rate.limit.burst} units left`
      if (!rate.share) return `${tier}.`
      return `${tier}, the key's share ${wholeUnits(rate.share.tokens)} of ${rate.share.limit.burst}.`
    },
    async scope() {
      await authorize(dry, name, look())
      try {
        const { input } = await judgeInput(name, question, look(), now)
        // A dry run of a dry run stops after authorization.
        const handler = name === 'keys.check' ? requireCheckable : handlers[name]
        refusal = await refusalBeforeWrite(dry, handler, { name, input })
        if (refusal && isOfInput(refusal, handler)) fault = refusal
      } catch (error) {
        fault = error
      }
      if (refusal && isOfScope(refusal)) throw refusal
      return "The key's type and scopes allow it."
    },
    input() {
      look()
      if (fault) throw fault
      return 'The parameters and the body are valid.'
    },
    state() {
      if (refusal) throw refusal
      return 'The current state allows the call.'
    },
  }
}

/**
 * A dry run reveals whatever the key's scopes reach: that it exists, and why the call would fail. So it needs `read` on
 * all of that, unless the key asks about itself. Throws `not-found` or `scope-missing`.
 */
async function requireCheckable(ctx: Context, { params }: Pick<Input<'keys.check'>, 'params'>) {
  const key = await findKey(ctx, params.keyId)
  const { actor, needs } = ctx
  if (actor.type === 'key' && actor.id === key.id) return key
  const { scopes } = actorOfKey(key, actor.organization)
  const reads = scopes.map(({ resourceFilter }): Scope => ({ action: 'read', resourceFilter }))
  const beyond = reads.find((scope) => !scopesContain(actor.scopes, scope))
  if (!beyond) return key
  const { resourceFilter } = beyond
  needs.noteMissing({ action: 'read', paths: [resourceFilter], whole: true })
  const detail = `The response would reveal everything that the key can reach. This needs the scope {"action": "read", "resourceFilter": "${resourceFilter}"}.`
  throw new Problem('scope-missing', { detail })
}

/** Samples, ranges and metrics are checked by telemetry's handlers, like the input of other calls. */
function isOfInput({ code }: Problem, handler: object): boolean {
  return code === 'invalid-request' && !('transactional' in handler)
}

function isOfScope({ status }: Problem): boolean {
  return status === 403 || status === 404
}

function shown({ code, status, title, detail, errors }: Problem): KeyCheck['problem'] {
  return { code, status, title, detail, ...(errors && { errors: [...errors] }) }
}

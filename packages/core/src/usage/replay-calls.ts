/**
 * What would become of a key's successful calls under other settings, with the matchers of the pipeline and in its
 * order: the address first, then the scopes.
 */
import { type KeyReplay, usageLimits } from '@sluice/contract'
import { mapInSlices } from '@sluice/runtime'
import { listAllows } from '../allow-list/index.ts'
import type { Need } from '../scopes/index.ts'
import { type CallKind, remember, type Settings, sumOf } from './evidence.ts'
import { holdsLess, isListNeed, meetsNeed, meetsSurely } from './judge.ts'
import { smallestScopes } from './needs.ts'

type Group = KeyReplay['groups'][number]
type Change = Pick<Group, 'effect' | 'problem'>

/**
 * Counts calls, and those affected by the change, by outcome, operation and address: the groups with the most calls.
 * Yields between kinds and groups.
 */
export function* replayCalls(now: Settings, then: Settings, kinds: readonly CallKind[]) {
  const admitted = judgeOf(now, now)
  const changeOf = changeJudge(now, then)
  const before: CallKind[] = []
  const touched: Touched[] = []
  for (const kind of kinds) {
    yield
    if (admitted(kind) !== undefined) continue
    before.push(kind)
    const change = changeOf(kind)
    if (change) touched.push({ kind, change })
  }
  const callsOf = (effect: Group['effect']) =>
    sumOf(touched.filter(({ change }) => change.effect === effect).map(({ kind }) => kind)).calls
  const judged = sumOf(kinds).calls
  return {
    judged,
    refused: callsOf('refused'),
    narrowed: callsOf('narrowed'),
    alreadyRefused: judged - sumOf(before).calls,
    groups: yield* groupsOf(touched, now, then),
  }
}

/** Divides the kinds of an operation by how the change affects them, whatever their address. */
export async function classesUnder<Kind extends CallKind>(
  now: Settings,
  then: Settings,
  kinds: readonly Kind[],
): Promise<Kind[][]> {
  const passes = (one: Settings, { needs }: Kind) => needs.every((need) => meets(now, one, need))
  const classes = await mapInSlices(kinds, (kind) => {
    const narrows = kind.needs.some((need) => listsLess(now, then, need))
    return JSON.stringify([kind.operation, passes(now, kind), passes(then, kind), narrows])
  })
  return [...Map.groupBy(kinds.keys(), (i) => classes[i]).values()].map((places) =>
    places.flatMap((i) => kinds[i] ?? []),
  )
}

type Judge<Verdict> = (kind: CallKind) => Verdict | undefined

/** The problem that a call of a kind would have. */
function judgeOf(now: Settings, then: Settings): Judge<NonNullable<Group['problem']>> {
  const admits = remember((address: string) => listAllows(then.allowedIpCidrs, address))
  const covered = remember((needs: readonly Need[]) => needs.every((n) => meets(now, then, n)))
  return ({ address, needs }) => {
    if (!admits(address)) return 'address-not-allowed'
    return covered(needs) ? undefined : 'scope-missing'
  }
}

function changeJudge(now: Settings, then: Settings): Judge<Change> {
  const problemOf = judgeOf(now, then)
  const narrows = remember((needs: readonly Need[]) =>
    needs.some((need) => listsLess(now, then, need)),
  )
  return (kind) => {
    const problem = problemOf(kind)
    if (problem) return { effect: 'refused', problem }
    return narrows(kind.needs) ? { effect: 'narrowed', problem: null } : undefined
  }
}

/**
 * Whether other scopes meet a need that the current ones met. A general need does not say which resources it
 * represents, so a change that takes away any candidate counts as refusing the call.
 */
function meets(now: Settings, then: Settings, need: Need): boolean {
  if (!meetsNeed(then.scopes, need)) return false
  return meetsSurely(then.scopes, need) || !holdsLess(now.scopes, then.scopes, need)
}

/** A list is answered as long as it may contain something, but may have fewer items than now. */
function listsLess(now: Settings, then: Settings, need: Need): boolean {
  return isListNeed(need) && holdsLess(now.scopes, then.scopes, need)
}

interface Touched {
  readonly kind: CallKind
  readonly change: Change
}

function* groupsOf(
  touched: readonly Touched[],
  now: Settings,
  then: Settings,
): Generator<void, Group[]> {
  const byName = Map.groupBy(touched, ({ kind, change }) =>
    JSON.stringify([change.effect, change.problem, kind.operation, kind.address]),
  )
  const groups = [...byName.values()].map((group) => {
    const [{ kind }] = group as [Touched]
    return { group, operation: kind.operation, calls: sumOf(group.map(({ kind }) => kind)).calls }
  })
  groups.sort((a, b) => b.calls - a.calls || a.operation.localeCompare(b.operation))
  const described: Group[] = []
  for (const { group } of groups.slice(0, usageLimits.named)) {
    yield
    described.push(describe(group, now, then))
  }
  return described
}

function describe(group: readonly Touched[], now: Settings, then: Settings): Group {
  const latest = group.reduce((a, b) => (b.kind.lastAt > a.kind.lastAt ? b : a))
  const { change, kind } = latest
  const missing = kind.needs.filter((need) =>
    change.effect === 'narrowed' ? isListNeed(need) : !meets(now, then, need),
  )
  return {
    ...change,
    operation: kind.operation,
    address: kind.address,
    needed: smallestScopes(missing),
    ...sumOf(group.map((touch) => touch.kind)),
  }
}

import { Alert } from '@mantine/core'
import type { KeyReplay } from '@sluice/contract'
import { Time } from '#format/time.tsx'
import { formatCount } from '#format/values.ts'
import classes from './replay-result.module.css'

/** What a change would have done to the calls of the last 7 days. */
export function ReplayResult({ replay }: { replay: KeyReplay }) {
  const { calls, judged, refused, narrowed, groups } = replay
  if (calls === 0) {
    return (
      <Alert color="gray">
        The key made no calls in the last 7 days, so there is nothing to replay.
      </Alert>
    )
  }
  return (
    <Alert color={refused > 0 ? 'red' : 'gray'} title={verdict(replay)}>
      {judged < calls && (
        <p>
          Of {formatCount(calls)} calls {formatCount(judged)} were judged.
        </p>
      )}
      {narrowed > 0 && (
        <p>{formatCount(narrowed)} lists would be answered, but may have fewer items.</p>
      )}
      {groups.length > 0 && (
        <ul className={classes.groups}>
          {groups.map((group) => (
            <li key={`${group.effect} ${group.problem} ${group.operation} ${group.address}`}>
              <strong>{formatCount(group.calls)}</strong> <code>{group.operation}</code> from{' '}
              <code>{group.address}</code>: {reason(group)}, last <Time iso={group.lastAt} />
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

function verdict({ refused }: KeyReplay): string {
  if (refused === 0) return 'None of the last 7 days’ calls would be refused'
  const calls = refused === 1 ? '1 call' : `${formatCount(refused)} calls`
  return `${calls} of the last 7 days would be refused`
}

type Group = KeyReplay['groups'][number]

function reason({ effect, problem, needed }: Group): string {
  if (effect === 'narrowed') return 'may have fewer items'
  if (problem === 'address-not-allowed') return 'its address is not on the list'
  const [scope] = needed
  return scope ? `needs ${scope.action} on ${scope.resourceFilter}` : 'no scope allows it'
}

import { Alert } from '@mantine/core'
import type { KeyReplay } from '@sluice/contract'
import { Time } from '#format/time.tsx'
import { formatCount } from '#format/values.ts'
import { texts } from '#texts/keys-change.tsx'
import classes from './replay-result.module.css'

/** What a change would have done to the calls of the last 7 days. */
export function ReplayResult({ replay }: { replay: KeyReplay }) {
  const { calls, judged, refused, narrowed, groups } = replay
  if (calls === 0) {
    return <Alert color="gray">{texts.replay.noCalls}</Alert>
  }
  return (
    <Alert color={refused > 0 ? 'red' : 'gray'} title={verdict(replay)}>
      {judged < calls && <p>{texts.replay.judged(formatCount(calls), formatCount(judged))}</p>}
      {narrowed > 0 && <p>{texts.replay.lists(narrowed)}</p>}
      {groups.length > 0 && (
        <ul className={classes.groups}>
          {groups.map((group) => (
            <li key={`${group.effect} ${group.problem} ${group.operation} ${group.address}`}>
              {texts.replay.group(
                formatCount(group.calls),
                group.operation,
                group.address,
                reason(group),
                <Time iso={group.lastAt} />,
              )}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

function verdict({ refused }: KeyReplay): string {
  if (refused === 0) return texts.replay.none
  return texts.replay.refused(refused)
}

type Group = KeyReplay['groups'][number]

function reason({ effect, problem, needed }: Group): string {
  if (effect === 'narrowed') return texts.replay.narrowed
  if (problem === 'address-not-allowed') return texts.replay.address
  const [scope] = needed
  return scope ? texts.replay.needs(scope.action, scope.resourceFilter) : texts.replay.noScope
}

import type { Column } from '#table/column.ts'
import { RowButton } from '#table/row-target.tsx'
import { texts } from '#texts/requests.ts'
import type { CallRow } from './call-row.ts'
import classes from './columns.module.css'
import { LogTime } from './log-time.tsx'
import { OutcomeMark } from './outcome-mark.tsx'

interface CallColumns {
  readonly zone: string
  readonly open: (call: CallRow) => void
  readonly isOfOneKey: boolean
}

/** Columns of the request log; `open` shows a call's drawer. */
export function callColumns({ zone, open, isOfOneKey }: CallColumns): Column<CallRow>[] {
  const keyColumn: Column<CallRow> = {
    header: texts.key,
    width: '20%',
    cell: ({ keyId, keyName }) => keyName ?? <code>{keyId}</code>,
  }
  return [
    {
      header: texts.time,
      width: '92px',
      phone: true,
      cell: ({ at }) => <LogTime iso={at} zone={zone} />,
    },
    {
      header: texts.operation,
      phone: true,
      cell: (call) => (
        <RowButton
          onClick={() => open(call)}
          below={call.reason && <span className={classes.reason}>{call.reason}</span>}
          belowOnPhone={isOfOneKey ? call.address : (call.keyName ?? call.keyId)}
        >
          {call.operation}
          {call.calls > 1 && <span className={classes.times}>{texts.times(call.calls)}</span>}
        </RowButton>
      ),
    },
    {
      header: texts.outcome,
      width: '116px',
      phone: true,
      cell: ({ outcome, status, durationSeconds }) => (
        <span className={classes.outcome}>
          <OutcomeMark outcome={outcome} status={status} />
          <span className={classes.took}>{texts.took(durationSeconds)}</span>
        </span>
      ),
    },
    ...(isOfOneKey ? [] : [keyColumn]),
    { header: texts.address, width: '132px', cell: ({ address }) => <code>{address}</code> },
  ]
}

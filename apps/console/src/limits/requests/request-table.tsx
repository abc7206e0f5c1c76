import type { LimitRequest } from '@sluice/contract'
import { useExactTime } from '#format/exact-time.tsx'
import { Time } from '#format/time.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { texts } from '#texts/limits.ts'
import classes from './request-table.module.css'
import { askedWords, outcomeWords } from './words.ts'

const columns: readonly Column<LimitRequest>[] = [
  {
    header: texts.requests.status,
    width: '110px',
    phone: true,
    cell: ({ status }) => <StatusMark status={status} />,
  },
  {
    header: texts.requests.requested,
    phone: true,
    cell: (request) => <Asked request={request} />,
  },
  {
    header: texts.requests.outcome,
    phone: true,
    cell: (request) => <Outcome request={request} />,
  },
  { header: texts.requests.by, width: '16%', cell: ({ createdBy }) => createdBy.name },
  {
    header: texts.requests.asked,
    width: '108px',
    cell: ({ createdAt }) => <Time iso={createdAt} />,
  },
]

/** What is requested, with the reason. */
export function Asked({ request }: { request: LimitRequest }) {
  const exact = useExactTime()
  return (
    <>
      <div className={classes.words}>{askedWords(request, exact)}</div>
      <div className={classes.reason}>{request.reason}</div>
    </>
  )
}

function Outcome({ request }: { request: LimitRequest }) {
  const exact = useExactTime()
  return <div className={classes.words}>{outcomeWords(request, exact)}</div>
}

/** Requests of an organization with their outcomes. */
export function RequestTable({ requests }: { requests: readonly LimitRequest[] }) {
  return (
    <DataTable
      caption={texts.requests.title}
      columns={columns}
      rows={requests}
      rowKey={({ id }) => id}
    />
  )
}

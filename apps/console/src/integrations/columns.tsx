import type { Integration } from '@sluice/contract'
import { Time } from '#format/time.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import type { Column } from '#table/column.ts'
import { RowLink } from '#table/row-target.tsx'
import { texts } from '#texts/integrations.ts'
import { Answered } from './answered.tsx'
import { standingOf } from './standing.ts'
import type { TriesOf } from './use-tries.ts'

/** Columns of the list of integrations. The success rates load separately. */
export const integrationColumns = (tries: TriesOf): Column<Integration>[] => [
  {
    header: texts.name,
    phone: true,
    cell: ({ id, name, url }) => (
      <RowLink href={`/integrations/${encodeURIComponent(id)}`} below={<code>{url}</code>}>
        {name}
      </RowLink>
    ),
  },
  {
    header: texts.status,
    width: '120px',
    phone: true,
    cell: (integration) => <StatusMark status={standingOf(integration)} />,
  },
  {
    header: texts.answered,
    width: '120px',
    cell: ({ id }) => <Answered tries={tries(id)?.day} />,
  },
  { header: texts.events, width: '24%', cell: ({ eventTypes }) => summary(eventTypes) },
  {
    header: texts.resources,
    width: '20%',
    cell: ({ resourceFilter }) => <code>{resourceFilter}</code>,
  },
  { header: texts.created, width: '104px', cell: ({ createdAt }) => <Time iso={createdAt} /> },
]

function summary([first, second, ...more]: readonly string[]): string {
  const shown = [first, second].filter((type) => type !== undefined).join(', ')
  return more.length === 0 ? shown : texts.andMore(shown, more.length)
}

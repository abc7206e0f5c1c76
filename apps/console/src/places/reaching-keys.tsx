'use client'

import type { Key } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { isRefused } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { Time } from '#format/time.tsx'
import { formatCount } from '#format/values.ts'
import { Section } from '#frame/section.tsx'
import { scopesSummary } from '#keys/scopes-summary.ts'
import { Loaded } from '#states/loaded.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowLink } from '#table/row-target.tsx'
import { TableSkeleton } from '#table/table-skeleton.tsx'
import { texts as common } from '#texts/common.ts'
import { texts } from '#texts/places.ts'
import { keysReaching, MOST_KEYS } from './keys-reaching.ts'
import classes from './latest-grid.module.css'
import type { Place } from './place.ts'

const columns: readonly Column<Key>[] = [
  {
    header: texts.reachingKeys.key,
    phone: true,
    cell: ({ id, name, display }) => (
      <RowLink href={`/keys/${id}`} below={<code>{display}</code>}>
        {name}
      </RowLink>
    ),
  },
  { header: texts.reachingKeys.scopes, cell: ({ scopes }) => scopesSummary(scopes) },
  {
    header: texts.reachingKeys.lastUsed,
    width: '112px',
    phone: true,
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time iso={lastUsedAt} /> : common.never),
  },
]

/** The keys that can read or change the place or a thing in it. Hidden from users who may not read keys. */
export function ReachingKeys({ place }: { place: Place }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.keys.list.queryOptions(keysReaching(place)))
  if (isRefused(query.error)) return null
  const caption = texts.reachingKeys.title[place.kind]
  return (
    <Section title={caption}>
      <Loaded
        query={query}
        title={texts.reachingKeys.failed}
        waiting={<TableSkeleton caption={caption} columns={columns} />}
      >
        {({ items, total = 0 }) => (
          <>
            {items.length === 0 ? (
              <p className={classes.left}>{texts.reachingKeys.none}</p>
            ) : (
              <DataTable caption={caption} columns={columns} rows={items} rowKey={({ id }) => id} />
            )}
            {total > MOST_KEYS && (
              <p className={classes.left}>
                {texts.reachingKeys.cut(MOST_KEYS, formatCount(total))}
              </p>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

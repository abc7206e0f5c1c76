import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { type TypedFigures, toFigures } from './figures.ts'
import classes from './what-if.module.css'
import { whatIfWords } from './words.ts'

const SETTLED_MS = 300

interface WhatIfProps {
  readonly organizationId: string
  readonly figures: TypedFigures
}

/** How many calls of the last days would have been rejected with the limits being typed. */
export function WhatIf({ organizationId, figures }: WhatIfProps) {
  const trpc = useTRPC()
  const { tier, perMinute, burst } = figures
  // Memoized, because a new object on every render would restart the debounce.
  const wanted = useMemo(() => toFigures({ tier, perMinute, burst }), [tier, perMinute, burst])
  const [debounced] = useDebouncedValue(wanted, SETTLED_MS)
  const makesSense = debounced.perMinute > 0 && debounced.burst > 0
  const { data } = useQuery({
    ...trpc.operator.whatIf.queryOptions({ id: organizationId, ...debounced }),
    enabled: makesSense,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return (
    <p className={classes.words} aria-live="polite">
      {makesSense && data ? whatIfWords(data) : ' '}
    </p>
  )
}

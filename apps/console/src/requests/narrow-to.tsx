'use client'

import { Button } from '@mantine/core'
import type { KeyCall } from '@sluice/contract'
import { texts } from '#texts/requests.ts'
import { useUrlState } from '#url/use-url-state.ts'
import type { Changes } from '#url/with-changes.ts'
import classes from './log-controls.module.css'

interface NarrowToProps {
  readonly call: KeyCall
  readonly isOfOneKey: boolean
  readonly onDone: () => void
}

/** Filters the log by what a call has in common with others. */
export function NarrowTo({ call, isOfOneKey, onDone }: NarrowToProps) {
  const { filter } = useUrlState()
  const [need] = call.needed
  const resource = need && !need.resourceFilter.includes('#') ? need.resourceFilter : undefined
  const ways: [string, Changes][] = [
    ...(isOfOneKey ? [] : [[texts.only.key, { key: call.keyId }] satisfies [string, Changes]]),
    [texts.only.operation, { operation: call.operation }],
    [texts.only.address, { address: call.address }],
    ...(resource ? [[texts.only.resource, { resource }] satisfies [string, Changes]] : []),
  ]
  return (
    <div className={`${classes.chips} ${classes.narrow}`}>
      {ways.map(([words, change]) => (
        <Button
          key={words}
          size="xs"
          radius="xl"
          variant="default"
          onClick={() => {
            filter(change)
            onDone()
          }}
        >
          {words}
        </Button>
      ))}
    </div>
  )
}

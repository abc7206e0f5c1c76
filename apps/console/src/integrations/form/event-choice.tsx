import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { EventType } from '@sluice/contract'
import { texts } from '#texts/integrations-form.ts'
import type { IntegrationValues } from './draft.ts'
import classes from './event-choice.module.css'

const groups: readonly (readonly [string, Partial<Record<EventType, string>>])[] = [
  [
    texts.events.things,
    {
      'thing.created': texts.events.created,
      'thing.updated': texts.events.updated,
      'thing.deleted': texts.events.deleted,
      'thing.online': texts.events.cameOnline,
      'thing.stale': texts.events.wentStale,
    },
  ],
  [
    texts.events.metrics,
    {
      'metric.breached': texts.events.crossedAThreshold,
      'metric.cleared': texts.events.backWithinThreshold,
    },
  ],
  [
    texts.events.keys,
    {
      'key.created': texts.events.created,
      'key.revoked': texts.events.revoked,
      'key.expired': texts.events.expired,
    },
  ],
  [
    texts.events.limits,
    { 'limit.exhausted': texts.events.usedUp, 'quota.reached': texts.events.storageNearlyFull },
  ],
]

/** Selects the events that the integration is notified of. */
export function EventChoice({ form }: { form: UseFormReturnType<IntegrationValues> }) {
  return (
    <Checkbox.Group label={texts.events.label} {...form.getInputProps('eventTypes')}>
      <div className={classes.groups}>
        {groups.map(([title, events]) => (
          <fieldset key={title} className={classes.group}>
            <legend>{title}</legend>
            {Object.entries(events).map(([type, label]) => (
              <Checkbox key={type} value={type} label={label} size="xs" />
            ))}
          </fieldset>
        ))}
      </div>
    </Checkbox.Group>
  )
}

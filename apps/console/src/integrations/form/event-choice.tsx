import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { EventType } from '@sluice/contract'
import type { IntegrationValues } from './draft.ts'
import classes from './event-choice.module.css'

const groups: readonly (readonly [string, Partial<Record<EventType, string>>])[] = [
  [
    'Things',
    {
      'thing.created': 'Created',
      'thing.updated': 'Updated',
      'thing.deleted': 'Deleted',
      'thing.online': 'Came online',
      'thing.stale': 'Went stale',
    },
  ],
  [
    'Metrics',
    { 'metric.breached': 'Crossed a threshold', 'metric.cleared': 'Back within threshold' },
  ],
  ['Keys', { 'key.created': 'Created', 'key.revoked': 'Revoked', 'key.expired': 'Expired' }],
  ['Limits', { 'limit.exhausted': 'Used up' }],
]

/** What the integration is notified of. */
export function EventChoice({ form }: { form: UseFormReturnType<IntegrationValues> }) {
  return (
    <Checkbox.Group label="Events" {...form.getInputProps('eventTypes')}>
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

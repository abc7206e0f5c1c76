import { ActionIcon, Autocomplete, Button, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { pathForms, scopeActions } from '@sluice/contract'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type KeyFormValues, scopeRow } from './draft.ts'
import classes from './rows.module.css'
import { ScopePresets } from './scope-presets.tsx'

const forms = ['#', ...pathForms]

/** What the key may do: an action on the resources that a filter matches, any number of them. */
export function ScopeRows({ form }: { form: UseFormReturnType<KeyFormValues> }) {
  const { scopes } = form.values
  return (
    <fieldset className={classes.set}>
      <legend>Scopes</legend>
      <p className={classes.hint}>
        In a filter <code>#</code> stands for exactly one segment (not for many, as in MQTT);{' '}
        <code>#</code> alone stands for everything.
      </p>
      <ScopePresets onChoose={(chosen) => form.setFieldValue('scopes', chosen.map(scopeRow))} />
      {form.errors.scopes && <p className={classes.fault}>{form.errors.scopes}</p>}
      <ul className={classes.rows}>
        {scopes.map(({ row }, index) => (
          <li key={row} className={classes.row}>
            <Select
              className={classes.action ?? ''}
              aria-label={`Action of scope ${index + 1}`}
              data={[...scopeActions]}
              {...form.getInputProps(`scopes.${index}.action`)}
            />
            <Autocomplete
              className={classes.filter ?? ''}
              aria-label={`Resource filter of scope ${index + 1}`}
              placeholder="THING/#/#"
              spellCheck={false}
              data={forms}
              {...form.getInputProps(`scopes.${index}.resourceFilter`)}
            />
            <ActionIcon
              size={28}
              className={classes.remove}
              aria-label={`Remove scope ${index + 1}`}
              onClick={() => form.removeListItem('scopes', index)}
            >
              <IconX size={15} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() =>
          form.insertListItem('scopes', scopeRow({ action: 'read', resourceFilter: '' }))
        }
      >
        Add a scope
      </Button>
    </fieldset>
  )
}

import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { FieldSet } from '#form/field-set.tsx'
import classes from '#form/rows.module.css'
import { ScopeRow } from '../scopes/scope-row.tsx'
import { type KeyFormValues, scopeRow } from './draft.ts'
import { ScopePresets } from './scope-presets.tsx'

/** What the key may do: an action on the resources that a filter matches, any number of them. */
export function ScopeRows({ form }: { form: UseFormReturnType<KeyFormValues> }) {
  const { keyType, scopes } = form.values
  return (
    <FieldSet
      legend="Scopes"
      hint={
        <>
          In a filter <code>#</code> stands for exactly one segment (not for many, as in MQTT);{' '}
          <code>#</code> alone matches everything.
        </>
      }
      fault={form.errors.scopes}
    >
      <ScopePresets onChoose={(chosen) => form.setFieldValue('scopes', chosen.map(scopeRow))} />
      <ul className={classes.rows}>
        {scopes.map(({ row, action, resourceFilter }, index) => (
          <ScopeRow
            key={row}
            number={index + 1}
            keyType={keyType}
            scope={{ action, resourceFilter }}
            actionError={form.errors[`scopes.${index}.action`]}
            filterError={form.errors[`scopes.${index}.resourceFilter`]}
            onChange={(scope) => form.setFieldValue(`scopes.${index}`, { ...scope, row })}
            onRemove={() => form.removeListItem('scopes', index)}
          />
        ))}
      </ul>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() =>
          form.insertListItem('scopes', scopeRow({ action: 'read', resourceFilter: 'THING/#/#' }))
        }
      >
        Add a scope
      </Button>
    </FieldSet>
  )
}

import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconClipboard, IconPlus, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { memberOf } from '#data/member-of.ts'
import { FieldSet } from '#form/field-set.tsx'
import rowsClasses from '#form/rows.module.css'
import { texts } from '#texts/templates-parameters.ts'

import { CellField } from './cell-field.tsx'
import type { ListColumn } from './field-kind.ts'
import { PasteRows } from './paste-rows.tsx'
import classes from './rows-field.module.css'
import { EDITABLE_ROWS, type Row, rowsOf } from './values.ts'

interface RowsFieldProps {
  readonly name: string
  readonly label: string
  readonly description: string | undefined
  readonly columns: readonly ListColumn[]
  readonly rows: readonly Row[]
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (rows: readonly Row[]) => void
}

/** A list of flat objects as a table of fields. Long lists can be pasted from a spreadsheet. */
export function RowsField(props: RowsFieldProps) {
  const { name, label, description, columns, rows, errors, onChange } = props
  const [pasting, setPasting] = useState(false)
  const headings = useId()
  const change = (key: number, cells: Row['cells']) =>
    onChange(rows.map((row) => (row.key === key ? { key, cells } : row)))
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    onChange([...rows, ...rowsOf([{}], columns).map((row) => ({ ...row, key }))])
  }

  return (
    <FieldSet legend={label} hint={description} fault={memberOf(errors, name)}>
      <div className={classes.scroll}>
        <table className={classes.rows}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} id={`${headings}-${column.name}`} scope="col">
                  {column.name}
                  {column.isRequired && <span aria-hidden> *</span>}
                </th>
              ))}
              <th scope="col">
                <VisuallyHidden>{texts.remove}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, EDITABLE_ROWS).map(({ key, cells }, i) => (
              <tr key={key}>
                {columns.map((column) => (
                  <td key={column.name}>
                    <CellField
                      column={column}
                      label={texts.cell(column.name, i + 1, label)}
                      value={cells[column.name] ?? ''}
                      error={errors[`${name}.${i}.${column.name}`]}
                      onChange={(cell) => change(key, { ...cells, [column.name]: cell })}
                    />
                  </td>
                ))}
                <td className={classes.end}>
                  <ActionIcon
                    size={28}
                    aria-label={texts.removeRow(i + 1, label)}
                    onClick={() => onChange(rows.filter((row) => row.key !== key))}
                  >
                    <IconX size={15} />
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > EDITABLE_ROWS && (
        <p className={classes.rest}>{texts.moreRows(rows.length - EDITABLE_ROWS)}</p>
      )}
      <div className={rowsClasses.actions}>
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
          {texts.add}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconClipboard size={14} />}
          onClick={() => setPasting(true)}
        >
          {texts.pasteOpens}
        </Button>
      </div>
      <PasteRows
        opened={pasting}
        what={label}
        columns={columns}
        onClose={() => setPasting(false)}
        onPaste={onChange}
      />
    </FieldSet>
  )
}

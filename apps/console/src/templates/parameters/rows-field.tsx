import { ActionIcon, Button, Group, VisuallyHidden } from '@mantine/core'
import { IconClipboard, IconPlus, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FieldSet } from '#form/field-set.tsx'
import rowsClasses from '#form/rows.module.css'
import { texts } from '#texts/templates-parameters.ts'

import { CellField } from './cell-field.tsx'
import { faultText } from './fault-fields.ts'
import type { ListColumn } from './field-kind.ts'
import { PasteRows } from './paste-rows.tsx'
import { newRow, type Row } from './rows.ts'
import classes from './rows-field.module.css'

/** How many rows are shown at once. */
const SHOWN = 50

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
  const [page, setPage] = useState(0)
  const headings = useId()
  const first = SHOWN * Math.min(page, lastPage(rows.length))
  const shown = rows.slice(first, first + SHOWN)
  const fieldOf = (index: number, column: string) => `${name}.${first + index}.${column}`
  const inTable = new Set(shown.flatMap((_, i) => columns.map((column) => fieldOf(i, column.name))))
  const change = (key: number, cells: Row['cells']) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, cells } : row)))
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    onChange([...rows, newRow(key, columns)])
    setPage(lastPage(rows.length + 1))
  }

  return (
    <FieldSet
      legend={label}
      hint={description}
      fault={faultText(errors, name, 'rows', (place) => inTable.has(place))}
    >
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
            {shown.map(({ key, cells }, i) => (
              <tr key={key}>
                {columns.map((column) => (
                  <td key={column.name}>
                    <CellField
                      column={column}
                      label={texts.cell(column.name, first + i + 1, label)}
                      value={cells[column.name] ?? ''}
                      error={errors[fieldOf(i, column.name)]}
                      onChange={(cell) => change(key, { ...cells, [column.name]: cell })}
                    />
                  </td>
                ))}
                <td className={classes.end}>
                  <ActionIcon
                    size={28}
                    aria-label={texts.removeRow(first + i + 1, label)}
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
      {rows.length > SHOWN && (
        <Group gap="xs" className={classes.pages ?? ''}>
          {texts.shownRows(first + 1, first + shown.length, rows.length)}
          <Button
            variant="default"
            size="compact-xs"
            disabled={first === 0}
            onClick={() => setPage(first / SHOWN - 1)}
          >
            {texts.previous}
          </Button>
          <Button
            variant="default"
            size="compact-xs"
            disabled={first + SHOWN >= rows.length}
            onClick={() => setPage(first / SHOWN + 1)}
          >
            {texts.next}
          </Button>
        </Group>
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
        onPaste={(pasted) => {
          onChange(pasted)
          setPage(0)
        }}
      />
    </FieldSet>
  )
}

function lastPage(rowCount: number): number {
  return Math.max(0, Math.ceil(rowCount / SHOWN) - 1)
}

'use client'

import { FileInput } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import classes from './import.module.css'

/** Takes a file, and says what it may hold. */
export function ChooseFile({ onChoose }: { onChoose: (file: File) => void }) {
  return (
    <div className={classes.choose}>
      <FileInput
        label="CSV file"
        placeholder="Choose a file"
        accept=".csv,text/csv"
        leftSection={<IconFileSpreadsheet size={16} stroke={1.6} />}
        value={null}
        onChange={(file) => file && onChoose(file)}
      />
      <p className={classes.hint}>
        The first line has the column names: <code>id</code>, <code>name</code>,{' '}
        <code>description</code>, <code>thingTypeId</code>, <code>siteId</code>,{' '}
        <code>fleetIds</code> (separated by spaces), <code>status</code>, <code>latitude</code>,{' '}
        <code>longitude</code>, and for each label or attribute one like <code>labels.line</code> or{' '}
        <code>attributes.serial</code>.
      </p>
      <p className={classes.hint}>
        A thing whose id exists is changed, any other is made. A column that is not there changes
        nothing; an empty cell empties. An export has the same columns and can be edited and brought
        back.
      </p>
    </div>
  )
}

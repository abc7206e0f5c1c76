'use client'

import { FileInput } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { texts } from '#texts/things-csv.tsx'
import classes from './import.module.css'

/** Asks for a file, and explains its format. */
export function ChooseFile({ onChoose }: { onChoose: (file: File) => void }) {
  return (
    <div className={classes.choose}>
      <FileInput
        label={texts.file.label}
        placeholder={texts.file.choose}
        accept=".csv,text/csv"
        leftSection={<IconFileSpreadsheet size={16} stroke={1.6} />}
        value={null}
        onChange={(file) => file && onChoose(file)}
      />
      <p className={classes.hint}>{texts.file.columns}</p>
      <p className={classes.hint}>{texts.file.effect}</p>
    </div>
  )
}

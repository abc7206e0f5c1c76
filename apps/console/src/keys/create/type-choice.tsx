import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '#texts/keys-create.tsx'
import classes from './type-choice.module.css'

const types = [
  {
    value: 'External',
    prefix: 'svcex',
    text: texts.types.external,
  },
  {
    value: 'Admin',
    prefix: 'svcad',
    text: texts.types.admin,
  },
] as const

type KeyType = (typeof types)[number]['value']

interface TypeChoiceProps {
  readonly value?: KeyType
  readonly onChange: (value: KeyType) => void
  readonly error?: ReactNode
}

export function TypeChoice({ value, onChange, error }: TypeChoiceProps) {
  return (
    <Radio.Group
      label={texts.types.label}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen as KeyType)}
      error={error}
    >
      <div className={classes.choices}>
        {types.map((type) => (
          <Radio.Card
            key={type.value}
            value={type.value}
            className={classes.choice}
            // One tab stop for both, as with radio buttons; the arrow keys move between them.
            tabIndex={type.value === (value ?? types[0].value) ? 0 : -1}
          >
            <Radio.Indicator size="xs" className={classes.indicator} />
            <span>
              <span className={classes.name}>
                {type.value} <code>{type.prefix}_…</code>
              </span>
              <span className={classes.text}>{type.text}</span>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}

'use client'

import type { TextareaProps } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { JsonField } from '#form/json-field.tsx'
import { texts } from '#texts/things-edit.tsx'
import { attributeWords } from './attribute-words.ts'

interface AttributesFieldProps extends Omit<TextareaProps, 'label' | 'description'> {
  readonly thingTypeId: string | null
}

/** A field for a thing's attributes as JSON, with the rules of its type. */
export function AttributesField({ thingTypeId, ...field }: AttributesFieldProps) {
  const trpc = useTRPC()
  const { data: type } = useQuery(
    trpc.thingTypes.get.queryOptions(
      thingTypeId === null ? skipToken : { params: { thingTypeId }, query: {} },
    ),
  )
  return (
    <JsonField
      label={texts.attributes.label}
      description={attributeWords(thingTypeId === null ? undefined : type?.attributesSchema)}
      placeholder="{}"
      {...field}
    />
  )
}

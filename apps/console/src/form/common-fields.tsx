import { Textarea, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { texts } from '#texts/form.ts'

interface CommonFieldsProps {
  readonly isNew: boolean
  readonly input: (field: 'id' | 'name' | 'description') => GetInputPropsReturnType
}

/** Name, id and description. An id cannot be changed, so only new resources have the field. */
export function CommonFields({ isNew, input }: CommonFieldsProps) {
  return (
    <>
      <TextInput
        label={texts.commonFields.name}
        maxLength={200}
        data-autofocus
        {...input('name')}
      />
      {isNew && (
        <TextInput
          label={texts.commonFields.id}
          description={texts.commonFields.idHint}
          maxLength={64}
          spellCheck={false}
          autoComplete="off"
          {...input('id')}
        />
      )}
      <Textarea
        label={texts.commonFields.description}
        autosize
        maxRows={5}
        maxLength={2000}
        {...input('description')}
      />
    </>
  )
}

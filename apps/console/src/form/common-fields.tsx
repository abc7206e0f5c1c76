import { Textarea, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'

interface CommonFieldsProps {
  readonly isNew: boolean
  readonly input: (field: 'id' | 'name' | 'description') => GetInputPropsReturnType
}

/** Name, id and description. An id is for good, so it is asked for once. */
export function CommonFields({ isNew, input }: CommonFieldsProps) {
  return (
    <>
      <TextInput label="Name" maxLength={200} data-autofocus {...input('name')} />
      {isNew && (
        <TextInput
          label="Id"
          description="The id cannot change later. Empty: one is generated."
          maxLength={64}
          spellCheck={false}
          autoComplete="off"
          {...input('id')}
        />
      )}
      <Textarea
        label="Description"
        autosize
        maxRows={5}
        maxLength={2000}
        {...input('description')}
      />
    </>
  )
}

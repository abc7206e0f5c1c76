'use client'

import { type ChangeEvent, type KeyboardEvent, useState } from 'react'

/** The props of a text field that follows the URL. What is typed is applied on Enter, or when the field loses focus. */
export function useTypedText(value: string, apply: (text: string) => void) {
  const [typed, type] = useState(value)
  // A key would follow the URL, too, but lose the focus on Enter.
  const [kept, keep] = useState(value)
  if (value !== kept) {
    keep(value)
    type(value)
  }
  const enter = () => typed.trim() !== value && apply(typed.trim())
  return {
    value: typed,
    onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.currentTarget.value),
    onBlur: enter,
    onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && enter(),
  }
}

import type { ComponentProps } from 'react'

type PressableProps = ComponentProps<'button'> & { readonly 'data-loading'?: boolean }

/** A button that keeps the focus while its call is in flight. A disabled button would lose it for good. */
export function Pressable({ disabled, onClick, type = 'button', ...rest }: PressableProps) {
  if (!rest['data-loading']) return <button {...{ ...rest, disabled, onClick, type }} />
  // Pressing Enter in a field clicks the form's button as well.
  return <button {...{ ...rest, type }} aria-disabled onClick={(event) => event.preventDefault()} />
}

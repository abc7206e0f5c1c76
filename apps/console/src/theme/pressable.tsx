import type { ComponentProps } from 'react'

type PressableProps = ComponentProps<'button'> & { readonly 'data-loading'?: boolean }

/** A button that keeps the focus while its call is under way: a disabled one would lose it, and not get it back. */
export function Pressable({ disabled, onClick, type = 'button', ...rest }: PressableProps) {
  if (!rest['data-loading']) return <button {...{ ...rest, disabled, onClick, type }} />
  // Enter in a field presses the form's button, too.
  return <button {...{ ...rest, type }} aria-disabled onClick={(event) => event.preventDefault()} />
}

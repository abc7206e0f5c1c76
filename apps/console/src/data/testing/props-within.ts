import { Children, isValidElement, type ReactNode } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: of whatever element is looked for.
type Props = any

/** The props of the first element that fits, in what a component returned. */
export function propsWithin(node: ReactNode, fits: (props: Props) => boolean): Props {
  for (const child of Children.toArray(node)) {
    if (!isValidElement(child)) continue
    const props = child.props as Props
    const found = fits(props) ? props : propsWithin(props.children, fits)
    if (found) return found
  }
  return undefined
}

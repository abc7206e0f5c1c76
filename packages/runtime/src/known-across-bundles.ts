/**
 * Makes `instanceof` know the objects of a class by a mark. Next bundles pages and route handlers apart, so a process has
 * the class several times, and one core whose answers and errors are of any of them. Classes below it are known as ever.
 */
export function knownAcrossBundles(known: { readonly prototype: object }, name: string): void {
  const mark = Symbol.for(`sluice.${name}`)
  Object.defineProperty(known.prototype, mark, { value: true })
  Object.defineProperty(known, Symbol.hasInstance, {
    value(this: unknown, value: unknown) {
      return this === known
        ? typeof value === 'object' && value !== null && mark in value
        : Function.prototype[Symbol.hasInstance].call(this as never, value)
    },
  })
}

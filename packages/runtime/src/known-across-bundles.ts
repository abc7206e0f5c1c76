/**
 * Makes `instanceof` recognize objects of a class by a symbol. Next bundles pages and route handlers separately, so a
 * process has several copies of the class but a single core, which may return objects of any of them. Subclasses are
 * recognized as usual.
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

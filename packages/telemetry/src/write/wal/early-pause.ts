/** A pause that can end early. One at a time. */
export function earlyPause() {
  let check: (() => void) | undefined

  return {
    /** Resolves after some time, or as soon as `isOver`, which is checked at each {@link wake}. */
    async pause(milliseconds: number, isOver: () => boolean): Promise<void> {
      if (isOver() || milliseconds <= 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, milliseconds)
      check = () => {
        if (isOver()) resolve()
      }
      await promise
      check = undefined
      clearTimeout(timer)
    },
    wake: () => check?.(),
  }
}

const waiting: (() => void)[] = []

/**
 * Resolves when a long piece of work may run: one in each turn of the event loop, in the order of asking.
 * Otherwise bodies that arrive together would all be read in a single turn, and every other call, which
 * needs several turns, would wait for all of them several times.
 */
export function turnForLongWork(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(next)
  })
}

function next(): void {
  waiting[0]?.()
  waiting.shift()
  if (waiting.length > 0) setImmediate(next)
}

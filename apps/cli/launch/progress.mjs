// Tells a person what the program is at. Runs on Node 20.

/** Without a terminal to redraw, a step is announced only when it takes longer, in milliseconds. */
const announceAfter = 2000
const redrawEvery = 200

/** @typedef {ReturnType<typeof createProgress>} Progress */

/**
 * Steps that take a while, some of them at once. Each gets a line when it is done, with its duration; until
 * then a terminal shows what is under way and for how long.
 *
 * @param {{ isTTY?: boolean, write(text: string): unknown }} [stream]
 */
export function createProgress(stream = process.stdout) {
  const terminal = stream.isTTY === true
  /** @type {Map<string, number>} */
  const underWay = new Map()

  function clear() {
    if (terminal && underWay.size > 0) stream.write('\r\x1b[2K')
  }

  function draw() {
    if (!terminal || underWay.size === 0) return
    const since = Math.min(...underWay.values())
    const seconds = Math.floor((performance.now() - since) / 1000)
    stream.write(`\r\x1b[2K  ${[...underWay.keys()].join(', ')} … ${seconds} s`)
  }

  /** @param {string} line */
  function note(line) {
    clear()
    stream.write(`${line}\n`)
    draw()
  }

  /**
   * Does the work of one step and gives back what it gave; its error passes through.
   *
   * @template Result
   * @param {string} title
   * @param {() => Promise<Result>} work
   * @returns {Promise<Result>}
   */
  async function step(title, work) {
    const started = performance.now()
    underWay.set(title, started)
    draw()
    const timer = terminal
      ? setInterval(draw, redrawEvery)
      : setTimeout(() => note(`  ${title} …`), announceAfter)
    let outcome = 'failed after '
    try {
      const result = await work()
      outcome = ''
      return result
    } finally {
      clearTimeout(timer)
      clear()
      underWay.delete(title)
      note(`  ${title} … ${outcome}${((performance.now() - started) / 1000).toFixed(1)} s`)
    }
  }

  return { step, note }
}

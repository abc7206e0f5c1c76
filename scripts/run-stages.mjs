/**
 * A stage of `npm test`. `held`: its output is to be returned, because others run beside it.
 *
 * @typedef {(held: boolean) => Promise<{ passed: boolean, output: string }>} Stage
 */

/**
 * Runs groups of stages one after another, the stages of a group side by side. The first of a group shows its output
 * as it comes; each of those beside it is shown whole when it ends.
 *
 * @param {readonly Record<string, Stage>[]} groups
 * @param {(line: string) => void} print
 * @returns {Promise<string[]>} the names of the stages that failed
 */
export async function runStages(groups, print) {
  /** @type {string[]} */
  const failed = []
  for (const group of groups) {
    const runs = Object.entries(group).map(async ([name, stage], index) => {
      const held = index > 0
      const started = performance.now()
      if (!held) print(`\n── ${name}`)
      const { passed, output } = await stage(held)
      if (!passed) failed.push(name)
      if (held) print([`\n── ${name}`, output.trim()].filter(Boolean).join('\n'))
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      print(`── ${name}: ${seconds} s${passed ? '' : ', failed'}`)
    })
    await Promise.all(runs)
  }
  return failed
}

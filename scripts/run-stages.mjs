/**
 * A stage of `npm test`. `held`: its output is to be returned, because others run beside it.
 *
 * @typedef {(held: boolean) => Promise<{ passed: boolean, output: string }>} Stage
 */

/**
 * Stages that run one after another.
 *
 * @typedef {Record<string, Stage>} Lane
 */

/**
 * Runs groups of lanes one after another, the lanes of a group side by side. The stages of a group's first lane show their
 * output as it comes; each of those beside it is shown whole when it ends.
 *
 * @param {readonly (readonly Lane[])[]} groups
 * @param {(line: string) => void} print
 * @returns {Promise<string[]>} the names of the stages that failed. Rejects where a stage could not run, once those beside it
 *   have ended.
 */
export async function runStages(groups, print) {
  /** @type {string[]} */
  const failed = []
  /** @type {(name: string, stage: Stage, held: boolean) => Promise<void>} */
  const run = async (name, stage, held) => {
    const started = performance.now()
    if (!held) print(`\n── ${name}`)
    const { passed, output } = await stage(held)
    if (!passed) failed.push(name)
    if (held) print([`\n── ${name}`, output.trim()].filter(Boolean).join('\n'))
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    print(`── ${name}: ${seconds} s${passed ? '' : ', failed'}`)
  }
  for (const lanes of groups) {
    const ended = await Promise.allSettled(
      lanes.map(async (lane, index) => {
        for (const [name, stage] of Object.entries(lane)) await run(name, stage, index > 0)
      }),
    )
    for (const lane of ended) if (lane.status === 'rejected') throw lane.reason
  }
  return failed
}

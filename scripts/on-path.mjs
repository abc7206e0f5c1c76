import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The first program of some names that this machine has.
 *
 * @param {string[]} names
 * @returns {string | undefined} its path
 */
export function onPath(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  return folders
    .flatMap((dir) => names.map((name) => join(dir, name)))
    .find((file) => existsSync(file))
}

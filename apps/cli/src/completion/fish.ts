import type { Stage } from './tree.ts'

/** A script for fish: `sluice completion fish | source`. */
export function fishScript(stages: readonly Stage[]): string {
  const paths = stages.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  const lines = stages.flatMap(({ path, verbs, options }) => {
    const here = `complete -c sluice -n ${quoted(`__sluice_at ${quoted(path)}`)}`
    return [
      ...verbs.map(({ word, meaning }) => `${here} -f -a ${quoted(word)} -d ${quoted(meaning)}`),
      ...options.map(({ word, meaning, takesValue, choices }) => {
        const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ' -r'
        return `${here} -l ${word.replace(/^--/, '')}${takesValue ? value : ''} -d ${quoted(meaning)}`
      }),
    ]
  })
  return `# Completion of sluice for fish.
function __sluice_at
    set -l at
    for word in (commandline -opc)[2..-1]
        if contains -- (string join -- ' ' $at $word) ${paths.join(' ')}
            set -a at $word
        end
    end
    test (string join -- ' ' $at) = $argv[1]
end
${lines.join('\n')}`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

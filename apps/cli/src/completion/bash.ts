import type { Stage } from './tree.ts'

/** A script for bash 3.2 and newer: `source <(sluice completion bash)`. */
export function bashScript(stages: readonly Stage[]): string {
  const paths = stages.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`)
  const choices = stages.flatMap(({ path, options }) =>
    options
      .filter((option) => option.choices.length > 0)
      .map(({ word, choices }) => `    "${path} ${word}") words="${choices.join(' ')}" ;;`),
  )
  const values = stages.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue, choices }) => takesValue && choices.length === 0)
      .map(({ word }) => `"${path} ${word}"`),
  )
  const all = stages.map(({ path, verbs, options }) => {
    const words = [...verbs, ...options].map(({ word }) => word)
    return `      "${path}") words="${words.join(' ')}" ;;`
  })
  return `# Completion of sluice for bash.
_sluice() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at="" words="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${at:+$at }\${COMP_WORDS[i]}" in
      ${paths.join('|')}) at="\${at:+$at }\${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$at $prev" in
${choices.join('\n')}
    ${values.join('|')}) return ;;
    *) case "$at" in
${all.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _sluice sluice`
}

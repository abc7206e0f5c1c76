import type { Stage, Word } from './tree.ts'

/** A script for zsh: `source <(sluice completion zsh)` after `compinit`, or a file `_sluice` in the fpath. */
export function zshScript(stages: readonly Stage[]): string {
  const paths = stages.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  const choices = stages.flatMap(({ path, options }) =>
    options
      .filter((option) => option.choices.length > 0)
      .map(
        ({ word, choices }) =>
          `    ${quoted(`${path} ${word}`)}) compadd -- ${choices.join(' ')} ;;`,
      ),
  )
  const values = stages.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue, choices }) => takesValue && choices.length === 0)
      .map(({ word }) => quoted(`${path} ${word}`)),
  )
  const all = stages.map(
    ({ path, verbs, options }) =>
      `      ${quoted(path)}) all=(${[...verbs, ...options].map(described).join(' ')}) ;;`,
  )
  return `#compdef sluice
# Completion of sluice for zsh.
_sluice() {
  local at="" word
  local -a all
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      ${paths.join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${choices.join('\n')}
    ${values.join('|')}) _files ;;
    *) case "$at" in
${all.join('\n')}
      esac
      _describe command all || _files ;;
  esac
}
compdef _sluice sluice`
}

function described({ word, meaning }: Word): string {
  return quoted(`${word.replaceAll(':', '\\:')}:${meaning}`)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

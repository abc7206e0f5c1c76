import { type Fault, keyIdWithSecret } from '@sluice/contract'
import { isMetThroughout, type TextRule, textFaults } from './texts-throughout.ts'

const rule: TextRule = {
  isMet: (text) => keyIdWithSecret(text) === undefined,
  wording: (text) =>
    `must not hold a key string, which is a secret: name the key by its id, ${keyIdWithSecret(text)}`,
}

/** The texts of a JSON value, including member names, that contain a key's secret; as pointers below `at`. */
export function keyStringFaults(value: unknown, at: string): readonly Fault[] {
  return isMetThroughout(rule, value) ? none : textFaults(rule, value, at)
}

const none: readonly Fault[] = []

/** Why a password is too easy to guess. */
export type Weakness = 'common' | 'own' | 'pattern' | 'guessable'

const advice = 'Use three or more unrelated words.'

/** What is wrong with a password, and what to do. */
export const weaknessText: Readonly<Record<Weakness, string>> = {
  common: `This password is one of the most common. ${advice}`,
  own: `This password is made of your name, address or organization. ${advice}`,
  pattern: `This password repeats itself or follows a simple pattern. ${advice}`,
  guessable: `This password is easy to guess. ${advice}`,
}

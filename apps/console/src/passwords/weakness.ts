/** Why a password is too easy to guess. */
export type Weakness = 'common' | 'own' | 'pattern' | 'guessable'

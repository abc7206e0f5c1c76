export type Weakness = 'common' | 'own' | 'pattern' | 'guessable'

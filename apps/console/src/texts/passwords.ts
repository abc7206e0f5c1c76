export const texts = {
  advice: '12 characters or more. Several unrelated words are easy to remember.',
  show: 'Show the password',
  length: (min: number, max: number) => `Enter ${min} to ${max} characters.`,
  strong: 'Hard to guess.',
  weak: {
    common: 'This is one of the most common passwords. Use three or more unrelated words.',
    own: 'This password is based on your name, email or organization. Use three or more unrelated words.',
    pattern:
      'This password repeats itself or follows a simple pattern. Use three or more unrelated words.',
    guessable: 'This password is easy to guess. Use three or more unrelated words.',
  },
}

export const texts = {
  need: 'Changes to how people sign in, and to who is an owner, need a sign-in within the last ten minutes.',
  action: 'Sign in again in a new tab',
}

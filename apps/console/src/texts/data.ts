import { plural } from './plural.ts'

export const texts = {
  conflict:
    'Someone changed this after you opened it. Nothing was saved. Copy what you need, then reload the page.',
  signedOut: {
    title: 'You are signed out',
    text: 'What you entered is still here. Sign in, then save again.',
    signIn: 'Sign in in a new tab',
    refused: 'You are signed out. Sign in in another tab, then try again.',
  },
  otherPerson: {
    title: 'Somebody else is signed in',
    text: 'You signed in with another account in another tab. Copy what you need, then reload the page.',
  },
  brokenPage: 'This page failed. Reload it.',
  unreachable: 'The console cannot be reached. Check your connection and try again.',
  failed: 'Something went wrong on our side. Try again in a moment.',
  failedWithId: (requestId: string) =>
    `Something went wrong on our side. Try again. If it keeps failing, send support the request id ${requestId}.`,
  fault: (field: string, detail: string) => `${field}: ${detail}.`,
  waits: (seconds: number) =>
    plural(seconds, {
      one: 'Too many requests at once. The page continues in # second.',
      other: 'Too many requests at once. The page continues in # seconds.',
    }),
}

export const texts = {
  tryAgain: 'Try again',
  notRefreshed: (error: string) =>
    `What is shown could not be refreshed and may be out of date. ${error}`,
  page: {
    title: 'This page could not be shown',
    text: 'Something went wrong on our side.',
    code: (digest: string) => `If it happens again, send support the code ${digest}.`,
  },
}

/** Shown if even the layout failed. */
export const texts = {
  title: 'The console could not be shown',
  text: 'Something went wrong on our side.',
  retry: 'Try again',
}

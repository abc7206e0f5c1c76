export const texts = {
  today: (day: string) => `${day}, today`,
}

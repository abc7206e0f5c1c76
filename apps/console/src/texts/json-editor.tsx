import { plural } from './plural.ts'

export const texts = {
  fault: (line: number, pointer: string, detail: string) => (
    <>
      Line {line} <code>{pointer}</code> {detail}
    </>
  ),
  more: (count: number) => plural(count, { one: 'And # more.', other: 'And # more.' }),
}

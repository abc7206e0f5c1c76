import { NoSuch } from '#catalog/no-such.tsx'

export default function NotFound() {
  return <NoSuch kind="thing" />
}

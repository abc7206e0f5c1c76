import { NoSuchThing } from '#things/no-such-thing.tsx'

export default NoSuchThing

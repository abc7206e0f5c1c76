import { NoSuchFleet } from '#fleets/no-such-fleet.tsx'

export default NoSuchFleet

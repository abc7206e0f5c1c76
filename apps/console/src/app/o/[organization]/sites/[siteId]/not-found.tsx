import { NoSuchSite } from '#sites/no-such-site.tsx'

export default NoSuchSite

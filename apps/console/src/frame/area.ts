/** The console has two areas: the pages of an organization, and those of the operator. */
export type Area = 'organization' | 'operator'

export interface AreaProps {
  readonly area: Area
  /** The name or role under which the user is signed in here. */
  readonly signedInAs: string
}

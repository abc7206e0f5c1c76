/** The console has two parts: an organization's own pages, and those for who runs the service. */
export type Area = 'organization' | 'operator'

export interface AreaProps {
  readonly area: Area
  /** What the signed-in person is here. */
  readonly signedInAs: string
}

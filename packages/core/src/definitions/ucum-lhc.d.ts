// The part of the library that is used; it has no types of its own.
declare module '@lhncbc/ucum-lhc' {
  interface Named {
    readonly code: string
    readonly name: string
  }

  export class UcumLhcUtils {
    static getInstance(): UcumLhcUtils
    validateUnitString(
      unit: string,
      suggest?: boolean,
    ): {
      readonly status: 'valid' | 'invalid' | 'error'
      /** The parsed code; for an invalid one, what may have been meant. */
      readonly ucumCode: string | null
      readonly suggestions?: readonly {
        readonly units: readonly (readonly [string, ...unknown[]])[]
      }[]
    }
    /** Units with this common name. */
    checkSynonyms(name: string): { readonly units?: readonly Named[] }
  }
}

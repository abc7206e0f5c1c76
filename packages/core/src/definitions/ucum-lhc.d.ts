// What is used of the library, which has no types of its own.
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
      /** The code that was understood, which for an invalid one is what may have been meant. */
      readonly ucumCode: string | null
      readonly suggestions?: readonly {
        readonly units: readonly (readonly [string, ...unknown[]])[]
      }[]
    }
    /** Units that people call so. */
    checkSynonyms(name: string): { readonly units?: readonly Named[] }
  }
}

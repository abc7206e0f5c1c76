/** Language of the texts, as a BCP 47 tag. */
const language = 'en'

const rules = new Intl.PluralRules(language)
const whole = new Intl.NumberFormat(language)

/** A text for each plural form of the language; English has two. `#` stands for the count. */
export interface PluralForms {
  readonly one: string
  readonly other: string
}

/** Fills in the plural form for a count, with thousands separators: `1 key expires soon`, `2,000 keys expire soon`. */
export function plural(count: number, forms: PluralForms): string {
  const form = rules.select(count) === 'one' ? forms.one : forms.other
  return form.replaceAll('#', () => whole.format(count))
}

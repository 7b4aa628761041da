import type { Company, Person } from './canada-people.generator.ts'
import type { Chance } from './chance.ts'

/** One numbered box of a Canadian slip, filled in or empty. */
export interface SlipBox {
  id: string
  en: string
  fr: string
  /** An amount, or the text of a code; '' for an empty box. */
  value: number | string
  /** Codes stand in narrow boxes. */
  narrow?: boolean
}

/** What a slip says, whatever its layout. */
export interface Slip {
  form: string
  en: string
  fr: string
  year: string
  issuer: Company
  issuerCaption: { en: string; fr: string; name: string }
  person: Person
  personCaption: { en: string; fr: string }
  /** Identifying boxes: account number, social insurance number. */
  ids: SlipBox[]
  boxes: SlipBox[]
  other: { code: string; amount: number }[]
  /** Box 28 of a T4: what is exempt. */
  exempt: string[] | undefined
}

/** How a slip is printed. */
export interface SlipLook {
  language: 'both' | 'en' | 'fr'
  ruled: boolean
  fillable: boolean
  splitCents: boolean
  align: 'start' | 'end'
  amount: (value: number) => string
  /** Size of what is filled in. */
  size: number
  /** Line numbers of the return behind the captions. */
  lines: boolean
  zeros: boolean
}

const grouped = (sign: string, decimal: string) => (value: number) => {
  const [whole = '', cents = ''] = value.toFixed(2).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, sign)}${decimal}${cents}`
}

export function drawSlipLook(chance: Chance): SlipLook {
  const language = chance.pick(['both', 'both', 'both', 'en', 'fr'] as const)
  const english = chance.pick([grouped(',', '.'), grouped(',', '.'), grouped('', '.'), grouped(' ', '.')])
  const fillable = chance.happens(0.3)
  const splitCents = !fillable && chance.happens(0.2)
  return {
    language,
    ruled: chance.happens(0.7),
    fillable,
    splitCents,
    align: chance.pick(['start', 'end', 'end']),
    amount: splitCents
      ? grouped(',', '|')
      : language === 'fr'
        ? chance.pick([grouped(' ', ','), grouped(' ', '.'), english])
        : english,
    size: chance.pick([8, 9, 9, 10]),
    lines: chance.happens(0.3),
    zeros: chance.happens(0.1),
  }
}

/** What stands in a box, as printed. */
export function printed({ value }: SlipBox, look: SlipLook): string {
  return typeof value === 'number' ? look.amount(value) : value
}

/** A caption's rows in the slip's language. */
export function captionRows({ en, fr }: { en: string; fr: string }, { language }: SlipLook, oneRow = false): string[] {
  if (language !== 'both') return [language === 'en' ? en : fr]
  return oneRow ? [`${en} – ${fr}`] : [en, fr]
}

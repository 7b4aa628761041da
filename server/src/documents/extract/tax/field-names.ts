import type { FormValue } from '../../model/page.ts'
import type { BoxSpec } from './form-spec.ts'
import { tokensOf } from './slip-view.ts'

/**
 * Whether a form field is this box by its name or by its description. CRA forms name their fields
 * `form1[0].Page1[0].Slip1[0].Box14[0].Slip1Box14[0]`, T4A ones `Line16`, Revenu Quebec's `caseA`; the codes and
 * amounts under OtherInformation are called Box1 to Box6 although they are no boxes of that number.
 */
export function namesBox({ name, label }: FormValue, { id, names, captions, kind }: BoxSpec): boolean {
  const path = pathOf(name)
  const last = path.at(-1) ?? ''
  if (path.some((part) => /^other_?info/i.test(part))) return false
  if (id && isNumbered(last, id)) return true
  if (names.some((pattern) => pattern.test(last))) return true
  if (kind === 'decoy') return false
  const words = [tokensOf(label).join(' '), tokensOf(spoken(last)).join(' ')]
  return captions.some((caption) => {
    const tokens = tokensOf(caption)
    return tokens.length > 1 && words.some((text) => ` ${text} `.includes(` ${tokens.join(' ')} `))
  })
}

/** The parts of a field's full name, without the indexes and the slip's own prefix. */
export function pathOf(name: string): string[] {
  return name
    .replace(/\[\d+\]/g, '')
    .split('.')
    .map((part) => part.replace(/^(?:slip|copy)_?\d+_?(?=[A-Za-z])/i, ''))
    .filter((part) => /[A-Za-z]/.test(part))
}

function isNumbered(part: string, id: string): boolean {
  return new RegExp(`^(?:t4a?_?)?(?:box|case|line|ligne|b)_?0*${id}(?:_.*)?$`, 'i').test(part)
}

const spoken = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')

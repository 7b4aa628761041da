import { foldCase } from '../../values/fold.ts'
import { phrases } from '../../vocabulary/compile.ts'

const FORM = `(?:^|[\\s,(])${phrases('firm.legal_form')}`

/** What companies are by law, behind their names, in folded text. */
export const LEGAL_FORM = new RegExp(`${FORM}(?=$|[\\s,).|])`, 'u')

const AT_END = new RegExp(`${FORM}\\.?\\)?$`, 'u')

export function hasLegalForm(text: string): boolean {
  return LEGAL_FORM.test(foldCase(text))
}

const FIRST = new RegExp(`^${phrases('firm.legal_form')}(?=[\\s,).|])`, 'u')

/** Whether the only legal form that a text has begins it, as initials may: `S.P. Road 41` is a street. */
export function opensWithLegalForm(text: string): boolean {
  const folded = foldCase(text)
  return FIRST.test(folded) && !LEGAL_FORM.test(folded.replace(FIRST, ''))
}

const ALONE = new RegExp(`^(?:${phrases('firm.legal_form')}[\\s,&]*){1,4}$`, 'u')

/** Whether the text is the end of a name that did not fit its line: `Ltd. Şti.`, `GmbH & Co. KG`. */
export function isLegalForm(text: string): boolean {
  return ALONE.test(foldCase(text))
}

/** Whether the text is a company's name to its end: `Rheinwerk GmbH`, and not `Rheinwerk GmbH, Köln`. */
export function endsInLegalForm(text: string): boolean {
  return AT_END.test(foldCase(text))
}

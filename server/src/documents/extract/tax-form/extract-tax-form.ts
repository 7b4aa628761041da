import type { Extractor } from '../extractor.ts'
import { formName } from './form-name.ts'
import { formYear } from './form-year.ts'

/** Tax forms that have no type of their own: which form it is, and for which year. */
export const extractTaxForm: Extractor = (_, pages) => {
  const [name, year] = [formName(pages), formYear(pages)]
  return { fields: { ...(year ? { tax_year: year } : {}), ...(name ? { form_name: name } : {}) }, tables: [] }
}

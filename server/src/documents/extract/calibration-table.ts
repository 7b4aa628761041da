/** Written by test/documents/calibrate.ts; not edited by hand. */

/** The state of the extractors that the weights were fitted to, so that a test can say when they are older. */
export const FITTED_TO = 'before states were kept'

/** By the name of a feature, what it adds to the odds' logarithm. */
export const WEIGHTS: Readonly<Record<string, number>> = {
  characters: 0.13,
  'document:INCOME_LETTER': 0.05,
  'document:INVOICE': -0.17,
  'document:PAY_STUB': 0.06,
  'document:W2_TAX_SLIP': 0.03,
  'field:due_date': 0.03,
  'field:employee_name': 0.05,
  'field:employer_name': -0.07,
  'field:invoice_date': -0.02,
  'field:invoice_number': -0.07,
  'field:pay_period_end': 0.04,
  'field:pay_period_start': 0.04,
  'field:payment_terms': 0.03,
  'field:subtotal': -0.03,
  'field:total_tax': -0.07,
  'field:vendor_name': 0.02,
  'kind:amount': -0.07,
  'kind:date': 0.1,
  'kind:text': -0.03,
  'method:box': 0.04,
  'method:label-below': 0.15,
  'method:label-inline': 0.08,
  'method:label-right': -0.06,
  'method:letterhead': 0.04,
  'method:masthead': -0.07,
  'method:sum-inline': -0.02,
  'method:sum-right': -0.09,
  'method:vat-form': -0.03,
  one: 2.3,
  'origin:form': 0.02,
  'origin:ocr': -0.09,
  'origin:text': 0.08,
  raw: 0.44,
  type: 0.07,
}

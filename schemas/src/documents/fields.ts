import { LABELLED } from './labelled-fields.ts'

/**
 * How a value is written on the wire: `amount` a number, positive unless the document prints a negative; `date`
 * YYYY-MM-DD; `year` four digits; `text` as printed, runs of white space folded to one blank.
 */
export type ValueKind = 'amount' | 'date' | 'year' | 'text'

type Names = Readonly<Record<string, ValueKind>>

const FORM_1099 = {
  tax_year: 'year',
  payer_name: 'text',
  payer_tin: 'text',
  recipient_name: 'text',
  recipient_tin: 'text',
  account_number: 'text',
  federal_income_tax_withheld: 'amount',
} as const satisfies Names

const STATEMENT = {
  bank_name: 'text',
  account_holder_name: 'text',
  account_number: 'text',
  statement_start_date: 'date',
  statement_end_date: 'date',
  opening_balance: 'amount',
  closing_balance: 'amount',
  total_deposits: 'amount',
  total_withdrawals: 'amount',
  currency: 'text',
} as const satisfies Names

const CANADIAN = {
  T4_TAX_SLIP: {
    tax_year: 'year',
    employer_name: 'text',
    employer_account_number: 'text',
    employee_name: 'text',
    social_insurance_number: 'text',
    province_of_employment: 'text',
    employment_income: 'amount',
    cpp_contributions: 'amount',
    second_cpp_contributions: 'amount',
    qpp_contributions: 'amount',
    second_qpp_contributions: 'amount',
    ei_premiums: 'amount',
    rpp_contributions: 'amount',
    income_tax_deducted: 'amount',
    ei_insurable_earnings: 'amount',
    cpp_qpp_pensionable_earnings: 'amount',
    employment_code: 'text',
    union_dues: 'amount',
    dental_benefits_code: 'text',
    charitable_donations: 'amount',
    rpp_dpsp_registration_number: 'text',
    pension_adjustment: 'amount',
    ppip_premiums: 'amount',
    ppip_insurable_earnings: 'amount',
    exempt_cpp_qpp: 'text',
    exempt_ei: 'text',
    exempt_ppip: 'text',
  },
  T4A_TAX_SLIP: {
    tax_year: 'year',
    payer_name: 'text',
    recipient_name: 'text',
    social_insurance_number: 'text',
    pension_or_superannuation: 'amount',
    lump_sum_payments: 'amount',
    self_employed_commissions: 'amount',
    income_tax_deducted: 'amount',
    annuities: 'amount',
    fees_for_services: 'amount',
  },
  T5_TAX_SLIP: {
    tax_year: 'year',
    payer_name: 'text',
    recipient_name: 'text',
    actual_eligible_dividends: 'amount',
    taxable_eligible_dividends: 'amount',
    interest_from_canadian_sources: 'amount',
    capital_gains_dividends: 'amount',
  },
  T3_TAX_SLIP: {
    tax_year: 'year',
    trust_name: 'text',
    recipient_name: 'text',
    capital_gains: 'amount',
    actual_eligible_dividends: 'amount',
    other_income: 'amount',
  },
  T2202_TAX_SLIP: {
    tax_year: 'year',
    institution_name: 'text',
    student_name: 'text',
    eligible_tuition_fees: 'amount',
    part_time_months: 'amount',
    full_time_months: 'amount',
  },
  NR4_TAX_SLIP: {
    tax_year: 'year',
    payer_name: 'text',
    recipient_name: 'text',
    income_code: 'text',
    gross_income: 'amount',
    non_resident_tax_withheld: 'amount',
  },
  RL1_TAX_SLIP: {
    tax_year: 'year',
    employer_name: 'text',
    employee_name: 'text',
    employment_income: 'amount',
    qpp_contributions: 'amount',
    ei_premiums: 'amount',
    rpp_contributions: 'amount',
    income_tax_deducted: 'amount',
    union_dues: 'amount',
    qpip_premiums: 'amount',
  },
} as const satisfies Record<string, Names>

const AMERICAN = {
  W2_TAX_SLIP: {
    tax_year: 'year',
    employer_name: 'text',
    employer_identification_number: 'text',
    employer_address: 'text',
    employee_name: 'text',
    employee_ssn: 'text',
    employee_address: 'text',
    control_number: 'text',
    wages_tips_other_compensation: 'amount',
    federal_income_tax_withheld: 'amount',
    social_security_wages: 'amount',
    social_security_tax_withheld: 'amount',
    medicare_wages_and_tips: 'amount',
    medicare_tax_withheld: 'amount',
    social_security_tips: 'amount',
    allocated_tips: 'amount',
    dependent_care_benefits: 'amount',
    nonqualified_plans: 'amount',
    state: 'text',
    state_wages: 'amount',
    state_income_tax: 'amount',
    local_wages: 'amount',
    local_income_tax: 'amount',
    locality_name: 'text',
  },
  '1099_NEC_TAX_SLIP': { ...FORM_1099, nonemployee_compensation: 'amount' },
  '1099_MISC_TAX_SLIP': { ...FORM_1099, rents: 'amount', royalties: 'amount', other_income: 'amount' },
  '1099_INT_TAX_SLIP': {
    ...FORM_1099,
    interest_income: 'amount',
    early_withdrawal_penalty: 'amount',
    us_savings_bond_interest: 'amount',
    tax_exempt_interest: 'amount',
  },
  '1099_DIV_TAX_SLIP': {
    ...FORM_1099,
    total_ordinary_dividends: 'amount',
    qualified_dividends: 'amount',
    total_capital_gain_distributions: 'amount',
  },
  '1099_R_TAX_SLIP': {
    ...FORM_1099,
    gross_distribution: 'amount',
    taxable_amount: 'amount',
    distribution_code: 'text',
  },
} as const satisfies Record<string, Names>

/** The contract: every document type with the names of its fields. A field that is not on the document is left out. */
export const FIELDS = {
  ...CANADIAN,
  ...AMERICAN,
  TAX_FORM: { tax_year: 'year', form_name: 'text' },
  BANK_STATEMENT: STATEMENT,
  CREDIT_CARD_STATEMENT: STATEMENT,
  INVOICE: {
    invoice_number: 'text',
    invoice_date: 'date',
    due_date: 'date',
    vendor_name: 'text',
    vendor_tax_id: 'text',
    customer_name: 'text',
    customer_tax_id: 'text',
    purchase_order: 'text',
    subtotal: 'amount',
    total_tax: 'amount',
    invoice_total: 'amount',
    amount_due: 'amount',
    currency: 'text',
    iban: 'text',
    payment_terms: 'text',
  },
  RECEIPT: {
    merchant_name: 'text',
    transaction_date: 'date',
    subtotal: 'amount',
    total_tax: 'amount',
    tip: 'amount',
    total: 'amount',
    currency: 'text',
  },
  PAY_STUB: {
    employee_name: 'text',
    employer_name: 'text',
    pay_date: 'date',
    pay_period_start: 'date',
    pay_period_end: 'date',
    gross_pay: 'amount',
    total_taxes: 'amount',
    total_deductions: 'amount',
    net_pay: 'amount',
    ytd_gross_pay: 'amount',
    ytd_net_pay: 'amount',
    pay_frequency: 'text',
  },
  INCOME_LETTER: {
    employee_name: 'text',
    employer_name: 'text',
    letter_date: 'date',
    gross_income: 'amount',
    pay_frequency: 'text',
  },
  ...LABELLED,
  UNKNOWN: {},
} as const satisfies Record<string, Names>

export type DocumentType = keyof typeof FIELDS

/** The fields that a type has by contract; of a type that an owner has declared, none. */
export function fieldsOfType(type: string): Readonly<Record<string, ValueKind>> {
  return Object.hasOwn(FIELDS, type) ? FIELDS[type as DocumentType] : {}
}

/** Whether the contract names the type's fields: UNKNOWN documents and owners' types name them themselves. */
export const namesFields = (type: string): boolean => type !== 'UNKNOWN' && Object.hasOwn(FIELDS, type)

/** Every document type, in the contract's order. */
export const DOCUMENT_TYPES = Object.keys(FIELDS) as [DocumentType, ...DocumentType[]]

/** The columns of the tables that a type may have. */
export const TABLES = {
  other_information: ['code', 'amount'],
  box_12: ['code', 'amount'],
  transactions: ['date', 'description', 'withdrawal', 'deposit', 'balance'],
  earnings: ['description', 'quantity', 'rate', 'amount', 'year_to_date'],
  deductions: ['description', 'amount', 'year_to_date'],
  line_items: ['description', 'quantity', 'unit', 'unit_price', 'tax_rate', 'amount'],
} as const

export type TableName = keyof typeof TABLES

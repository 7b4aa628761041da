import { rows } from '../printer/lists.ts'

export interface Spec {
  form: string
  title: string
  omb?: string
  /** Printed as the form's edition rather than as a tax year. */
  revision?: string
  sub?: string
}

/** Form, title, number at the Office of Management and Budget, edition, what stands under the title. */
export const specs = (text: TemplateStringsArray): Spec[] =>
  rows(text).map(([form = '', title = '', omb, revision, sub]) => ({
    ...{ form, title },
    ...(omb && { omb }),
    ...(revision && { revision }),
    ...(sub && { sub }),
  }))

export const AGENCY = specs`
  T1 | Income Tax and Benefit Return YEAR
  TD1 | YEAR Personal Tax Credits Return
  T2125 | Statement of Business or Professional Activities
  T2200 | Declaration of Conditions of Employment
  T1135 | Foreign Income Verification Statement
  T776 | Statement of Real Estate Rentals
`
export const ATTACHMENTS = specs`
  8606 | Nondeductible IRAs
  8949 | Sales and Other Dispositions of Capital Assets
  1120-S | U.S. Income Tax Return for an S Corporation | 1545-0123 |
  | Do not file this form unless the corporation has filed Form 2553.
  1065 | U.S. Return of Partnership Income | 1545-0123 | | For calendar year, or tax year beginning
  4562 | Depreciation and Amortization | 1545-0172
  8829 | Expenses for Business Use of Your Home
  2441 | Child and Dependent Care Expenses
  8863 | Education Credits
  4868 | Application for Automatic Extension of Time
  940 | Employer's Annual Federal Unemployment (FUTA) Tax Return | 1545-0028
  Schedule C (Form 1040) | Profit or Loss From Business
  Schedule D (Form 1040) | Capital Gains and Losses
  Schedule E (Form 1040) | Supplemental Income and Loss
`
export const CERTIFICATES = specs`
  W-9 | Request for Taxpayer Identification Number and Certification | | March 2024
  W-8BEN
  | Certificate of Foreign Status of Beneficial Owner for United States Tax Withholding and Reporting (Individuals) |
  | October 2021 | OMB No. 1545-1621
  4506-T | Request for Transcript of Tax Return | | November 2021 | OMB No. 1545-1872
  SS-4 | Application for Employer Identification Number | | December 2019 | OMB No. 1545-0003
  2848 | Power of Attorney and Declaration of Representative | | January 2021 | OMB No. 1545-0150
`
export const INFORMATION = specs`
  1098 | Mortgage Interest Statement
  1098-T | Tuition Statement | 1545-1574
  1098-E | Student Loan Interest Statement | 1545-1576
  1099-G | Certain Government Payments | 1545-0120
  1099-K | Payment Card and Third Party Network Transactions | 1545-2205
  1095-A | Health Insurance Marketplace Statement | 1545-2232
  5498 | IRA Contribution Information | 1545-0747
`
export const SLIPS = specs`
  T4E | Statement of Employment Insurance and Other Benefits | |
  | État des prestations d'assurance-emploi et autres prestations
  T4RSP | Statement of RRSP Income | | | État du revenu provenant d’un REER
  T4A(P) | Statement of Canada Pension Plan Benefits | | | État des prestations du Régime de pensions du Canada
  T5008 | Statement of Securities Transactions | | | État des opérations sur titres
  T4A(OAS) | Statement of Old Age Security | | | Relevé de la Sécurité de la vieillesse
  T5013 | Statement of Partnership Income | | | État des revenus d’une société de personnes
`

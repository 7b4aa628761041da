export interface Spec {
  form: string
  title: string
  omb?: string
  /** Printed as the form's edition rather than as a tax year. */
  revision?: string
  sub?: string
}

export const ATTACHMENTS: Spec[] = [
  { form: '8606', title: 'Nondeductible IRAs' },
  { form: '8949', title: 'Sales and Other Dispositions of Capital Assets' },
  {
    form: '1120-S',
    title: 'U.S. Income Tax Return for an S Corporation',
    omb: '1545-0123',
    sub: 'Do not file this form unless the corporation has filed Form 2553.',
  },
  {
    form: '1065',
    title: 'U.S. Return of Partnership Income',
    omb: '1545-0123',
    sub: 'For calendar year, or tax year beginning',
  },
  { form: '4562', title: 'Depreciation and Amortization', omb: '1545-0172' },
  { form: '8829', title: 'Expenses for Business Use of Your Home' },
  { form: '2441', title: 'Child and Dependent Care Expenses' },
  { form: '8863', title: 'Education Credits' },
  { form: '4868', title: 'Application for Automatic Extension of Time' },
  { form: '940', title: "Employer's Annual Federal Unemployment (FUTA) Tax Return", omb: '1545-0028' },
  { form: 'Schedule C (Form 1040)', title: 'Profit or Loss From Business' },
  { form: 'Schedule D (Form 1040)', title: 'Capital Gains and Losses' },
  { form: 'Schedule E (Form 1040)', title: 'Supplemental Income and Loss' },
]
export const INFORMATION: Spec[] = [
  { form: '1098', title: 'Mortgage Interest Statement' },
  { form: '1098-T', title: 'Tuition Statement', omb: '1545-1574' },
  { form: '1098-E', title: 'Student Loan Interest Statement', omb: '1545-1576' },
  { form: '1099-G', title: 'Certain Government Payments', omb: '1545-0120' },
  { form: '1099-K', title: 'Payment Card and Third Party Network Transactions', omb: '1545-2205' },
  { form: '1095-A', title: 'Health Insurance Marketplace Statement', omb: '1545-2232' },
  { form: '5498', title: 'IRA Contribution Information', omb: '1545-0747' },
]
export const CERTIFICATES: Spec[] = [
  { form: 'W-9', title: 'Request for Taxpayer Identification Number and Certification', revision: 'March 2024' },
  {
    form: 'W-8BEN',
    title:
      'Certificate of Foreign Status of Beneficial Owner for United States Tax Withholding and Reporting (Individuals)',
    revision: 'October 2021',
    sub: 'OMB No. 1545-1621',
  },
  {
    form: '4506-T',
    title: 'Request for Transcript of Tax Return',
    revision: 'November 2021',
    sub: 'OMB No. 1545-1872',
  },
  {
    form: 'SS-4',
    title: 'Application for Employer Identification Number',
    revision: 'December 2019',
    sub: 'OMB No. 1545-0003',
  },
  {
    form: '2848',
    title: 'Power of Attorney and Declaration of Representative',
    revision: 'January 2021',
    sub: 'OMB No. 1545-0150',
  },
]
export const SLIPS: Spec[] = [
  {
    form: 'T4E',
    title: 'Statement of Employment Insurance and Other Benefits',
    sub: "État des prestations d'assurance-emploi et autres prestations",
  },
  { form: 'T4RSP', title: 'Statement of RRSP Income', sub: 'État du revenu provenant d’un REER' },
  {
    form: 'T4A(P)',
    title: 'Statement of Canada Pension Plan Benefits',
    sub: 'État des prestations du Régime de pensions du Canada',
  },
  { form: 'T5008', title: 'Statement of Securities Transactions', sub: 'État des opérations sur titres' },
  { form: 'T4A(OAS)', title: 'Statement of Old Age Security', sub: 'Relevé de la Sécurité de la vieillesse' },
  { form: 'T5013', title: 'Statement of Partnership Income', sub: 'État des revenus d’une société de personnes' },
]
export const AGENCY: Spec[] = [
  { form: 'T1', title: 'Income Tax and Benefit Return YEAR' },
  { form: 'TD1', title: 'YEAR Personal Tax Credits Return' },
  { form: 'T2125', title: 'Statement of Business or Professional Activities' },
  { form: 'T2200', title: 'Declaration of Conditions of Employment' },
  { form: 'T1135', title: 'Foreign Income Verification Statement' },
  { form: 'T776', title: 'Statement of Real Estate Rentals' },
]

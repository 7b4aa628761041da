import { box, type FormSpec } from '../form-spec.ts'
import { CANADIAN_PRINT, CANADIAN_RECIPIENT, others, SLIP_YEAR } from './canadian.ts'

/** T2202, Tuition and Enrolment Certificate; T2202A before 2019 with letters for boxes. */
export const T2202: FormSpec = {
  type: 'T2202_TAX_SLIP',
  boxes: [
    SLIP_YEAR,
    box(
      'institution_name',
      '',
      'name',
      [
        'Name and address of designated educational institution',
        'Nom et adresse de l’établissement d’enseignement agréé',
        'Name of designated educational institution',
        'Educational institution',
        'Institution name',
        'Name of institution',
        'Institution',
        'Name of educational institution',
      ],
      /^(institution|school)_?name/i,
    ),
    ...CANADIAN_RECIPIENT("Student's | Student", "de l'étudiant", 'student_name').map((spec) =>
      spec.field.startsWith('+full')
        ? { ...spec, captions: [...spec.captions, 'Name and address of student', 'Name of student'] }
        : spec,
    ),
    box('eligible_tuition_fees', '23', 'amount', [
      'Eligible tuition fees, part-time and full-time sessions',
      'Frais de scolarité admissibles pour études à temps partiel et à temps plein',
      'Eligible tuition fees',
      'Frais de scolarité admissibles',
      'Total eligible tuition fees',
    ]),
    box('part_time_months', '24', 'months', [
      'Number of months part-time',
      'Nombre de mois à temps partiel',
      'Total number of months part-time',
      'Part-time months',
    ]),
    box(
      'full_time_months',
      '25',
      'months',
      'Number of months full-time | Nombre de mois à temps plein | Total number of months full-time | Full-time months',
    ),
    ...others({
      '15': 'Student number | Numéro d’étudiant',
      '13': 'Name of program or course | Nom du programme ou du cours',
      '11': "School type | Type d'école",
    }),
  ],
  print: [
    ...CANADIAN_PRINT,
    'Tuition and Enrolment Certificate',
    "Certificat pour frais de scolarité et d'inscription",
    'Totals',
    'Session periods',
  ],
}

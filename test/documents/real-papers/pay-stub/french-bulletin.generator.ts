import type { Generator } from '../../specimen.ts'
import { company, person, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, day, fr, monthOf } from '../print.ts'
import { wageOf } from '../wage.ts'
import { specimen } from './parts.ts'

/** Bulletin de paie: cotisations with employee and employer shares, net imposable, net à payer. */
export const frenchBulletin: Generator = async (chance) => {
  const wage = wageOf(
    chance,
    {
      taxes: {},
      deductions: {
        'Sécurité sociale plafonnée': 0.069,
        'Complémentaire santé': 0.012,
        'Retraite complémentaire T1': 0.0401,
        'CSG déductible': 0.067,
      },
    },
    151.67,
  )
  const [from, to] = monthOf(chance.whole(2019, 2025), chance.whole(1, 12))
  const [employer, name] = [company(chance, 'SAS'), person(chance)]
  const paper = await Paper.open({ size: 'a4', text: 8 })
  paper
    .centre(40, 'BULLETIN DE PAIE', { size: 14, bold: true })
    .centre(54, `Période du ${day(from, 'DD/MM/YYYY')} au ${day(to, 'DD/MM/YYYY')}`)
  paper
    .at(40, 76, employer, { bold: true })
    .stack(40, 88, ['14 rue des Merles', '69003 LYON', 'SIRET : 552 118 842 00012   Code NAF : 6201Z'])
  paper.stack(340, 88, [`Mme ${name}`, '8 quai du Port', town(chance, 'fr')], { size: 10 })
  paper.row(150, [
    [40, 'Emploi : Technicienne'],
    [200, 'Matricule : 00118'],
    [340, `Paiement le ${day(to, 'DD/MM/YYYY')} par virement`],
  ])
  paper.box(40, 164, 515, 14, 0.88).row(
    174,
    [
      [44, 'Désignation'],
      [-250, 'Base'],
      [-310, 'Taux'],
      [-400, 'Part salarié'],
      [-550, 'Part employeur'],
    ],
    { bold: true },
  )
  for (const [i, { current }] of wage.earnings.entries())
    paper.row(192 + i * 12, [
      [44, i ? 'Heures supplémentaires 50%' : 'Salaire de base'],
      [-250, i ? '' : '151,67'],
      [-310, fr(wage.rate)],
      [-400, fr(current)],
    ])
  paper.row(
    220,
    [
      [44, 'SALAIRE BRUT'],
      [-400, fr(wage.gross)],
    ],
    { bold: true },
  )
  for (const [i, { label, current }] of wage.deductions.entries())
    paper.row(238 + i * 12, [
      [44, label],
      [-250, fr(wage.gross)],
      [-400, fr(current)],
      [-550, fr(cents(current * 1.6))],
    ])
  paper.row(
    292,
    [
      [44, 'TOTAL DES COTISATIONS'],
      [-400, fr(wage.deducted)],
      [-550, fr(cents(wage.deducted * 1.6))],
    ],
    { bold: true },
  )
  paper.box(340, 320, 215, 26).row(
    337,
    [
      [346, 'NET À PAYER'],
      [-550, `${fr(wage.net)} €`],
    ],
    { bold: true, size: 11 },
  )
  return specimen(
    'french-bulletin',
    paper,
    {
      employee_name: `Mme ${name}`,
      employer_name: employer,
      pay_date: to,
      pay_period_start: from,
      pay_period_end: to,
      gross_pay: wage.gross,
      total_deductions: wage.deducted,
      net_pay: wage.net,
    },
    ['total_taxes', 'pay_frequency'],
  )
}

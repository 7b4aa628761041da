import { checkedIban } from '../checked-iban.ts'
import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { bookOf, cycle, month, statement } from './book.ts'
import { person, place } from './people.ts'
import { day, daysAfter, de, en, fr } from './print.ts'

/** Débit and crédit, the value date between text and sums, the old balance above and the new below. */
export const frValeur: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'fr' })
  const [name, account] = [
    `${chance.pick(['M.', 'MME'])} ${person(chance, 'fr').toUpperCase()}`,
    `${chance.digits(5)} 000${chance.digits(8)} ${chance.digits(2)}`,
  ]
  const sheet = await Sheet.open(chance, '8.5 plain|jumbled')
  const end = sheet.print`
    44b/12: 36 BANQUE DES DEUX RIVES | 560> RELEVE DE COMPTE CHEQUES
    60: 36 du ${day(book.from, 'D MMMM YYYY', 'fr')} au ${day(book.to, 'D MMMM YYYY', 'fr')}
    78: 36 RIB : 30004 ${account}
    110: 330 ${name} ¶ ${place(chance, 'fr')}
    table 210 bottom 750: 36 Date | 84 Nature des opérations | 350 Valeur | 470> Débit | 560> Crédit
    - | SOLDE CREDITEUR AU ${day(book.from, 'DD.MM.YYYY')} |  |  | ${fr(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD.MM')} | ${move.lines} | ${day(move.value, 'DD.MM')}
      | ${move.amount < 0 ? fr(-move.amount) : ''} | ${move.amount > 0 ? fr(move.amount) : ''}`,
    )}
    - | TOTAL DES OPERATIONS |  | ${fr(book.debits)} | ${fr(book.credits)}
    - | SOLDE CREDITEUR AU ${day(book.to, 'DD.MM.YYYY')} |  |  | ${fr(book.closing)}
  `
  sheet.print`
    ${Math.min(end + 16, 800)}: 36/6.5 Montant exprimé en EUR. BANQUE DES DEUX RIVES, S.A. au capital de 2 499 597
      & 122 euros - RCS Lyon 662 042 449
  `
  return sheet.says`BANK_STATEMENT world-fr-valeur
    ${statement(book, { totals: true })} | bank_name BANQUE DES DEUX RIVES | account_holder_name ${name}
      | account_number ${account} | currency EUR
    optional account_number`
}

/** Two dates first, the old and new balance outside the table, the holder in a box. */
export const frAgricole: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'fr' })
  const [name, account] = [`${chance.pick(['M', 'Mme'])} ${person(chance, 'fr')}`, chance.digits(11)]
  const sheet = await Sheet.open(chance, 'report|typesetter')
  sheet.print`
    40: 36b/14 Crédit Rural de la Loire
    62b: 36 RELEVÉ DE COMPTE | 360 Date d'arrêté : ${day(book.to, 'D MMMM YYYY', 'fr')}
    100: 330 ${name} ¶ ${place(chance, 'fr')}
    180: 36b Compte de Dépôt   n° ${account}
    204b: 110 Ancien solde créditeur au ${day(daysAfter(book.from, -1), 'DD.MM.YYYY')} | 560> ${fr(book.opening)}
    end = table 224: 36 Date ¶ opé. | 72 Date ¶ valeur | 110 Libellé des opérations | 480> Débit | 560> Crédit
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD.MM')} | ${day(move.value, 'DD.MM')} | ${move.lines}
      | ${move.amount < 0 ? fr(-move.amount) : ''} | ${move.amount > 0 ? fr(move.amount) : ''}`,
    )}
    end+6b: 110 Total des opérations | 480> ${fr(book.debits)} | 560> ${fr(book.credits)}
    end+22b: 110 Nouveau solde créditeur au ${day(book.to, 'DD.MM.YYYY')} | 560> ${fr(book.closing)} €
  `
  return sheet.says`BANK_STATEMENT world-fr-agricole
    ${statement(book, { totals: true })} | bank_name Crédit Rural de la Loire | account_holder_name ${name}
      | account_number ${account} | currency EUR
    optional statement_start_date`
}

/** Operation and value date, one signed sum and the balance, a head with the IBAN. */
export const esExtracto: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'es' })
  const [name, iban] = [
    person(chance, 'es'),
    checkedIban(
      `ES${chance.digits(2)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(2)} ${chance.digits(10)}`,
    ),
  ]
  const sheet = await Sheet.open(chance, 'browser|plain')
  sheet.print`
    46b/13: 40 Banco Levantino | 555> EXTRACTO DE CUENTA
    list 80: 40 | 140
    - Titular | ${name}
    - IBAN | ${iban}
    - Periodo | Del ${day(book.from, 'DD/MM/YYYY')} al ${day(book.to, 'DD/MM/YYYY')}
    - Divisa | EUR
    80: 380 ${name} ¶ ${place(chance, 'es')}
    table 180: 40 F. operación | 110 F. valor | 180 Concepto | 460> Importe | 550> Saldo
    - |  | SALDO ANTERIOR |  | ${de(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD/MM/YYYY')} | ${day(move.value, 'DD/MM/YYYY')}
      | ${move.lines} | ${de(move.amount)} | ${de(move.balance)}`,
    )}
    - |  | SALDO A ${day(book.to, 'DD/MM/YYYY')} |  | ${de(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-es-extracto
    ${statement(book)} | bank_name Banco Levantino | account_holder_name ${name} | account_number ${iban}
      | currency EUR
    optional`
}

/** Debit and credit before the text, sums of both at the foot, stamp duty of the state. */
export const itConto: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'it' })
  const [name, account] = [person(chance, 'it').toUpperCase(), chance.digits(9)]
  const sheet = await Sheet.open(chance, 'serif 9.5 plain|report')
  sheet.print`
    46b/13: 40 Banca del Naviglio S.p.A. | 555> ESTRATTO CONTO N. ${chance.whole(1, 12)}/${book.to.slice(0, 4)}
    90: 320 Gentile Cliente ${name} ¶ ${place(chance, 'it')} | 40 Conto corrente n. ${account} ¶ Intestato a ${name}
      ¶ Dal ${day(book.from, 'DD/MM/YYYY')} al ${day(book.to, 'DD/MM/YYYY')}
    end = table 180: 40 Data ¶ contabile | 100 Data ¶ valuta | 230> Addebiti | 300> Accrediti
      | 316 Descrizione operazioni
    - ${day(book.from, 'DD/MM/YYYY')} |  |  | ${de(book.opening)} | SALDO INIZIALE A VOSTRO CREDITO
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD/MM/YYYY')} | ${day(move.value, 'DD/MM/YYYY')}
      | ${move.amount < 0 ? de(-move.amount) : ''} | ${move.amount > 0 ? de(move.amount) : ''}
      | ${move.lines}`,
    )}
    end: 40b TOTALE MOVIMENTI | 230>b ${de(book.debits)} | 300>b ${de(book.credits)}
    end+15b: 40 ${day(book.to, 'DD/MM/YYYY')} | 300> ${de(book.closing)} | 316 SALDO FINALE A VOSTRO CREDITO IN EURO
  `
  return sheet.says`BANK_STATEMENT world-it-conto
    ${statement(book, { totals: true })} | bank_name Banca del Naviglio S.p.A. | account_holder_name ${name}
      | account_number ${account} | currency EUR
    optional`
}

/** Brazil: D and C behind the sums, the balance of the day as a row. */
export const brExtrato: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'br' })
  const [name, branch, account] = [
    person(chance, 'pt').toUpperCase(),
    chance.digits(4),
    `${chance.digits(5)}-${chance.digits(1)}`,
  ]
  const mark = (amount: number) => `${de(Math.abs(amount))} ${amount < 0 ? 'D' : 'C'}`
  const sheet = await Sheet.open(chance, 'browser|plain')
  sheet.print`
    46b/13: 40 Banco Ipê S.A. | 555> Extrato de Conta Corrente
    list 80: 40 | 120
    - Cliente | ${name}
    - Agência | ${branch}
    - Conta | ${account}
    - Período | ${day(book.from, 'DD/MM/YYYY')} a ${day(book.to, 'DD/MM/YYYY')}
    150: 40b Lançamentos (valores em R$)
    table 172: 40 Data | 110 Histórico | 330 Documento | 470> Valor R$ | 555> Saldo R$
    - ${day(book.from, 'DD/MM/YYYY')} | SALDO ANTERIOR |  |  | ${mark(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'DD/MM/YYYY')} | ${move.text} | ${chance.digits(6)}
      | ${mark(move.amount)} | ${mark(move.balance)}`,
    )}
    - ${day(book.to, 'DD/MM/YYYY')} | SALDO FINAL |  |  | ${mark(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-br-extrato
    ${statement(book)} | bank_name Banco Ipê S.A. | account_holder_name ${name} | account_number ${account}
      | currency BRL
    optional`
}

/** Mexico: operation and settlement day as 05/ENE, charges and deposits, two balances. */
export const mxEstado: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'mx' })
  const [name, account] = [person(chance, 'es').toUpperCase(), chance.digits(10)]
  const code = (iso: string) => `${day(iso, 'DD')}/${day(iso, 'MMM', 'es').toUpperCase()}`
  const money = (amount: number) => `$ ${en(amount)}`
  const sheet = await Sheet.open(chance, 'letter plain|office')
  sheet.print`
    44b/12: 36 BANCO DEL BAJIO NORTE, S.A. | 576> Estado de Cuenta
    84: 36 ${name} ¶ ${place(chance, 'mx')} ¶ R.F.C. ROXA${chance.digits(6)}A12
    list 84: 340 | 450
    - Periodo | DEL ${day(book.from, 'DD/MM/YYYY')} AL ${day(book.to, 'DD/MM/YYYY')}
    - Fecha de corte | ${day(book.to, 'DD/MM/YYYY')}
    - No. de cuenta | ${account}
    - CLABE | ${chance.digits(18)}
    - Moneda | PESOS MXN
    180: 36b Resumen de movimientos
    list 196: 36 | 180
    - Saldo anterior | ${money(book.opening)}
    - Depósitos / Abonos (+) | ${money(book.credits)}
    - Retiros / Cargos (-) | ${money(book.debits)}
    - Saldo final | ${money(book.closing)}
    - Saldo promedio | ${money(book.opening)}
    table 294: 36 OPER | 84 LIQ | 132 DESCRIPCIÓN | 400> CARGOS | 480> ABONOS | 572> SALDO
    - ${book.moves.map(
      (move) => cells`${code(move.date)} | ${code(move.value)} | ${move.lines}
      | ${move.amount < 0 ? en(-move.amount) : ''} | ${move.amount > 0 ? en(move.amount) : ''}
      | ${en(move.balance)}`,
    )}
  `
  return sheet.says`BANK_STATEMENT world-mx-estado
    ${statement(book, { totals: true })} | bank_name BANCO DEL BAJIO NORTE, S.A. | account_holder_name ${name}
      | account_number ${account} | currency MXN
    optional`
}

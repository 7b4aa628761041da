/** What a column of a statement's table holds. `other` is known and of no use: a reference, a cheque number. */
export type Role = 'date' | 'value' | 'description' | 'type' | 'withdrawal' | 'deposit' | 'amount' | 'balance' | 'other'

/** Columns of amounts. */
export type Figure = 'withdrawal' | 'deposit' | 'amount' | 'balance'

/** Headings in folded form, by role: English, French, German, Spanish. */
const HEADINGS: Readonly<Record<Role, string>> = {
  date: `txn date, date paid, paid date, date ope, date op., date, dates, transaction date, date of transaction,
    trans date, tran date, trn date, activity date, booking date, entry date, posting date, posted date,
    post date, date posted, posted on, process date, posted, day, date de l'operation, date d'operation,
    date operation, date op, date de transaction, date de la transaction, date d'inscription, date d'achat,
    date comptable, date de comptabilisation, inscription, date de, date d', datum, buchungstag,
    buchungsdatum, buchung, bu-tag, belegdatum, umsatzdatum, fecha, fecha operacion, fecha de operacion,
    f operacion, oper, data, data contabile, data operazione, data operacji, data ksiegowania, data movimento,
    data lancamento, dato, tarih, boekdatum, rente-datum, bokforingsdag, bokforingsdatum, bokfort, transaktionsdag,
    transaktionsdatum`,
  value: `eff date, value date, val date, effective date, effective, value, date valeur, date de valeur, valeur,
    wert, valuta, wertstellung, wertstellungstag, fecha valor, f valor, liq, valor, data valuta, data waluty,
    valutadatum, rentedato`,
  description: `activity details, transaction type and details, description of activity, transaction remarks,
    description, descriptions, details, detail, transaction details, transaction description,
    description of transaction, description of transactions, transaction, transactions, particulars,
    narrative, narration, memo, payee, merchant, merchant name, activity, activity description, remarks,
    payment type and details, type and description, libelle, libelles, libelle des operations,
    nature de l'operation, nature des operations, operation, operations, designation,
    details de la transaction, verwendungszweck, buchungstext, vorgang, text, erlauterung, beschreibung,
    umsatztext, angaben zu den umsatzen, tekst, aciklama, concepto, descripcion, detalle, descrizione, descrizione operazioni, descrizione operazione,
    causale, operazione, omschrijving, naam/omschrijving, mededelingen, opis, opis operacji, tytul, tytul operacji,
    szczegoly operacji, historico, descricao, lancamento, lancamentos, transaktion`,
  type: `type, transaction type, payment type, art, umsatzart, tipo, dr/cr, cr/dr, d/c, c/d, s/h, af/bij, bij/af, +/-`,
  withdrawal: `funds out, amounts withdrawn, amount withdrawn, amounts deducted, amounts deducted from your account,
    amount deducted, withdrawals/subtractions, withdrawal amt, debit amt, betrag soll, umsatz soll,
    withdrawal, withdrawals, withdrawal amount, withdrawals and debits, withdrawals & debits,
    withdrawals/debits, withdrawn, debit, debits, debit amount, money out, paid out, payments out,
    amount out, out, outgoing, cheques & debits, cheques and debits, checks & debits, checks and debits,
    cheques/debits, charges, purchases, subtractions, spent, retrait, retraits, debit (-), achats, soll,
    belastung, belastungen, lastschrift, lastschriften, ausgang, ausgange, zahlungsausgang, cargo, cargos,
    zu ihren lasten, payments, retiros, debe, addebito, addebiti, uscite, dare, af, bedrag af, bedrag af (debet), debet, afgeschreven,
    debito, debitos, saida, saidas, obciazenia, obciazenie, wydatki, uttag`,
  deposit: `funds in, amounts deposited, amount deposited, amounts added, amounts added to your account,
    amount added, deposits/additions, deposit amt, credit amt, betrag haben, umsatz haben, deposit, deposits,
    deposit amount, deposits and credits, deposits & credits, deposits/credits, credit, credits,
    credit amount, money in, paid in, payments in, amount in, in, incoming, receipts, additions, received,
    payments & credits, payments and credits, depot, depots, versement, versements, haben, gutschrift,
    gutschriften, eingang, eingange, zahlungseingang, abono, abonos, depositos, haber, zu ihren gunsten, accredito, accrediti, entrate, avere,
    bij, bedrag bij, bedrag bij (credit), bijgeschreven, credito, creditos, entrada, entradas, uznania, uznanie,
    wplywy, insattning, insattningar`,
  amount: `amount, amounts, transaction amount, trans amount, net amount, montant, montants, montant de la transaction, betrag,
    umsatz, umsatze, importe, monto, importo, bedrag, kwota, kwota operacji, belopp, beløb, tutar, valor r$, valor (r$)`,
  balance: `ending daily balance, balance carried, account balance after, balance, running balance, ledger balance,
    available balance, account balance, closing balance, ending balance, daily balance, balances, solde,
    solde courant, solde progressif, saldo, kontostand, saldo po operacji, saldo r$, saldo (r$), bakiye, statement balance`,
  other: `frais, fee, fees, spend categories, ref no/cheque no, chq/ref no, ref/cheque no, cheque/ref no, mois,
    jour, reward, rewards, ref, ref no, reference, reference number, reference no, ref number, cheque no,
    cheque number, chq no, chq, check number, check no, check #, cheque #, check, cheque, no, number, #,
    code, branch, category, status, card, location, numero, points, no de cheque, currency, devise,
    foreign amount, line, nr, documento, bank charges, accrued charges, accrued bank charges, ref no/cheque no,
    wahrung, kurs`,
}

const ROLE_OF = new Map(
  (Object.entries(HEADINGS) as [Role, string][]).flatMap(([role, names]) =>
    names.split(/,\s+/).map((name) => [name, role] as const),
  ),
)

/** Words of the longest heading. */
export const LONGEST_HEADING = 5

/** Currencies and signs that stand beside a heading: `Amount ($)`, `Betrag in EUR`, `Debit (-)`. */
const DECORATION =
  /[()[\]*:€$£]|\b(?:in|en) (?=eur|usd|cad|gbp|chf)|[+-]+$|\b(?:eur|usd|cad|gbp|chf|sgd|aud|inr|pln|sek|brl|mxn|euros?)\b/g

/** The role of a heading, already folded; undefined where it is none. */
export function roleOf(heading: string): Role | undefined {
  return (
    ROLE_OF.get(heading) ??
    ROLE_OF.get(
      heading
        .replace(DECORATION, ' ')
        .replace(/[\s.]+/g, ' ')
        .trim(),
    )
  )
}

/** Whether a word by itself is only the currency or sign of the heading before it. */
export function isDecoration(word: string): boolean {
  return word !== '' && /^[()€$£+*.\-/]*$|^\(?(?:in|en)?\s?(?:eur|usd|cad|gbp|chf|sgd|aud|inr|cr|dr)\)?$/.test(word)
}

import type { Generator } from '../specimen.ts'
import { bookkeeping } from './invoice-english/bookkeeping.generator.ts'
import { canadianTaxes } from './invoice-english/canadian-taxes.generator.ts'
import { cloudAccounts } from './invoice-english/cloud-accounts.generator.ts'
import { cloudHosting } from './invoice-english/cloud-hosting.generator.ts'
import { freelancer } from './invoice-english/freelancer.generator.ts'
import { indianGst } from './invoice-english/indian-gst.generator.ts'
import { subscription } from './invoice-english/subscription.generator.ts'
import { utilityBill } from './invoice-english/utility-bill.generator.ts'
import { wordTemplate } from './invoice-english/word-template.generator.ts'
import { dutchFactuur } from './invoice-europe/dutch-factuur.generator.ts'
import { frenchFacture } from './invoice-europe/french-facture.generator.ts'
import { germanLetter } from './invoice-europe/german-letter.generator.ts'
import { italianFattura } from './invoice-europe/italian-fattura.generator.ts'
import { spanishFactura } from './invoice-europe/spanish-factura.generator.ts'
import { benefitAward } from './letter/benefit-award.generator.ts'
import { offerConfirmation } from './letter/offer-confirmation.generator.ts'
import { pensionLetter } from './letter/pension-letter.generator.ts'
import { verification } from './letter/verification.generator.ts'
import { bookkeeperStub } from './pay-stub/bookkeeper-stub.generator.ts'
import { britishPayslip } from './pay-stub/british-payslip.generator.ts'
import { canadianStub } from './pay-stub/canadian-stub.generator.ts'
import { earningsStatement } from './pay-stub/earnings-statement.generator.ts'
import { frenchBulletin } from './pay-stub/french-bulletin.generator.ts'
import { germanWage } from './pay-stub/german-wage.generator.ts'
import { leaveAndEarnings } from './pay-stub/leave-and-earnings.generator.ts'
import { modernStub } from './pay-stub/modern-stub.generator.ts'
import { stripStub } from './pay-stub/strip-stub.generator.ts'
import { fuelStop } from './receipt/fuel-stop.generator.ts'
import { germanTill } from './receipt/german-till.generator.ts'
import { hotelFolio } from './receipt/hotel-folio.generator.ts'
import { pharmacySlip } from './receipt/pharmacy-slip.generator.ts'
import { restaurant } from './receipt/restaurant.generator.ts'
import { rideMail } from './receipt/ride-mail.generator.ts'
import { supermarket } from './receipt/supermarket.generator.ts'
import { cardSummary } from './statement-us/card-summary.generator.ts'
import { checkingByCategory } from './statement-us/checking-by-category.generator.ts'
import { checkingBySign } from './statement-us/checking-by-sign.generator.ts'
import { checkingHistory } from './statement-us/checking-history.generator.ts'
import { shareAccount } from './statement-us/share-account.generator.ts'
import { australianAccess } from './statement-world/australian-access.generator.ts'
import { britishCurrent } from './statement-world/british-current.generator.ts'
import { canadianCard } from './statement-world/canadian-card.generator.ts'
import { canadianPersonal } from './statement-world/canadian-personal.generator.ts'
import { canadianRuled } from './statement-world/canadian-ruled.generator.ts'
import { frenchReleve } from './statement-world/french-releve.generator.ts'
import { germanCooperative } from './statement-world/german-cooperative.generator.ts'
import { germanSavings } from './statement-world/german-savings.generator.ts'
import { indianSavings } from './statement-world/indian-savings.generator.ts'
import { singaporeSavings } from './statement-world/singapore-savings.generator.ts'

const LAYOUTS = {
  bookkeeping,
  cloudAccounts,
  subscription,
  cloudHosting,
  indianGst,
  canadianTaxes,
  utilityBill,
  wordTemplate,
  freelancer,
  germanLetter,
  frenchFacture,
  italianFattura,
  dutchFactuur,
  spanishFactura,
  verification,
  offerConfirmation,
  benefitAward,
  pensionLetter,
  earningsStatement,
  modernStub,
  bookkeeperStub,
  stripStub,
  britishPayslip,
  canadianStub,
  germanWage,
  frenchBulletin,
  leaveAndEarnings,
  supermarket,
  restaurant,
  fuelStop,
  hotelFolio,
  rideMail,
  germanTill,
  pharmacySlip,
  checkingByCategory,
  checkingBySign,
  checkingHistory,
  shareAccount,
  cardSummary,
  canadianPersonal,
  canadianRuled,
  britishCurrent,
  australianAccess,
  indianSavings,
  singaporeSavings,
  germanSavings,
  germanCooperative,
  frenchReleve,
  canadianCard,
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Recreations of the papers that banks, shops, employers and their software print, by name. */
export const REAL_PAPERS: Readonly<Record<string, Generator>> = Object.fromEntries(
  Object.entries(LAYOUTS).map(([name, generator]) => [`real-${kebab(name)}`, generator]),
)

import { chequing, konto, society } from './bank-papers.ts'
import { letter, salary, stub } from './pay-papers.ts'
import { bill, rechnung, w2 } from './trade-papers.ts'

/** The papers that are forged and treated innocently, as their issuers print them. */
export const PAPERS = {
  chequing: () => chequing.draw(chequing.values),
  society: () => society.draw(society.values),
  konto: () => konto.draw(konto.values),
  stub: () => stub.draw(stub.values),
  salary: () => salary.draw(salary.values),
  letter: () => letter.draw(letter.values),
  bill: () => bill.draw(bill.values),
  rechnung: () => rechnung.draw(rechnung.values),
  w2: () => w2.draw(w2.values),
}

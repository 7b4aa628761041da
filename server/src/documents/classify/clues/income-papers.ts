import { anywhere, form, type TypeClues, title } from '../clue.ts'

/** Pay stubs, and letters about employment and benefits. */
export const INCOME_PAPERS: readonly TypeClues[] = [
  {
    type: 'PAY_STUB',
    threshold: 4,
    clues: [
      title(
        4,
        /\bpay ?(?:stub|slip|check|cheque|statement|advice)\b|payroll (?:statement|advice|stub)|(?:earnings|wage|salary) (?:statement|slip)|statement of (?:earnings|pay)|leave and earnings|advice of deposit|direct deposit (?:advice|statement)|non-?negotiable|remuneration statement|(?:bulletin|bordereau|fiche|avis) de (?:paie|paye|salaire|depot)|talon de paie|releve de paie|(?:gehalts|lohn|entgelt|verdienst|bezuge)-?(?:abrechnung|nachweis|bescheinigung)|nomina\b|busta paga|periodo di retribuzione|loonstrook|salarisspecificatie|loonspecificatie|recibo .{0,40}(?:de salarios?|de nomina)|holerite|contracheque|cedolino|lonespecifikation|lonbesked|pasek wyplaty/,
      ),
      form(3, /leave and earnings statement/),
      form(1.5, /\bentitlements\b[\s\S]*\bdeductions\b[\s\S]*\ballotments\b/),
      form(
        1.5,
        /gross (?:pay|earnings|wages|salary|amount)|total gross|salaire brut|(?:paie|remuneration) brute|total des gains|(?:gesamt)?-?brutto|bruttolohn|brutoloon|bruto (?:loon|salaris)|total (?:devengado|de vencimentos)|devengos|totale competenze/,
      ),
      form(
        1.5,
        /net (?:pay|check|earnings|wages|salary|amount)|take[- ]home|salaire net|net (?:a payer|paye)|montant net|paie nette|remuneration nette|netto(?:lohn|verdienst|betrag|loon)|auszahlungsbetrag|liquido (?:total )?a (?:percibir|receber)|valor liquido|netto (?:uit te betalen|in busta|del mese)/,
      ),
      form(
        1.2,
        /pay(?:roll)? (?:period|ending|begin|end)|period (?:beginning|ending|start|end)|(?:debut|fin) de (?:la )?periode|(?:periode|frequence) de paie|abrechnungsmonat/,
      ),
      form(1, /pay(?:ment)? date|check date|cheque date|advice date|date de paie|date de paiement/),
      form(1.3, /\by\.?t\.?d\b|year[- ]to[- ]date|cumul|jahres(?:summe|werte)|\bt\.?d\b/),
      form(0.8, /deductions?|retenues|abzuge|withholdings?|deducciones|descontos|inhoudingen|trattenute/),
      form(
        0.8,
        /federal (?:income )?tax|\bfed(?:eral)? w|\bfica\b|medicare|social security|oasdi|\bcpp\b|\be\.?i\.?\b|lohnsteuer|steuerklasse|sozialversicherung|loonheffing|\bi\.?r\.?p\.?f\b|\binss\b|\birrf\b|contingencias comunes|\bpaye\b|national insurance|cotisations|krankenversicherung/,
      ),
      form(0.6, /\bearnings\b|\bregular\b|\bovertime\b|\bhourly\b|gains/),
      form(0.5, /\bhours\b|\brate\b|heures|stunden/),
      form(0.6, /employee (?:id|no|num|number|name)|emp(?:loyee)? ?#|personalnummer|matricule/),
      form(-4, /\bform w-?2\b|wage and tax statement|\bt4 ?\(\d\d\)/),
      title(-3, /\b(?:claim|application|invoice|contract|gig|driver) ?(?:summary|form|statement)?\b/),
    ],
  },
  {
    type: 'INCOME_LETTER',
    threshold: 4,
    clues: [
      title(
        4.5,
        /(?:employment|income|salary|wage|benefits?) (?:verification|confirmation|determination|letter|certificate)|(?:verification|proof|confirmation|letter|certificate) of (?:employment|income|benefits?|salary)|benefit (?:award|statement)|award letter|notice of award|monetary (?:benefit )?determination|(?:attestation|lettre|confirmation|certificat) (?:d'|de )?(?:emploi|travail|employeur|salaire|revenu)|arbeit(?:geber|s)bescheinigung|verdienstbescheinigung|werkgeversverklaring|employer'?s'? (?:reference|statement|declaration|certificate)|(?:renten|leistungs)bescheid|bestatigung des arbeitsverhaltnisses/,
      ),
      title(
        2.5,
        /(?:re:?|subject:?|your) .{0,20}benefits?\b|benefit amount|betreff: .{0,30}(?:leistung|rente)|objet ?: .{0,30}(?:prestation|rente|pension)/,
      ),
      title(
        1.5,
        /\b(?:state|retirement|disability) pension\b|rente de (?:retraite|conjoint|invalidite)|(?:notification|ouverture) de (?:vos )?droits|old age security|attestation de paiement/,
      ),
      title(
        1,
        /benefits? (?:office|bureau|administration|department|services?)|unemployment|social security|pension (?:fund|office)|family support|rentenversicherung|caisse de (?:retraite|pension)/,
      ),
      anywhere(
        2,
        /\b(?:old\sage\ssecurity|(?:state|retirement|disability|survivor'?s?)\spension|disability\sbenefits?|guaranteed\sincome\ssupplement|allocations?\sfamiliales?|aide\sau\slogement|allocataire)\b/,
      ),
      anywhere(
        2,
        /\b(?:salary|wages?|pension|benefits?|award|rente|salaire|traitement|gehalt|allocation|loon)\b[^.:]{0,60}:?\s+(?:[$£€] ?\d|\d[\d ,.]*\d ?(?:[$£€]|eur\b))/,
      ),
      anywhere(
        1.5,
        /montant\s(?:(?:mensuel|journalier|hebdomadaire)\s)?brut|monthly\saward|summary\sof\sbenefits|gross\smonthly\samount|£ ?[\d,.]+\s(?:a|per)\sweek|increase\sin\sbenefits|confirm\sthe\samount\sof\syour|prestations\ssuivantes|attestation de paiement/,
      ),
      anywhere(
        1.6,
        /(?:pleased|happy|delighted|writing) to (?:confirm|offer|verify)|offer of employment|confirm(?:s|ing)? (?:that |your |the )?(?:[\w ]{0,30})?employment/,
      ),
      anywhere(0.8, /(?:payable|paid) (?:bi-?weekly|semi-?monthly|monthly|weekly|every two weeks)/),
      anywhere(0.6, /^(?:dear|sehr geehrte|madame|monsieur|bonjour|chere?)\b/m),
      anywhere(1.5, /to whom it may concern|a qui de droit|an wen es betrifft/),
      anywhere(
        2,
        /(?:is|has been|was) (?:currently |presently )?employed|employed (?:by|with|at|as)\b|est (?:actuellement )?(?:employe|a l'emploi)|ist (?:seit .{4,30} )?(?:bei uns )?(?:beschaftigt|angestellt)|(?:beschaftigt|angestellt) ist\b/,
      ),
      anywhere(
        1.2,
        /(?:annual|base|gross|monthly|yearly|current) (?:base |gross )?(?:salary|income|wages?|earnings)|salary (?:of|is)|per annum|salaire (?:annuel|brut)|bruttogehalt|jahresgehalt/,
      ),
      anywhere(
        1.5,
        /monthly (?:benefit|entitlement)|weekly benefit|benefit amount|entitlement amount|(?:regular|full) monthly|your (?:new )?(?:monthly |weekly )?benefit|(?:entitled|payment|receive|paid) .{0,30}(?:monthly|weekly|each month|a month|per month)|monthly payment|amount of (?:your )?benefit/,
      ),
      anywhere(0.8, /human resources|ressources humaines|personalabteilung|payroll (?:department|manager)/),
      anywhere(
        0.8,
        /date of hire|hire date|start date|date (?:first )?(?:employed|started)|job title|position (?:of|title|held)|date d'embauche|eintrittsdatum/,
      ),
      anywhere(0.5, /sincerely|yours truly|best regards|cordialement|mit freundlichen grussen|salutations/),
      anywhere(0.7, /rate of pay|hours per week|full[- ]time|part[- ]time|permanent/),
      anywhere(
        1,
        /social security administration|unemployment (?:insurance|benefits?)|department of (?:labor|social|human)|service canada|veterans affairs/,
      ),
      title(
        -3,
        /\b(?:claim|application|invoice|receipt|contract|agreement|policy|lease|notification(?! de (?:vos )?droits)|pay ?stub|earnings statement)\b/,
      ),
    ],
  },
]

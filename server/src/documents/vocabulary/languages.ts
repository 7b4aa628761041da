import bg from './bg.json' with { type: 'json' }
import ca from './ca.json' with { type: 'json' }
import cs from './cs.json' with { type: 'json' }
import da from './da.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import el from './el.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import et from './et.json' with { type: 'json' }
import fi from './fi.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import hr from './hr.json' with { type: 'json' }
import hu from './hu.json' with { type: 'json' }
import it from './it.json' with { type: 'json' }
import lt from './lt.json' with { type: 'json' }
import lv from './lv.json' with { type: 'json' }
import nb from './nb.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }
import ro from './ro.json' with { type: 'json' }
import sk from './sk.json' with { type: 'json' }
import sl from './sl.json' with { type: 'json' }
import sv from './sv.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }

/** What a language calls things. `none` says why it has no phrase for a concept. */
export interface Language {
  language: string
  concepts: Readonly<Partial<Record<Concept, readonly string[]>>>
  none: Readonly<Record<string, readonly Concept[]>>
}

/** English names every concept, be it without a phrase. */
export type Concept = keyof typeof en.concepts

/** The languages that documents are read in. Another one is a file beside these and its name here. */
export const LANGUAGES = [
  en,
  fr,
  de,
  es,
  it,
  nl,
  pt,
  pl,
  sv,
  da,
  nb,
  fi,
  cs,
  sk,
  hu,
  ro,
  tr,
  hr,
  sl,
  ca,
  lt,
  lv,
  et,
  bg,
  el,
] as readonly Language[]

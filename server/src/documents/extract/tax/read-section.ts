import { type Box, holds } from '../../model/box.ts'
import type { Section } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { firstCopy } from './first-copy.ts'
import type { FormSpec } from './form-spec.ts'
import { readSlip, type SlipReading } from './read-slip.ts'
import { viewSlip } from './slip-view.ts'

/** The section's slip: the first page's, unless a later page holds clearly more of it (a cover page, instructions). */
export function readSection(section: Section, pages: readonly PageLayout[], form: FormSpec): SlipReading | undefined {
  const readings = pages.slice(0, 12).map((layout) => readPage(layout, section.region, form))
  const most = Math.max(0, ...readings.map(({ settled }) => settled.size))
  return readings.find((reading) => reading.settled.size >= 0.7 * most && isFilled(reading))
}

function readPage(layout: PageLayout, region: Box | undefined, form: FormSpec): SlipReading {
  const shown = layout.page.words.filter(({ visibility }) => visibility === 'shown')
  const inRegion = region ? shown.filter(({ box }) => holds(region, box, 2)) : shown
  const widgets = region ? layout.page.form.filter(({ box }) => holds(region, box, 2)) : layout.page.form
  const part = firstCopy(viewSlip(layout, inRegion, widgets), form)
  const first = readSlip(
    layout,
    inRegion.filter(({ box }) => holds(part, box)),
    widgets.filter(({ box }) => holds(part, box)),
    form,
  )
  const whole = part.every((edge) => !Number.isFinite(edge))
  return first.settled.size > 0 || whole ? first : readSlip(layout, inRegion, widgets, form)
}

/** One or two weak claims on a page are stray words of a blank form. */
function isFilled({ settled }: SlipReading): boolean {
  return settled.size > 2 || [...settled.values()].some(({ strength }) => strength > 0.7)
}

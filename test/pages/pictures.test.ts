import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Lively, openLively } from './lively.ts'
import {
  keepPicture,
  keptPicture,
  PICTURED,
  PICTURED_OUTSIDE,
  pictureOf,
  SIZES,
  show,
  THEMES,
  unlikeness,
} from './pictures.ts'

/*
 * Every page as it looks, against the picture that was looked at and kept. After a change that is meant:
 * MKT_KEEP_PICTURES=1 npx vitest run --project wide test/pages/pictures
 */
const KEEP = process.env.MKT_KEEP_PICTURES === '1'
/** The same page taken again is up to 0.003 unlike, by its ids and times; one without its style 0.036. */
const MOST_UNLIKE = 0.02

let lively: Lively
beforeAll(async () => {
  lively = await openLively()
  await lively.enliven()
})
afterAll(async () => {
  expect(lively.stage.faults).toEqual([])
  await lively.close()
})

const OUTSIDE = new Set(PICTURED_OUTSIDE.map(([name]) => name))
const WAYS = THEMES.flatMap((theme) => SIZES.map(([width, height]) => ({ theme, width, height })))

describe.each(WAYS)('$theme, $width px', ({ theme, width, height }) => {
  let [inside, outside]: Page[] = []
  beforeAll(async () => {
    inside = await lively.stage.open('/app/', { as: lively.person, theme, width })
    outside = await lively.stage.open('/app/login', { theme, width })
    for (const page of [inside, outside]) await page.setViewportSize({ width, height })
  })

  test.each([...PICTURED, ...PICTURED_OUTSIDE])('%s looks as it did', async (...pictured) => {
    const page = (OUTSIDE.has(pictured[0]) ? outside : inside) as Page
    await show(page, lively, pictured)
    const name = `${pictured[0]}-${theme}-${width}`
    const picture = await pictureOf(page)
    if (KEEP) keepPicture(name, picture)
    expect(await unlikeness(picture, keptPicture(name))).toBeLessThan(MOST_UNLIKE)
  })
})

test('a page without its style is another picture', async () => {
  const page = await lively.stage.open('/app/', { as: lively.person, width: 1440 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await show(page, lively, PICTURED[0] as (typeof PICTURED)[number])
  await page.evaluate("document.querySelectorAll('link[rel=stylesheet]').forEach((link) => link.remove())")
  expect(await unlikeness(await pictureOf(page), keptPicture('overview-light-1440'))).toBeGreaterThan(MOST_UNLIKE)
})

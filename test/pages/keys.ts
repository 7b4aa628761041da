import type { Locator, Page } from 'playwright-core'

/** As far as Tab is pressed before something counts as out of reach. */
const MOST_STEPS = 120

/** Goes on with Tab until this has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.first().waitFor()
  for (let step = 0; step < MOST_STEPS; step++) {
    if (await wanted.evaluateAll((all) => all.some((one) => one === one.ownerDocument.activeElement))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way to ${wanted} by Tab`)
}

/** Goes there and presses a key. */
export async function press(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

/** Goes there and writes in the place of what is there. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

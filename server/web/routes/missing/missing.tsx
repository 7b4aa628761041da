import { Page } from '../../parts/page.tsx'
import { t } from '../../texts/texts.ts'

/** An address at which there is nothing. */
export function Missing() {
  return (
    <Page title={t.missing.title}>
      <p>
        {t.missing.text} <a href="/app/">{t.places.overview}</a>
      </p>
    </Page>
  )
}

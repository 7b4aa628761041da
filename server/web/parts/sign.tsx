/** The sign of the marketplace; who sees it reads its name beside it or in the heading. */
export function Sign({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 22 18" width={size} height={(size * 18) / 22} aria-hidden="true">
      <path class="mark-m" d="M2 16V3l6 8 6-8v13" />
      <path class="mark-l" d="M20 2v14" />
    </svg>
  )
}

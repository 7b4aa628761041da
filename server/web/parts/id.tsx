/** An object's id. Where there is no room for all of it its end is shown: those of one day begin alike. */
export function Id({ id }: { id: string }) {
  return (
    <span class="mono id">
      <bdi>{id}</bdi>
    </span>
  )
}

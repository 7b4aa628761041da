// Postgres stores neither NUL nor half a surrogate pair.
/** A stranger's text as either database stores it. */
export const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

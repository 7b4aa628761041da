import { fix, refuse } from './refusals.ts'

const { apply } = Reflect
const { exec } = RegExp.prototype
const free = process.dlopen

/** What paints, and what lowers a thread's priority; nothing that lies elsewhere and is called so on a roundabout way. */
const PAINTS = /^(?!.*[\\/]\.\.[\\/]).*[\\/]node_modules[\\/]@napi-rs[\\/][^\\/]+[\\/][^\\/]+\.node$/

/** Of native code only what is needed: SQLite's would open the database. */
export function boundAddons(): void {
  fix(process, 'dlopen', (target: object, file: string, ...flags: [number?]) => {
    const path = `${file}`
    if (apply(exec, PAINTS, [path]) === null) refuse()
    return apply(free, process, [target, path, ...flags])
  })
}

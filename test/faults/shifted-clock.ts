import { readFileSync } from 'node:fs'

/**
 * Loaded before a program (`node --import`), it makes the wall clock jump whenever the file that MKT_TEST_CLOCK names
 * changes: there stand the milliseconds by which it is wrong. The monotonic clock goes on, as on a real machine.
 */
const file = process.env.MKT_TEST_CLOCK

if (file !== undefined) {
  const Right = Date
  const wrong = () => Right.now() + Number(readFileSync(file, 'utf8'))
  globalThis.Date = new Proxy(Right, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [wrong()] : args, newTarget),
    apply: () => new Right(wrong()).toString(),
    get: (target, name) => (name === 'now' ? wrong : Reflect.get(target, name)),
  })
}

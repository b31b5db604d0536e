import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { writtenEndpoints as endpoints } from '#tests/server/written-endpoints.ts'
import { boundedList } from '../text/bounded.ts'
import { boundedText } from '../text/outcome.ts'

test('no two records have the same method and path', () => {
  const calls = endpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(new Set(calls).size).toBe(calls.length)
  expect(calls.length).toBeGreaterThan(25)
})

test('parameters in the path are those of the schema', () => {
  for (const { path, params } of endpoints) {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const declared = params ? Object.keys((params as z.ZodMiniObject).shape) : []
    expect(declared).toEqual(named)
  }
})

const titleOf = ({ method, path }: (typeof endpoints)[number]) => `${method} ${path}`

test('every part of every call can be written as a JSON schema', () => {
  for (const record of endpoints)
    for (const part of ['params', 'query', 'body', 'response'] as const) {
      const schema = record[part]
      const write = () => schema && z.toJSONSchema(schema, { io: 'input', target: 'draft-7' })
      expect(write, `${titleOf(record)}: ${part}`).not.toThrow()
    }
})

test('no answer differs before and after parsing: no transforms, no defaults', () => {
  const loose = (schema: unknown) =>
    JSON.stringify(schema, (key, value) =>
      key === 'additionalProperties' && value === false ? undefined : value,
    )
  const written = ({ response }: (typeof endpoints)[number], io: 'input' | 'output') =>
    JSON.parse(loose(z.toJSONSchema(response, { io, target: 'draft-7' })))
  for (const record of endpoints)
    expect(written(record, 'output'), titleOf(record)).toEqual(written(record, 'input'))
})

/** Refuses to be looked into: code that counts entries before it reads them never touches one. */
function unreadable(entries: unknown[] | Record<string, unknown>): { value: unknown; isTouched(): boolean } {
  let touched = false
  const value = new Proxy(entries, {
    get(target, key) {
      if (typeof key === 'string' && /^entry|^\d+$/.test(key)) touched = true
      return Reflect.get(target, key)
    },
  })
  return { value, isTouched: () => touched }
}
const entriesOf = (type: 'array' | 'record', count: number) =>
  type === 'array'
    ? Array.from({ length: count }, () => 'x')
    : Object.fromEntries(Array.from({ length: count }, (_, at) => [`entry${at}`, 'x']))

const endsWhenTooMany = (schema: z.ZodMiniType, type: 'array' | 'record'): boolean => {
  const { value, isTouched } = unreadable(entriesOf(type, 20_000))
  return !z.safeParse(schema, value).success && !isTouched()
}

/** Whether a text that is too long is seen by nothing after the check that says so. */
const endsWhenTooLong = (checks: readonly z.core.$ZodCheck[]): boolean => {
  const [first] = checks
  const def = first?._zod.def as { check: string; abort?: boolean } | undefined
  return def?.check === 'max_length' && def.abort === true
}

/** Where something of any size would be read, below a schema; new kinds of schema have to be added here. */
function unbounded(given: z.core.$ZodType, at: string): string[] {
  const { def } = (given as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return endsWhenTooLong(def.checks ?? []) ? [] : [`${at}: a text`]
    case 'pipe': {
      if ((def.in as z.core.$ZodTypes)._zod.def.type !== 'transform') return unbounded(def.in, at)
      const { type } = (def.out as z.core.$ZodTypes)._zod.def
      if (type !== 'array' && type !== 'record') return unbounded(def.out, at)
      const isEnded = endsWhenTooMany(given as z.ZodMiniType, type)
      return [...(isEnded ? [] : [`${at}: a ${type}`]), ...entriesBelow(def.out, at)]
    }
    case 'array':
    case 'record':
      return [`${at}: a ${def.type}`, ...entriesBelow(given, at)]
    case 'object':
      return [
        ...Object.entries(def.shape).flatMap(([name, part]) => unbounded(part, `${at}.${name}`)),
        ...(def.catchall && (def.catchall as z.core.$ZodTypes)._zod.def.type !== 'never'
          ? [`${at}: whatever else is sent`]
          : []),
      ]
    case 'union':
      return def.options.flatMap((option) => unbounded(option, at))
    case 'optional':
    case 'nullable':
    case 'default':
      return unbounded(def.innerType, at)
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
      return []
    default:
      return [`${at}: ${def.type}`]
  }
}

function entriesBelow(schema: z.core.$ZodType, at: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'array') return unbounded(def.element, `${at}[]`)
  if (def.type === 'record')
    return [...unbounded(def.keyType, `${at}{}`), ...unbounded(def.valueType, `${at}{}`)]
  return []
}

test('every text, list and record that is sent has a maximum that ends its parsing', () => {
  const found = endpoints.flatMap((record) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      record[part] ? unbounded(record[part], `${titleOf(record)}: ${part}`) : [],
    ),
  )
  expect(found).toEqual([])
})

test.each([
  ['a text without a maximum', z.object({ a: z.string() })],
  [
    'a maximum that lets the next check look',
    z.object({ a: z.string().check(z.maxLength(5), z.regex(/x/)) }),
  ],
  ['a maximum after another check', z.string().check(z.regex(/x/), z.maxLength(5, { abort: true }))],
  ['a list that is counted after it was read', z.array(z.int()).check(z.maxLength(5))],
  ['a text within a list', boundedList(z.object({ a: z.optional(z.string()) }), { max: 5 })],
  ['a record of any size', z.record(boundedText(5), boundedText(5))],
  ['a text under any name', z.looseObject({ a: z.int() })],
  ['something unknown', z.optional(z.unknown())],
])('%s is noticed', (_, schema) => {
  expect(unbounded(schema, 'body')).not.toEqual([])
})

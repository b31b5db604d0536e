import type * as z from 'zod/mini'
import * as zod from 'zod/mini'

/** A place in what a schema describes where text, or a whole list, can be put. */
export interface Hole {
  at: string
  /** Characters that the text may have; of a list how many entries. */
  max: number
  kind: 'text' | 'list'
  /** The whole value with this in the place; everything else is as it should be. */
  put(value: unknown): unknown
}

export interface Holes {
  /** Something that the schema takes, as far as its rules can be guessed. */
  sample: unknown
  holes: Hole[]
  /** Values with this text in every place; one for each form that a schema knows. */
  fills: ((text: string) => unknown)[]
}

/** What most fields take, the most particular first. */
const guesses: unknown[] = [
  'jane@example.com',
  'example.com',
  'https://example.com',
  'https://drive.google.com/file/d/abcdefghijklmnopqrstuvwxyz/view',
  'Correct.Horse.1',
  'Jane',
  1,
  2,
  5,
  15,
  30,
  60,
]

const none = (sample: unknown): Holes => ({ sample, holes: [], fills: [() => sample] })

/** Finds every place for text in a schema; `rule` is what stands around a text and judges it. */
export function holesOf(schema: z.core.$ZodType, at = 'body', rule: z.core.$ZodType = schema): Holes {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const guess = () => guesses.find((each) => zod.safeParse(rule as z.ZodMiniType, each).success) ?? 'Jane'
  switch (def.type) {
    case 'string': {
      const hole: Hole = { at, max: maximumOf(def.checks), kind: 'text', put: (text) => text }
      return { sample: guess(), holes: [hole], fills: [(text) => text] }
    }
    case 'pipe': {
      const isCounted = (def.in as z.core.$ZodTypes)._zod.def.type === 'transform'
      return holesOf(isCounted ? def.out : def.in, at, isCounted ? def.out : rule)
    }
    case 'array': {
      const max = maximumOf(def.checks)
      return around(holesOf(def.element, `${at}[]`), (entry) => [entry], {
        at,
        max,
        kind: 'list',
        put: (entries) => entries,
      })
    }
    case 'record': {
      const key = String(holesOf(def.keyType).sample)
      return around(holesOf(def.valueType, `${at}{}`), (entry) => ({ [key]: entry }), {
        at,
        max: Number.POSITIVE_INFINITY,
        kind: 'list',
        put: (entries) => entries,
      })
    }
    case 'object':
      return ofObject(def.shape, at)
    case 'union': {
      const options = def.options.map((option) => holesOf(option, at))
      return {
        sample: options[0]?.sample,
        holes: options.flatMap(({ holes }) => holes),
        fills: options.flatMap(({ fills }) => fills),
      }
    }
    case 'optional':
    case 'nullable':
    case 'default':
      return holesOf(def.innerType, at)
    case 'enum':
      return none(Object.values(def.entries)[0])
    case 'literal':
      return none(def.values[0])
    case 'boolean':
      return none(true)
    default:
      return none(guess())
  }
}

const around = (inner: Holes, wrap: (entry: unknown) => unknown, own: Hole): Holes => ({
  sample: wrap(inner.sample),
  holes: [own, ...inner.holes.map((hole) => ({ ...hole, put: (value: unknown) => wrap(hole.put(value)) }))],
  fills: inner.fills.map((fill) => (text) => wrap(fill(text))),
})

/** Fields that may be left out are, but where they are what is filled: some exclude each other. */
function ofObject(shape: Record<string, z.core.$ZodType>, at: string): Holes {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    isOptional: (field as z.core.$ZodTypes)._zod.def.type === 'optional',
    ...holesOf(field, `${at}.${name}`),
  }))
  const sample = Object.fromEntries(
    fields.filter(({ isOptional }) => !isOptional).map((field) => [field.name, field.sample]),
  )
  const forms = Math.max(1, ...fields.map(({ fills }) => fills.length))
  return {
    sample,
    holes: fields.flatMap(({ name, holes }) =>
      holes.map((hole) => ({ ...hole, put: (value: unknown) => ({ ...sample, [name]: hole.put(value) }) })),
    ),
    fills: Array.from(
      { length: forms },
      (_, form) => (text: string) =>
        Object.fromEntries(fields.map(({ name, fills }) => [name, fills[form % fills.length]?.(text)])),
    ),
  }
}

function maximumOf(checks: readonly z.core.$ZodCheck<never>[] | undefined): number {
  for (const check of checks ?? []) {
    const def = check._zod.def as { check: string; maximum?: number }
    if (def.check === 'max_length') return def.maximum ?? Number.POSITIVE_INFINITY
  }
  return Number.POSITIVE_INFINITY
}

import * as fc from 'fast-check'

/** The part of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** Text that has broken programs before. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  '😀'.repeat(20),
  "' or 1=1 --",
  '%00',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://evil.test")',
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost:5432',
  'https://[::1]/',
  'javascript:alert(1)',
  'NaN',
  '-1',
  '1e999',
  '__proto__',
  'null',
  'a@b',
  `${'a'.repeat(64)}.com`,
  'xn--nxasmq6b.com',
  'example.com',
  'https://example.com/path',
]

/** One time in so many a node is replaced by something of any form. */
const strangeOneIn = 25
/** Longer lists only make the run slow. */
const itemsMax = 120

/**
 * Values for a schema: mostly of its form and at its bounds, now and then just past them or of any other form, so
 * that requests get deep into the product and still meet every check. `known` gives text worth trying for a field.
 */
export function valuesOf(
  schema: JsonSchema,
  known: (field: string) => string[],
  field = '',
): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: strangeOneIn, arbitrary: plainValues(schema, known, field) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )
}

function plainValues(
  schema: JsonSchema,
  known: (field: string) => string[],
  field: string,
): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((each) => valuesOf(each, known, field)))
  if (schema.allOf) return plainValues(Object.assign({}, ...schema.allOf), known, field)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const types = schema.type === undefined ? ['string'] : [schema.type].flat()
  return fc.oneof(...types.map((type) => valuesOfType(type, schema, known, field)))
}

function valuesOfType(
  type: string,
  schema: JsonSchema,
  known: (field: string) => string[],
  field: string,
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objects(schema, known)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 20 } = schema
      const each = valuesOf(items, known, field)
      return fc.oneof(
        { weight: 12, arbitrary: fc.array(each, { minLength: minItems, maxLength: Math.min(maxItems, 4) }) },
        { weight: 1, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: atLength(each, Math.min(maxItems, itemsMax) + 1) },
      )
    }
    case 'integer':
    case 'number':
      return numbers(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return texts(schema, known(field))
  }
}

const atLength = (each: fc.Arbitrary<unknown>, length: number) =>
  each.map((value) => Array.from({ length }, () => value))

function objects(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  known: (field: string) => string[],
) {
  const named = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valuesOf(each, known, name)])),
    { requiredKeys: required.filter((name) => name in properties) },
  )
  const free =
    typeof additionalProperties === 'object'
      ? fc.dictionary(fc.string({ maxLength: 12 }), valuesOf(additionalProperties, known), { maxKeys: 3 })
      : fc.constant({})
  const undeclared = fc.oneof(
    { weight: 20, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
    },
  )
  return fc.tuple(free, named, undeclared).map((parts) => Object.assign({}, ...parts))
}

function numbers({ minimum = -1_000, maximum = 1_000_000 }: JsonSchema): fc.Arbitrary<number> {
  const bounds = [
    minimum,
    maximum,
    minimum - 1,
    maximum + 1,
    0,
    -0,
    0.1,
    1.5,
    2 ** 31,
    2 ** 53,
    1e308,
    -1e308,
  ]
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.integer({ min: Math.ceil(minimum), max: Math.min(Math.floor(maximum), 2 ** 30) }),
    },
    { weight: 1, arbitrary: fc.constantFrom(...bounds) },
  )
}

function texts({ minLength = 0, maxLength = 300 }: JsonSchema, known: string[]): fc.Arbitrary<string> {
  const longest = Math.min(maxLength, 3_000)
  const arbitraries: fc.WeightedArbitrary<string>[] = [
    { weight: 2, arbitrary: fc.string({ minLength, maxLength: Math.min(longest, minLength + 24) }) },
    { weight: 2, arbitrary: fc.constantFrom(...hostileTexts) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 24 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'a'.repeat(longest),
        'a'.repeat(longest + 1),
        'a'.repeat(Math.max(0, minLength - 1)),
      ),
    },
  ]
  if (known.length > 0) arbitraries.push({ weight: 14, arbitrary: fc.constantFrom(...known) })
  return fc.oneof(...arbitraries)
}

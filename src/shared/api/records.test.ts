import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints as endpoints } from '../testing/all-endpoints.ts'

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

describe.each(endpoints.map((record) => [`${record.method} ${record.path}`, record] as const))(
  '%s',
  (_, record) => {
    test('every part can be written as a JSON schema', () => {
      for (const part of ['params', 'query', 'body', 'response'] as const) {
        const schema = record[part]
        if (schema) expect(() => z.toJSONSchema(schema, { io: 'input', target: 'draft-7' })).not.toThrow()
      }
    })

    test('the answer is the same before and after parsing: no transforms, no defaults', () => {
      const written = (io: 'input' | 'output') => z.toJSONSchema(record.response, { io, target: 'draft-7' })
      const loose = (schema: unknown) =>
        JSON.parse(
          JSON.stringify(schema, (key, value) =>
            key === 'additionalProperties' && value === false ? undefined : value,
          ),
        )
      expect(loose(written('output'))).toEqual(loose(written('input')))
    })
  },
)

/** Sign-in bounds its texts after trimming them; everything else as it arrives. */
const managing = endpoints.filter(({ path }) =>
  /^\/api\/(domains|jobs|orders|payments|users|connections)/.test(path),
)
test.each(managing.map((record) => [`${record.method} ${record.path}`, record] as const))(
  '%s: texts and lists that are sent have a limit',
  (_, record) => {
    const unbounded: string[] = []
    const look = (schema: z.core.JSONSchema.BaseSchema, at: string) => {
      const fixed = schema.enum !== undefined || schema.const !== undefined
      if (schema.type === 'string' && !fixed && schema.maxLength === undefined) unbounded.push(at)
      if (schema.type === 'array' && schema.maxItems === undefined) unbounded.push(`${at}[]`)
      for (const [name, part] of Object.entries(schema.properties ?? {}))
        if (typeof part === 'object') look(part, `${at}.${name}`)
      if (schema.items && !Array.isArray(schema.items) && typeof schema.items === 'object')
        look(schema.items, `${at}[]`)
      for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
        if (typeof part === 'object') look(part, at)
    }
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = record[part]
      if (schema) look(z.toJSONSchema(schema, { io: 'input', target: 'draft-7' }), part)
    }
    expect(unbounded).toEqual([])
  },
)
